/** The shards of the installations that tests make. */
import type { AttemptId } from '#common/domain/ids.js';
import { DEFAULT_SHARDS } from '#common/domain/limits.js';
import { Shards, ShardSet } from '#common/domain/shards.js';

export const shards = new Shards(DEFAULT_SHARDS);
export const ALL_SHARDS = shards.all;
export const everyShard = new ShardSet(shards, shards.all);
export const someShards = (...some: number[]): ShardSet => new ShardSet(shards, some);

export const shardOf = (id: string): number => shards.of(id);
export const shardOfAttempt = (id: AttemptId): number => shards.ofAttempt(id);
