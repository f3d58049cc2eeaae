/**
 * An ESLint rule: a constructor takes at most five dependencies. A bag, an object without methods, counts by its parts; numbers,
 * texts and flags in it do not count.
 */
import ts from 'typescript';

const MOST = 5;

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
        if (needs > MOST) context.report({ node, messageId: 'tooMany', data: { name, needs, most: MOST } });
      },
    };
  },
};

export default rule;
