/** The times of day that hours, minutes and seconds name together, ascending and found by their number. */
export class TimesOfDay {
  readonly count: number;

  /** Each list is ascending and not empty. */
  constructor(
    private readonly lists: {
      readonly hours: readonly number[];
      readonly minutes: readonly number[];
      readonly seconds: readonly number[];
    },
  ) {
    this.count = lists.hours.length * lists.minutes.length * lists.seconds.length;
  }

  /** Seconds of the day; `index` from 0 to before `count`. */
  at(index: number): number {
    const { hours, minutes, seconds } = this.lists;
    const minute = Math.floor(index / seconds.length);
    const hour = Math.floor(minute / minutes.length);
    return (
      (hours[hour] ?? 0) * 3600 + (minutes[minute % minutes.length] ?? 0) * 60 + (seconds[index % seconds.length] ?? 0)
    );
  }
}
