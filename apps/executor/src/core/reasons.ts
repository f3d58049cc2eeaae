/** Every reason that the executor gives for a phase, an attempt's end or an open wait. Words for people and for filters. */
export const REASONS = {
  // Waiting
  WaitingForCapacity: 'WaitingForCapacity',
  EngineUnavailable: 'EngineUnavailable',
  StartRefused: 'StartRefused',
  StartInDoubt: 'StartInDoubt',
  Starting: 'Starting',
  AwaitingPermit: 'AwaitingPermit',
  // Under way
  AttemptStarted: 'AttemptStarted',
  AttemptFailed: 'AttemptFailed',
  RestartedByCommand: 'RestartedByCommand',
  Resumed: 'Resumed',
  SealingOutput: 'SealingOutput',
  CommandIgnored: 'CommandIgnored',
  // Ends of runs
  AllIndexesSucceeded: 'AllIndexesSucceeded',
  IndexFailed: 'IndexFailed',
  DeadlineExceeded: 'DeadlineExceeded',
  IdleTimeout: 'IdleTimeout',
  AbortedByCommand: 'AbortedByCommand',
  TerminatedByCommand: 'TerminatedByCommand',
  CompletedByCommand: 'CompletedByCommand',
  KilledByCommand: 'KilledByCommand',
  // Ends of attempts
  StartDeadlineExceeded: 'StartDeadlineExceeded',
  StartUnknown: 'StartUnknown',
  TimeoutExceeded: 'TimeoutExceeded',
  Stopped: 'Stopped',
  HostLost: 'HostLost',
  Vanished: 'Vanished',
  Reported: 'Reported',
  // Output
  SealHoldPassed: 'SealHoldPassed',
} as const;
export type Reason = (typeof REASONS)[keyof typeof REASONS];
