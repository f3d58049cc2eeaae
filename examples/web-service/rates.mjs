// Exchange rates of a day: invented, but the same for all requests of that day.
const MIDDLE = { EUR: 0.92, CZK: 23.1, GBP: 0.79, JPY: 151 };
const DAY_MS = 86_400_000;
const SWING = 0.02;

export function rates(now) {
  const day = Math.floor(now.getTime() / DAY_MS);
  const swung = Object.entries(MIDDLE).map(([currency, middle], index) => {
    const rate = middle * (1 + SWING * Math.sin(day + index));
    return [currency, Number(rate.toPrecision(5))];
  });
  return { date: now.toISOString().slice(0, 10), base: 'USD', rates: Object.fromEntries(swung) };
}
