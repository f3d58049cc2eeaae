/**
 * An ESLint rule against two ways of saving lines: an object literal that is spread into another one, and variables that are declared
 * together by two lists of equal length.
 */
const OTHER = new Set(['RestElement', 'AssignmentPattern']);

const rule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      spread: 'Write these properties into the object itself.',
      tuple: 'Declare each variable by itself.',
    },
  },
  create: (context) => ({
    'ObjectExpression > SpreadElement > ObjectExpression'(node) {
      context.report({ node, messageId: 'spread' });
    },
    'VariableDeclaration > VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]'(node) {
      const { id, init } = node;
      const isPair = (each, other) =>
        each !== null && !OTHER.has(each.type) && other !== null && other.type !== 'SpreadElement';
      if (node.parent.parent.type.startsWith('For') || id.elements.length !== init.elements.length) return;
      if (id.elements.every((each, i) => isPair(each, init.elements[i]))) context.report({ node, messageId: 'tuple' });
    },
  }),
};

export default rule;
