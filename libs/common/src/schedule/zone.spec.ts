import { isZoneName, Zone, zoneProblem } from './zone.js';

/** Offset of an instant read from its wall clock, without the zone tables. */
function offsetByWall(name: string): (seconds: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (seconds) => {
    const [month = 0, day, year = 0, hour, minute, second] = (format.format(seconds * 1000).match(/\d+/g) ?? []).map(
      Number,
    );
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - seconds;
  };
}

test.each([
  ['UTC+08:00', 'Etc/GMT-8 (east'],
  ['UTC-5', 'Etc/GMT+5 (east'],
  ['+0100', 'Etc/GMT-1 (east'],
  ['+00:00', 'UTC'],
  ['UTC+05:30', 'Asia/Kolkata'],
  ['gmt+05:45', 'Asia/Kathmandu'],
  ['+14', 'Etc/GMT-14 (east'],
  ['+07:07', 'the zone of a place'],
  ['+23', 'the zone of a place'],
])('a fixed offset is refused with the zone to write instead: %s', (name, instead) => {
  expect(zoneProblem(name)).toContain(
    `"${name}" is a fixed offset, not a time zone of the IANA database: write ${instead}`,
  );
});

test('a zone has no problem, and another name is refused as such', () => {
  expect([zoneProblem('Asia/Kolkata'), zoneProblem('Etc/GMT-8')]).toEqual([null, null]);
  expect(zoneProblem('Mars/Base')).toBe('"Mars/Base" is not a time zone of the IANA database, such as Europe/Prague');
});

describe('a zone', () => {
  it('is known by its IANA name only', () => {
    expect(['UTC', 'Etc/GMT-1', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires'].map(isZoneName)).not.toContain(false);
    expect(
      ['', '+01:00', 'UTC+1', 'Local', 'Mars/Base', '../etc/passwd', 'x'.repeat(100)].map(isZoneName),
    ).not.toContain(true);
  });

  it.each([
    'Europe/Prague',
    'Africa/Casablanca',
    'Asia/Gaza',
    'Antarctica/Troll',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ])('has the offset of its wall clock at every hour of its periods: %s', (name) => {
    const zone = Zone.of(name);
    const offsetAt = offsetByWall(name);
    for (let at = Date.UTC(2008, 0, 1) / 1000; at < Date.UTC(2012, 0, 1) / 1000; at += 6 * 3600) {
      expect(zone.stretchAt(at).offset).toBe(offsetAt(at));
    }
  });

  it('has periods without a gap between them, also over the turns of years', () => {
    const zone = Zone.of('America/Sao_Paulo');
    let stretch = zone.stretchAt(Date.UTC(1969, 5, 1) / 1000);
    expect(stretch.start).toBe(-Infinity);
    while (stretch.end !== Infinity) {
      const next = zone.stretchAt(stretch.end);
      expect(next.start).toBe(stretch.end);
      expect(next.offsetBefore).toBe(stretch.offset);
      expect(stretch.offsetAfter).toBe(next.offset);
      stretch = next;
    }
    expect(stretch.start).toBe(Date.UTC(2100, 0, 1) / 1000);
  });
});
