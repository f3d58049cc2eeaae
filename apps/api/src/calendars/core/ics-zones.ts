/** The zones that the times of a calendar name: of the IANA database, of Windows, or as the file itself defines them (RFC 5545, 3.6.5). */
import type ICAL from 'ical.js';
import { isZoneName, Zone } from '#common/schedule/zone.js';
import { occurrencesOf } from './ics-rule.js';
import { IcsProblem, timesOf, valuesOf, wallIn, type IcsZone } from './ics-times.js';

/** Programs write a change or two of the clock for each year. */
const MAX_ONSETS = 5_000;
const OFFSET = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/;

/** The instant from which an offset holds, and the offset before it. */
interface Onset {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

export class IcsZones {
  readonly utc: IcsZone;
  /** The zone of dates. */
  readonly own: IcsZone;
  /** The zone of times that name none: that of the calendar's author, which Google, Apple and others write into the file. */
  readonly floating: IcsZone;
  private readonly zones = new Map<string, IcsZone>();

  constructor(
    own: string,
    private readonly calendar: ICAL.Component,
  ) {
    this.utc = this.ofDatabase('UTC');
    this.own = this.ofDatabase(own);
    const author = nameInDatabase(String(calendar.getFirstPropertyValue('x-wr-timezone') ?? ''));
    this.floating = author === null ? this.own : this.ofDatabase(author);
  }

  /** Throws IcsProblem for a name that is not known; the event is named in it. */
  named(name: string, event: string): IcsZone {
    const inDatabase = nameInDatabase(name);
    if (inDatabase !== null) return this.ofDatabase(inDatabase);
    const definition = this.calendar
      .getAllSubcomponents('vtimezone')
      .find((each) => String(each.getFirstPropertyValue('tzid')) === name);
    if (definition === undefined) {
      throw new IcsProblem(
        `${event} is in the zone "${name}", which is neither a time zone of the IANA database, such as Europe/Prague, nor of Windows, nor defined in the file`,
      );
    }
    // libical, of which Evolution and others are made, writes the name of the database beside the definition.
    const location = nameInDatabase(String(definition.getFirstPropertyValue('x-lic-location')));
    if (location !== null) return this.ofDatabase(location);
    return this.keeping(`vtimezone ${name}`, () => ({
      name: null,
      zone: zoneOf(definition, `the zone "${name}"`, this),
    }));
  }

  private ofDatabase(name: string): IcsZone {
    return this.keeping(name, () => ({ name, zone: Zone.of(name) }));
  }

