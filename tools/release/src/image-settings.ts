/** The settings of the image, from the last stage of its Dockerfile: both ways to build it give the same ones. */
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';

export interface ImageSettings {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Labels: Readonly<Record<string, string>>;
  /** No part of OCI's format, and understood by Docker; times are nanoseconds. */
  readonly Healthcheck: {
    readonly Test: readonly string[];
    readonly Interval: number;
    readonly Timeout: number;
    readonly StartPeriod: number;
    readonly Retries: number;
  };
}

const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const NANOSECONDS = 1_000_000_000;
const PAIR = /([\w.]+)=(?:"([^"]*)"|(\S+))/g;

type Instruction = readonly [keyword: string, rest: string];

/** Throws if an instruction is missing that it needs, or has another form. `values` are those of its arguments. */
export function imageSettings(dockerfile: string, values: Readonly<Record<string, string>>): ImageSettings {
  const stage = lastStage(dockerfile).map(([keyword, rest]): Instruction => [keyword, withValues(rest, values)]);
  const all = (keyword: string): string[] => stage.filter(([each]) => each === keyword).map(([, rest]) => rest);
  const one = (keyword: string): string => {
    const [rest] = all(keyword);
    if (rest === undefined) throw new Error(`the Dockerfile has no ${keyword}`);
    return rest;
  };
  const pairs = (keyword: string): [string, string][] =>
    all(keyword).flatMap((rest) =>
      [...rest.matchAll(PAIR)].map(([, name = '', quoted, plain]): [string, string] => [name, quoted ?? plain ?? '']),
    );
  return {
    User: one('USER'),
    WorkingDir: one('WORKDIR'),
    Env: [PATH, ...pairs('ENV').map(([name, value]) => `${name}=${value}`)],
    Entrypoint: words(one('ENTRYPOINT')),
    Cmd: words(one('CMD')),
    Labels: Object.fromEntries(pairs('LABEL')),
    Healthcheck: healthCheck(one('HEALTHCHECK')),
  };
}

function lastStage(dockerfile: string): Instruction[] {
  const lines = dockerfile
    .replace(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const instructions = lines.map((line): Instruction => {
    const [keyword = '', ...rest] = line.split(' ');
    return [keyword, rest.join(' ').trim()];
  });
  return instructions.slice(instructions.findLastIndex(([keyword]) => keyword === 'FROM') + 1);
}

const withValues = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

const words = (list: string): string[] => z.array(z.string()).parse(parseJson(list));

function healthCheck(rest: string): ImageSettings['Healthcheck'] {
  const seconds = (option: string): number => Number(new RegExp(`--${option}=(\\d+)s`).exec(rest)?.[1]) * NANOSECONDS;
  return {
    Test: ['CMD', ...words(rest.slice(rest.indexOf('CMD') + 'CMD'.length))],
    Interval: seconds('interval'),
    Timeout: seconds('timeout'),
    StartPeriod: seconds('start-period'),
    Retries: Number(/--retries=(\d+)/.exec(rest)?.[1]),
  };
}
