#!/usr/bin/env node
// Verifies a release without anything of the program that made it, and needs this file and Node 18 or newer alone: each file has the sum
// that SHA256SUMS names and no other file is there; the provenance (in-toto statement v1) names each file with the same sum; and with a
// public key, SHA256SUMS and the provenance are signed by its owner (as `cosign verify-blob --key`), alone and in the bundle beside it.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = `usage: release-verify FOLDER [--key cosign.pub]
Exit code: 0 all is right, 1 something is not, 64 for a wrong call.`;
const SUMS = 'SHA256SUMS';
const PROVENANCE = 'provenance.json';
const SIGNED = [SUMS, PROVENANCE];
/** What the sums cannot name: they were written before it. */
const BESIDE = new Set([SUMS, 'cosign.pub', ...SIGNED.flatMap((name) => [`${name}.sig`, `${name}.sigstore.json`])]);

function options() {
  try {
    return parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(64);
  }
}

const { values, positionals } = options();
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  console.error(USAGE);
  process.exit(64);
}
const problems = [];
const read = (name) => {
  const file = join(folder, name);
  if (existsSync(file)) return readFileSync(file);
  problems.push(`${name} is missing`);
  return null;
};

async function sumOf(name) {
  const hash = createHash('sha256');
  for await (const part of createReadStream(join(folder, name))) hash.update(part);
  return hash.digest('hex');
}

/** The sums by name, as sha256sum writes them; lines of another form are problems. */
function listed(text) {
  const sums = new Map();
  for (const line of text.split('\n').slice(0, -1)) {
    const [, sum, name] = /^([0-9a-f]{64}) [ *]([\w][\w.+~-]*)$/.exec(line) ?? [];
    if (name === undefined || sums.has(name)) problems.push(`${SUMS} has a line that is not right: ${line}`);
    else sums.set(name, sum);
  }
  return sums;
}

async function checkSums(wanted) {
  const there = readdirSync(folder).filter((name) => !BESIDE.has(name));
  for (const name of there) if (!wanted.has(name)) problems.push(`${name} is not named in ${SUMS}`);
  for (const [name, sum] of wanted) {
    if (!there.includes(name)) problems.push(`${name} is missing`);
    else if ((await sumOf(name)) !== sum) problems.push(`${name} is not the file that was released`);
  }
}

/** It names all files but itself. */
function checkProvenance(content, wanted) {
  let statement;
  try {
    statement = JSON.parse(content.toString());
  } catch {
    problems.push(`${PROVENANCE} cannot be read`);
    return;
  }
  if (
    statement._type !== 'https://in-toto.io/Statement/v1' ||
    statement.predicateType !== 'https://slsa.dev/provenance/v1'
  )
    problems.push(`${PROVENANCE} is no statement about where files come from`);
  const subjects = new Map((statement.subject ?? []).map(({ name, digest }) => [name, digest?.sha256]));
  for (const [name, sum] of wanted)
    if (name !== PROVENANCE && subjects.get(name) !== sum)
      problems.push(`${PROVENANCE} says something else of ${name}`);
  for (const name of subjects.keys())
    if (!wanted.has(name)) problems.push(`${PROVENANCE} names ${name}, which is not there`);
}

function checkSignature(name, key) {
  const [content, signature] = [read(name), read(`${name}.sig`)];
  if (content === null || signature === null) return;
  const isRight = verify('sha256', content, key, Buffer.from(signature.toString(), 'base64'));
  if (!isRight) problems.push(`${name} is not signed by the owner of the key`);
  const bundle = read(`${name}.sigstore.json`);
  if (bundle !== null && bundle.toString() !== bundleOf(content, key, signature.toString()))
    problems.push(`the bundle of ${name} does not hold its signature`);
}

/** Sigstore's bundle, version 0.3, of a signature by a key, which it names by the hash of its DER. */
function bundleOf(content, key, signature) {
  const digestOf = (bytes) => createHash('sha256').update(bytes).digest('base64');
  return JSON.stringify({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: {
      publicKey: { hint: digestOf(key.export({ type: 'spki', format: 'der' })) },
      tlogEntries: [],
    },
    messageSignature: { messageDigest: { algorithm: 'SHA2_256', digest: digestOf(content) }, signature },
  });
}

const sums = read(SUMS);
if (sums !== null) {
  const wanted = listed(sums.toString());
  await checkSums(wanted);
  const provenance = read(PROVENANCE);
  if (provenance !== null) checkProvenance(provenance, wanted);
  if (!wanted.has(PROVENANCE)) problems.push(`${SUMS} does not name ${PROVENANCE}`);
}
if (values.key !== undefined) {
  const key = createPublicKey(readFileSync(values.key));
  for (const name of SIGNED) checkSignature(name, key);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(
  values.key === undefined
    ? 'sums and provenance are right; signatures were not checked (--key)'
    : 'sums, provenance and signatures are right',
);
