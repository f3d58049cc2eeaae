import type { ParallelismSpec, ParallelSpec, RunChange } from '../spec/tasks.js';
import { shapeOf } from './run-shape.js';

const three: ParallelSpec = { parallelism: { withCount: 3, maxActive: 2 } };

test.each<[string, { job: ParallelSpec; parallelism?: ParallelismSpec; change?: RunChange }, object]>([
  ['no shape of its own', { job: three }, { indexes: 3, maxActive: 2 }],
  ['another bound', { job: three, parallelism: { maxActive: 1 } }, { indexes: 3, maxActive: 1 }],
  [
    'other indexes',
    { job: three, parallelism: { withKeys: ['a', 'b'] } },
    { indexes: 2, maxActive: 2, source: { kind: 'withKeys', keys: ['a', 'b'] } },
  ],
  ['indexes if the job has none', { job: {}, parallelism: { withCount: 4 } }, { indexes: 4, maxActive: null }],
  [
    'the shape of a later change',
    {
      job: { completions: 3 },
      parallelism: { maxActive: 2 },
      change: { completions: 5, parallelism: { maxActive: 0 } },
    },
    { indexes: 5, maxActive: 0 },
  ],
])('a run is given %s', (_, { job, parallelism, change }, expected) => {
  expect(shapeOf(job, parallelism ? { parallelism } : null, change).tasks).toMatchObject([expected]);
});
