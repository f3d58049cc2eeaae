/**
 * Reasons that the executor gives for a phase, an attempt's end or an open wait; those of verdicts, policies and open phases
 * stand with them (`completion.ts`, `policies.ts`). Words for people and for filters.
 */
export const REASONS = {
  // Waiting
  WaitingForCapacity: 'WaitingForCapacity',
  EngineUnavailable: 'EngineUnavailable',
  StartRefused: 'StartRefused',
  StartInDoubt: 'StartInDoubt',
  Starting: 'Starting',
  AwaitingPermit: 'AwaitingPermit',
  WaitingForTask: 'WaitingForTask',
  /** It was never sent: too late, or no longer wanted. */
  Withdrawn: 'Withdrawn',
  GangReleased: 'GangReleased',
  // Under way
  AttemptStarted: 'AttemptStarted',
  AttemptFailed: 'AttemptFailed',
  RestartedByCommand: 'RestartedByCommand',
  RestartedByPolicy: 'RestartedByPolicy',
  Resumed: 'Resumed',
  Changed: 'Changed',
  SealingOutput: 'SealingOutput',
  CommandIgnored: 'CommandIgnored',
  // Ends of runs
  DeadlineExceeded: 'DeadlineExceeded',
  GangTooLarge: 'GangTooLarge',
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
  SecretUnreadable: 'SecretUnreadable',
  /** A value that somebody gave would be read as a program. */
  ValueInProgram: 'ValueInProgram',
  PodTemplateRefused: 'PodTemplateRefused',
  /** Its pod refers to something of the cluster that its tenant is not granted. */
  ClusterAccessRefused: 'ClusterAccessRefused',
  Reported: 'Reported',
  // Output
  SealHoldPassed: 'SealHoldPassed',
} as const;
