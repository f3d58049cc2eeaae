// Fetches today's exchange rates from a service that answers 503 until it has warmed up: the first attempt of a run
// fails, the job's retry rule waits, and the second attempt succeeds.
//
// Parameters: { "currencies": ["EUR", "CZK"] }; the service's address is in RATES_URL.
const EXIT_TEMPORARY = 75;
const TIMEOUT_MS = 5_000;

const { currencies = ['EUR'] } = JSON.parse(process.env.JOB_PARAMS || '{}');
const url = new URL(process.env.RATES_URL);
url.searchParams.set('client', process.env.RUN_ID);
console.log(`attempt ${process.env.TASK_ATTEMPT}: asking ${url.origin} for the rates of ${currencies.join(', ')}`);

let response;
try {
  response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
} catch (error) {
  console.error(`no answer: ${error.cause?.message ?? error.message}`);
  process.exit(EXIT_TEMPORARY);
}
if (!response.ok) {
  console.error(`the service answered ${response.status}: ${(await response.text()).trim()}`);
  process.exit(EXIT_TEMPORARY);
}
const { date, base, rates } = await response.json();
for (const currency of currencies) {
  if (rates[currency] === undefined) console.error(`no rate for ${currency}`);
  else console.log(`${date}: 1 ${base} = ${rates[currency]} ${currency}`);
}
console.log(`[saveJobStorage] ${JSON.stringify({ date, base, rates })}`);
