/** Values are named by what they are: these participles say nothing about a value. */
const REFUSED = new Set(['found', 'known', 'asked', 'given', 'made', 'shown', 'begun']);

/** Fields that are stored or sent under such a name: a pattern or an object may mention them. */
const isStoredOrSent = (node) => node.type === 'Property' || node.type === 'TSPropertySignature';

export default {
  meta: {
    type: 'suggestion',
    messages: { noun: '`{{name}}` does not say what the value is: name it by a noun of the field' },
    schema: [],
  },
  create(context) {
    const check = (id) => {
      if (id?.type !== 'Identifier' || !REFUSED.has(id.name)) return;
      // `{ made }` takes the name from what is stored or sent.
      const { parent } = id;
      if (isStoredOrSent(parent) && (parent.shorthand || parent.key === id)) return;
      if (parent.type === 'AssignmentPattern' && isStoredOrSent(parent.parent) && parent.parent.shorthand) return;
      context.report({ node: id, messageId: 'noun', data: { name: id.name } });
    };
    const checkPattern = (pattern) => {
      for (const name of context.sourceCode.getDeclaredVariables(pattern)) for (const def of name.defs) check(def.name);
    };
    return {
      VariableDeclaration: checkPattern,
      FunctionDeclaration: checkPattern,
      FunctionExpression: checkPattern,
      ArrowFunctionExpression: checkPattern,
      MethodDefinition: ({ key, computed }) => !computed && check(key),
      PropertyDefinition: ({ key, computed }) => !computed && check(key),
      TSMethodSignature: ({ key, computed }) => !computed && check(key),
    };
  },
};
