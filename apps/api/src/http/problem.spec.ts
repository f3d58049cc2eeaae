import { frameworkProblem, problemDocument } from './problem.js';

test('errors of the framework keep their status and get one of our codes', () => {
  const codeOf = (error: object): unknown => frameworkProblem({ message: 'm', ...error })?.code;
  expect(codeOf({ code: 'FST_ERR_CTP_BODY_TOO_LARGE', status: 413 })).toBe('BODY_TOO_LARGE');
  expect(codeOf({ status: 404 })).toBe('NOT_FOUND');
  expect(codeOf({ status: 412 })).toBe('PRECONDITION_FAILED');
  expect(codeOf({ status: 416 })).toBe('VALIDATION_FAILED');
  expect(codeOf({ status: 502 })).toBeUndefined();
  expect(codeOf({})).toBeUndefined();
});

test('a problem document holds at most fifty errors', () => {
  const many = Array.from({ length: 80 }, (_, i) => ({ path: `p${i}`, message: 'm' }));
  expect(problemDocument('VALIDATION_FAILED', 'd', many).errors).toHaveLength(50);
  expect(problemDocument('NOT_FOUND', 'd')).toEqual({
    type: 'urn:carillon:problem:not-found',
    title: 'The object does not exist',
    status: 404,
    code: 'NOT_FOUND',
    detail: 'd',
  });
});