  private keeping(key: string, make: () => IcsZone): IcsZone {
    const zone = this.zones.get(key) ?? make();
    this.zones.set(key, zone);
    return zone;
  }
}

/** Programs write an IANA name with or without a prefix of their own, or only its slash, or the name of Windows. */
function nameInDatabase(name: string): string | null {
  const plain = name.replace(/^\//, '');
  if (isZoneName(plain)) return plain;
  const [, suffix = ''] = /^(?:tzone:|\/).*?\/([A-Za-z]+(?:\/[A-Za-z0-9_+-]+){0,2})$/.exec(name) ?? [];
  const zoneName = [suffix, suffix.slice(suffix.indexOf('/') + 1)].find(isZoneName);
  return zoneName ?? zoneOfWindows(name);
}

/** At each instant the offset of the latest onset counts; before the first onset, the offset that it ends. */
function zoneOf(definition: ICAL.Component, name: string, zones: IcsZones): Zone {
  const parts = ['standard', 'daylight'].flatMap((kind) => definition.getAllSubcomponents(kind));
  const onsets = parts.flatMap((part) => onsetsOf(part, name, zones)).sort((a, b) => a.at - b.at);
  const [first] = onsets;
  if (first === undefined) throw new IcsProblem(`${name} has neither STANDARD nor DAYLIGHT`);
  return Zone.by((seconds) => onsets.findLast(({ at }) => at <= seconds)?.after ?? first.before);
}

function onsetsOf(part: ICAL.Component, name: string, zones: IcsZones): Onset[] {
  const before = offsetIn(part, 'tzoffsetfrom', name);
  const after = offsetIn(part, 'tzoffsetto', name);
  const local: IcsZone = { name: null, zone: Zone.by(() => before) };
  const wallsOf = (property: ICAL.Property): number[] =>
    timesOf(property, name, zones).map((time) => wallIn(time, local));
  const [start] = part.getAllProperties('dtstart').flatMap(wallsOf);
  if (start === undefined) throw new IcsProblem(`${name} has a ${part.name.toUpperCase()} without DTSTART`);
  const walls = [start, ...part.getAllProperties('rdate').flatMap(wallsOf)];
  for (const rule of part.getAllProperties('rrule')) {
    for (const wall of occurrencesOf(rule, { name, isDate: false, start, zone: local })) {
      if (walls.push(wall) > MAX_ONSETS)
        throw new IcsProblem(`${name} changes its clock more than ${MAX_ONSETS} times`);
    }
  }
  return walls.map((wall) => ({ at: wall - before, before, after }));
}

function offsetIn(part: ICAL.Component, property: string, name: string): number {
  const first = part.getFirstProperty(property);
  const text = String(first === null ? '' : valuesOf(first)[0]);
  const [, sign, ...digits] = OFFSET.exec(text) ?? [];
  if (sign === undefined) throw new IcsProblem(`${name} has a ${property.toUpperCase()} that is not valid: ${text}`);
  const [hours = 0, minutes = 0, seconds = 0] = digits.map((each) => Number(each));
  const size = hours * 3600 + minutes * 60 + (Number.isNaN(seconds) ? 0 : seconds);
  return sign === '-' ? -size : size;
}

/**
 * The zones that Windows names, which Outlook and Exchange write, as zones of the IANA database: the territory "001" of `windowsZones.xml`
 * in the Unicode CLDR.
 */
const ZONES = `
AUS Central:Australia/Darwin|AUS Eastern:Australia/Sydney|Afghanistan:Asia/Kabul|Alaskan:America/Anchorage|Aleutian:America/Adak
Altai:Asia/Barnaul|Arab:Asia/Riyadh|Arabian:Asia/Dubai|Arabic:Asia/Baghdad|Argentina:America/Buenos_Aires|Astrakhan:Europe/Astrakhan
Atlantic:America/Halifax|Aus Central W.:Australia/Eucla|Azerbaijan:Asia/Baku|Azores:Atlantic/Azores|Bahia:America/Bahia
Bangladesh:Asia/Dhaka|Belarus:Europe/Minsk|Bougainville:Pacific/Bougainville|Canada Central:America/Regina|Cape Verde:Atlantic/Cape_Verde
Caucasus:Asia/Yerevan|Cen. Australia:Australia/Adelaide|Central America:America/Guatemala|Central Asia:Asia/Bishkek
Central Brazilian:America/Cuiaba|Central Europe:Europe/Budapest|Central European:Europe/Warsaw|Central Pacific:Pacific/Guadalcanal
Central:America/Chicago|Chatham Islands:Pacific/Chatham|China:Asia/Shanghai|Cuba:America/Havana|Dateline:Etc/GMT+12
E. Africa:Africa/Nairobi|E. Australia:Australia/Brisbane|E. Europe:Europe/Chisinau|E. South America:America/Sao_Paulo
Easter Island:Pacific/Easter|Eastern:America/New_York|Egypt:Africa/Cairo|Ekaterinburg:Asia/Yekaterinburg|FLE:Europe/Kiev|Fiji:Pacific/Fiji
GMT:Europe/London|GTB:Europe/Bucharest|Georgian:Asia/Tbilisi|Greenland:America/Godthab|Greenwich:Atlantic/Reykjavik
Haiti:America/Port-au-Prince|Hawaiian:Pacific/Honolulu|India:Asia/Calcutta|Iran:Asia/Tehran|Israel:Asia/Jerusalem|Jordan:Asia/Amman
Kaliningrad:Europe/Kaliningrad|Korea:Asia/Seoul|Libya:Africa/Tripoli|Line Islands:Pacific/Kiritimati|Lord Howe:Australia/Lord_Howe
Magadan:Asia/Magadan|Magallanes:America/Punta_Arenas|Marquesas:Pacific/Marquesas|Mauritius:Indian/Mauritius|Middle East:Asia/Beirut
Montevideo:America/Montevideo|Morocco:Africa/Casablanca|Mountain:America/Denver|Myanmar:Asia/Rangoon|N. Central Asia:Asia/Novosibirsk
Namibia:Africa/Windhoek|Nepal:Asia/Katmandu|New Zealand:Pacific/Auckland|Newfoundland:America/St_Johns|Norfolk:Pacific/Norfolk
North Asia East:Asia/Irkutsk|North Asia:Asia/Krasnoyarsk|North Korea:Asia/Pyongyang|Omsk:Asia/Omsk|Pacific SA:America/Santiago
Pacific:America/Los_Angeles|Pakistan:Asia/Karachi|Paraguay:America/Asuncion|Qyzylorda:Asia/Qyzylorda|Romance:Europe/Paris
Russia Time Zone 10:Asia/Srednekolymsk|Russia Time Zone 11:Asia/Kamchatka|Russia Time Zone 3:Europe/Samara|Russian:Europe/Moscow
SA Eastern:America/Cayenne|SA Pacific:America/Bogota|SA Western:America/La_Paz|SE Asia:Asia/Bangkok|Saint Pierre:America/Miquelon
Sakhalin:Asia/Sakhalin|Samoa:Pacific/Apia|Sao Tome:Africa/Sao_Tome|Saratov:Europe/Saratov|Singapore:Asia/Singapore
South Africa:Africa/Johannesburg|South Sudan:Africa/Juba|Sri Lanka:Asia/Colombo|Sudan:Africa/Khartoum|Syria:Asia/Damascus
Taipei:Asia/Taipei|Tasmania:Australia/Hobart|Tocantins:America/Araguaina|Tokyo:Asia/Tokyo|Tomsk:Asia/Tomsk|Tonga:Pacific/Tongatapu
Transbaikal:Asia/Chita|Turkey:Europe/Istanbul|Turks And Caicos:America/Grand_Turk|US Eastern:America/Indianapolis
US Mountain:America/Phoenix|UTC+12:Etc/GMT-12|UTC+13:Etc/GMT-13|UTC-02:Etc/GMT+2|UTC-08:Etc/GMT+8|UTC-09:Etc/GMT+9|UTC-11:Etc/GMT+11
Ulaanbaatar:Asia/Ulaanbaatar|Venezuela:America/Caracas|Vladivostok:Asia/Vladivostok|Volgograd:Europe/Volgograd|W. Australia:Australia/Perth
W. Central Africa:Africa/Lagos|W. Europe:Europe/Berlin|W. Mongolia:Asia/Hovd|West Asia:Asia/Tashkent|West Bank:Asia/Hebron
West Pacific:Pacific/Port_Moresby|Yakutsk:Asia/Yakutsk|Yukon:America/Whitehorse|Eastern (Mexico):America/Cancun
Central (Mexico):America/Mexico_City|Mountain (Mexico):America/Mazatlan|Pacific (Mexico):America/Tijuana`;

const BY_NAME: ReadonlyMap<string, string> = new Map(
  ZONES.trim()
    .split(/[|\n]/)
    .map((entry): [string, string] => {
      const at = entry.lastIndexOf(':');
      return [entry.slice(0, at).toLowerCase(), entry.slice(at + 1)];
    }),
);

/** The zone of a name such as `W. Europe Standard Time`; null for a name that Windows does not have. */
const zoneOfWindows = (name: string): string | null =>
  BY_NAME.get(
    name
      .trim()
      .toLowerCase()
      .replace(/ (?:standard|daylight) time(?= \(mexico\)$|$)/, ''),
  ) ?? null;
