/**
 * An ESLint rule: a constructor takes at most five things. What comes in a bag, an object that has no methods, counts by its parts;
 * numbers, texts and flags in it count as nothing. Classes that need more are listed with what they need today: the list may
 * shrink, and an entry that is higher than what its class needs is an error, too.
 */
import ts from 'typescript';

const MOST = 5;

/** What the classes need that need more. */
const ALLOWED = {
  Nats: 7,
  Pass: 10,
  PodLogReading: 8,
};

const isPlain = (type) =>
  type.isUnion()
    ? type.types.every(isPlain)
    : (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection | ts.TypeFlags.TypeParameter)) === 0;

/** A bag is an object of properties only: not a class, a function, or something with methods. */
function bagOf(checker, type) {
  if (isPlain(type) || type.isUnion()) return null;
  if (type.getCallSignatures().length > 0 || checker.isArrayType(type) || checker.isTupleType(type)) return null;
  const parts = checker.getPropertiesOfType(type);
  if (parts.length === 0 || type.isClass()) return null;
  const declared = type.getSymbol()?.declarations ?? [];
  if (declared.some((node) => ts.isClassDeclaration(node) || node.getSourceFile().isDeclarationFile)) return null;
  return parts.some((part) => part.flags & ts.SymbolFlags.Method) ? null : parts;
}

function needsOf(checker, type, at) {
  const parts = bagOf(checker, type);
  if (parts === null) return 1;
  return Math.max(1, parts.filter((part) => !isPlain(checker.getTypeOfSymbolAtLocation(part, at))).length);
}

const rule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      tooMany: '{{name}} needs {{needs}} things, at most {{most}} are allowed: make it two classes.',
      tooHigh: '{{name}} needs {{needs}} things by now: lower its entry in scripts/constructor-needs.mjs ({{most}}).',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap: nodes } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    return {
      'MethodDefinition[kind="constructor"]'(node) {
        const name = node.parent.parent.id?.name ?? 'A class';
        const needs = nodes
          .get(node)
          .parameters.reduce(
            (sum, parameter) => sum + needsOf(checker, checker.getTypeAtLocation(parameter), parameter),
            0,
          );
        const most = ALLOWED[name] ?? MOST;
        if (needs > most) context.report({ node, messageId: 'tooMany', data: { name, needs, most } });
        else if (name in ALLOWED && needs < most)
          context.report({ node, messageId: 'tooHigh', data: { name, needs, most } });
      },
    };
  },
};

export default { rules: { 'constructor-needs': rule } };
