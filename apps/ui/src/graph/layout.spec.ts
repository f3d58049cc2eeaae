import { layoutOf } from './layout.js';

const lines = (text: string) =>
  text.split(' ').map((each) => {
    const [from = '', to = ''] = each.split('>');
    return { from, to };
  });

it('each job is placed after all that it depends on, and the first jobs right before those that need them', () => {
  const { spots } = layoutOf(['d', 'a', 'b', 'c', 'late'], lines('a>b b>c a>c c>d late>d'));
  const layers = Object.fromEntries([...spots].map(([job, { layer }]) => [job, layer]));
  expect(layers).toEqual({ a: 0, b: 1, c: 2, late: 2, d: 3 });
});

it('a line over several layers is routed past the jobs between', () => {
  const { spots, ways } = layoutOf(['a', 'b', 'c'], lines('a>b b>c a>c'));
  const [, , long = []] = ways;
  expect(long.map(({ layer }) => layer)).toEqual([0, 1, 2]);
  expect(long[1]?.place).not.toBe(spots.get('b')?.place);
});

it('layers are ordered so that parallel lines do not cross', () => {
  const { spots } = layoutOf(['a', 'b', 'x', 'y'], lines('a>y b>x'));
  const placeOf = (job: string): number => spots.get(job)?.place ?? NaN;
  expect(placeOf('a') < placeOf('b')).toBe(placeOf('y') < placeOf('x'));
});

it('no two jobs have the same position, and the layout ends in spite of a cycle', () => {
  const jobs = ['a', 'b', 'c', 'd'];
  const { spots } = layoutOf(jobs, lines('a>b b>c c>a d>a'));
  expect(new Set([...spots.values()].map(({ layer, place }) => `${layer} ${place}`)).size).toBe(jobs.length);
});
