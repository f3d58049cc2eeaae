import type { ArgumentsHost } from '@nestjs/common';
import { mongo } from 'mongoose';
import { createLogger } from '#common/logging/logger.js';
import { ProblemFilter } from './problem.filter.js';

/** The answer to a request that fails with this error. */
function answerTo(error: unknown): { status?: number; headers: Record<string, string>; body?: { detail?: string } } {
  const answer: ReturnType<typeof answerTo> = { headers: {} };
  const reply = {
    sent: false,
    header: (name: string, value: string) => ((answer.headers[name] = value), reply),
    status: (status: number) => ((answer.status = status), reply),
    type: () => reply,
    send: (body: { detail?: string }) => ((answer.body = body), reply),
  };
  const request = { id: '1', method: 'GET', url: '/errors?q=a', routeOptions: { url: '/errors' } };
  const http = { getResponse: () => reply, getRequest: () => request };
  const host = { switchToHttp: () => http } as unknown as ArgumentsHost;
  new ProblemFilter([], '', createLogger('test', 'silent')).catch(error, host);
  return answer;
}

test('a search that takes too long in the database is answered 503, with what to do', () => {
  const error = new mongo.MongoServerError({ message: 'operation exceeded time limit', code: 50 });
  const { status, headers, body } = answerTo(error);
  expect([status, headers['Retry-After']]).toEqual([503, '1']);
  expect(body?.detail).toContain('search for a longer text');
});
