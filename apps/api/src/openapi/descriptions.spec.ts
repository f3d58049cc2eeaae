import { undescribed } from '#testing/undescribed.js';

const described = { description: 'What it is.', type: 'string' };

test('properties and parameters without a description are listed, at any depth', () => {
  const document = {
    paths: {
      '/jobs': {
        get: {
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer' } },
            { name: 'cursor', in: 'query', description: 'Where to go on.', schema: { type: 'string' } },
          ],
        },
      },
    },
    components: {
      schemas: {
        Job: {
          properties: {
            name: described,
            description: { type: 'string' },
            tasks: { ...described, items: { properties: { image: { $ref: '#/components/schemas/Image' } } } },
          },
        },
      },
    },
  };
  expect(undescribed(document)).toEqual([
    '/paths//jobs/get/parameters/0 (limit)',
    '/components/schemas/Job/properties/description',
    '/components/schemas/Job/properties/tasks/items/properties/image',
  ]);
});

test('the content of examples is data, not a schema', () => {
  expect(undescribed({ example: { properties: { name: {} } }, examples: [{ properties: { a: {} } }] })).toEqual([]);
});
