import { readFileSync } from 'node:fs';
import type { ReadStream } from 'node:tty';

const CTRL_C = '\u0003';
const CTRL_BACKSLASH = '\u001C';
const CTRL_Z = '\u001A';

export interface Signals {
  on(event: 'exit' | 'SIGCONT', listener: () => void): unknown;
  /** The action of Ctrl-C. */
  stop(): void;
  /** Suspends the whole job of the shell, as the terminal itself would do. */
  suspend(): void;
  isInForeground(): boolean;
}

/**
 * Single keys, without Enter. The terminal is in raw mode meanwhile, in which keys send no signals: the usual ones are sent here,
 * and the mode is restored before a suspension and at any kind of end.
 */
export class Keyboard {
  private isRaw = false;
  private stopped = false;

  constructor(
    private readonly input: Pick<ReadStream, 'setRawMode' | 'setEncoding' | 'on' | 'resume' | 'pause'>,
    private readonly onKey: (key: string) => void,
    private readonly signals: Signals = ourSignals,
  ) {}

  start(): void {
    this.input.setEncoding('utf8');
    this.input.on('data', (text: string | Buffer) => {
      for (const key of String(text)) this.take(key);
    });
    // The terminal was closed; another signal asks us to stop.
    this.input.on('error', () => undefined);
    this.signals.on('exit', () => {
      this.release();
    });
    this.signals.on('SIGCONT', () => {
      this.grab();
    });
    this.grab();
  }

  stop(): void {
    this.stopped = true;
    this.release();
  }

  private take(key: string): void {
    if (key === CTRL_C || key === CTRL_BACKSLASH) this.signals.stop();
    else if (key === CTRL_Z) this.suspend();
    else this.onKey(key);
  }

  private suspend(): void {
    this.release();
    this.signals.suspend();
  }

  /** A job in the background would be stopped if it changed the terminal. */
  private grab(): void {
    if (this.stopped || !this.signals.isInForeground()) return;
    this.input.setRawMode(true);
    this.input.resume();
    this.isRaw = true;
  }

  private release(): void {
    if (!this.isRaw) return;
    this.isRaw = false;
    this.input.setRawMode(false);
    this.input.pause();
  }
}

/** Whether the terminal is ours: its foreground process group is ours. If this is unknown, it counts as ours. */
function isInForeground(): boolean {
  try {
    // pid (command) state ppid pgrp session tty_nr tpgid …
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[2] === fields[5];
  } catch {
    return true;
  }
}

const ourSignals: Signals = {
  on: (event, listener) => process.on(event, listener),
  stop: () => process.kill(process.pid, 'SIGINT'),
  suspend: () => process.kill(0, 'SIGTSTP'),
  isInForeground,
};
