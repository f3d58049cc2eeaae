/** The image's HEALTHCHECK: exit code 0 while the service of this container is ready; prints its problems. Starts quickly. */
const LIMIT_MS = 4_000;

async function main(): Promise<number> {
  try {
    const url = `http://127.0.0.1:${process.env['METRICS_PORT'] ?? ''}/readyz`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) });
    process.stdout.write(`${await answer.text()}\n`);
    return answer.ok ? 0 : 1;
  } catch (error) {
    process.stdout.write(`${String(error)}\n`);
    return 1;
  }
}

process.exitCode = await main();
