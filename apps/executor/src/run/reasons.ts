import { PERMIT_PREEMPTED } from '#common/run/new-run.js';
import { REPORTED } from '#common/run/reported-end.js';

/**
 * Reasons of phases, attempts' ends and waits; those of verdicts, policies and open phases are in `completion.ts`, `policies.ts`
 * and `phase.ts`. Shown to people and used as filters.
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
  /** The start was never sent: too late, or no longer wanted. */
  Withdrawn: 'Withdrawn',
  GangReleased: 'GangReleased',
  // Under way
  AttemptStarted: 'AttemptStarted',
  AttemptFailed: 'AttemptFailed',
  RestartedByCommand: 'RestartedByCommand',
  RestartedByPolicy: 'RestartedByPolicy',
  Resumed: 'Resumed',
  Changed: 'Changed',
  /** Preemption by Carillon, for another run; a preemption by a cluster has the reasons of the cluster. */
  PlacePreempted: 'PlacePreempted',
  PermitPreempted: PERMIT_PREEMPTED,
  SealingOutput: 'SealingOutput',
  CommandIgnored: 'CommandIgnored',
  // Ends of runs
  AlreadyRun: 'AlreadyRun',
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
  /** The executor that made the call has stopped or died, and the call must not be repeated. */
  CallInterrupted: 'CallInterrupted',
  /** The answer to a call broke off, is too long, or is not encoded as it says. */
  AnswerIncomplete: 'AnswerIncomplete',
  /** A successful answer has no value for an output. */
  OutputMissing: 'OutputMissing',
  TooManyRedirects: 'TooManyRedirects',
  /** To a host that may not be called, or with a body to another origin. */
  RedirectRefused: 'RedirectRefused',
  SecretUnreadable: 'SecretUnreadable',
  /** A provider of secrets did not answer until the start deadline. */
  SecretsUnavailable: 'SecretsUnavailable',
  SecretRefused: 'SecretRefused',
  SecretMissing: 'SecretMissing',
  /** A secret would replace a variable that the job may not set. */
  SecretVariableRefused: 'SecretVariableRefused',
  /** The job has an identity that it may not have, or no longer. */
  IdentityRefused: 'IdentityRefused',
  /** A shell would read a given value as a program. */
  ValueInProgram: 'ValueInProgram',
  /** The parameters of the run do not fit the schema of its job. */
  ParametersInvalid: 'ParametersInvalid',
  PodTemplateRefused: 'PodTemplateRefused',
  /** The pod refers to a cluster object that its tenant is not granted. */
  ClusterAccessRefused: 'ClusterAccessRefused',
  Reported: REPORTED,
  // Output
  SealHoldPassed: 'SealHoldPassed',
} as const;
