/** Every named limit of the data model, in one place; docs/limits.md explains them. Sizes in bytes, times in milliseconds. */

/** One environment string of a process may hold 128 KiB, so structured values that travel in one stay below. */
export const MAX_PARAMETERS_BYTES = 96 * 1024;
export const MAX_SECURE_PARAMETERS_BYTES = 96 * 1024;
export const MAX_JOB_STORAGE_BYTES = 96 * 1024;
export const MAX_REQUEST_BODY_BYTES = 1024 * 1024;
export const MAX_NAME_LENGTH = 200;
export const MAX_CRON_EXPRESSIONS = 16;
export const MAX_CRON_LENGTH = 200;
/** Characters of a recurrence rule, and years, months, weeks or days that its `INTERVAL` may skip. */
export const MAX_RRULE_LENGTH = 500;
export const MAX_RRULE_INTERVAL = 1_000;
/** Occurrences that `COUNT` of a recurrence rule may ask for: all of them are counted once, from the first on. */
export const MAX_RRULE_COUNT = 1_000;
/** Days by which calendars move a slot at most; where no open day is that near, the slot does not run. */
export const MAX_MOVE_DAYS = 62;
/** Working days by which a slot may be shifted. */
export const MAX_WORKING_DAYS = 20;
/** Times of day of a schedule whose slots calendars move: each of them is checked on every day within `MAX_MOVE_DAYS`. */
export const MAX_MOVED_TIMES = 12;
/** Windows of a schedule. */
export const MAX_RUN_WINDOWS = 32;
export const MAX_LABELS = 32;
/** Former versions of a job that are kept; older ones are removed and cannot be restored. */
export const MAX_JOB_VERSIONS = 500;
/** Former versions of a worker that are kept. */
export const MAX_WORKER_VERSIONS = 500;
/** Concurrency groups that a tenant may define, and permits in one of them. */
export const MAX_GROUPS = 1_000;
export const MAX_GROUP_PLACES = 10_000;
/** Limits per key (`concurrency.perKey`): active and waiting runs of one key, and runs that its rate may allow at once. */
export const MAX_RUNS_PER_KEY = 10_000;
/** The longest time over which a rate per key counts, in seconds. */
export const MAX_KEY_RATE_SECONDS = 86_400;
/** Characters of a key as it is made from the values of a run; a longer one ends with a hash of the whole. */
export const MAX_KEY_LENGTH = 128;
/** Keys of a job whose token buckets are not full: runs of further keys wait until one of them is. */
export const MAX_KEY_BUCKETS = 5_000;
/** The greatest weight of a tenant or group; the least and the default is 1. */
export const MAX_WEIGHT = 1_000;
/** Priorities of runs; 0 unless given. */
export const MIN_PRIORITY = -100;
export const MAX_PRIORITY = 100;
/** A step of priority counts as much as this time of waiting: it bounds how long a run of low priority may wait for others. */
export const AGEING_MS = 60_000;
/** A run must have waited this long for a place before it may preempt a preemptible run. */
export const PREEMPT_AFTER_MS = 2_000;
/** How often a run may be preempted: by default, and at most. */
export const DEFAULT_PREEMPTIONS = 3;
export const MAX_PREEMPTIONS = 100;
/** Runs that an executor preempts in a second. */
export const MAX_PREEMPTIONS_PER_SECOND = 20;
/** Runs that are preempted for one limit of permits in one check (every 5 s). */
export const MAX_PERMIT_PREEMPTIONS = 20;
/** A request to give up permits expires after this time: the run that needed them may have got others. */
export const PERMIT_DEMAND_MS = 60_000;
export const MAX_PREEMPTION_GRACE_SECONDS = 3_600;
/** Notification rules that a job may have. */
export const MAX_NOTIFY_RULES = 10;
/** Channels that a tenant may have, and recipients of one mail channel. */
export const MAX_CHANNELS = 100;
export const MAX_MAIL_RECIPIENTS = 20;
/** Calendars that a tenant may have. */
export const MAX_CALENDARS = 1_000;
/** Characters of an iCalendar file in a calendar. */
export const MAX_ICS_LENGTH = 131_072;
/** Times that the events of an iCalendar file take up, counted one by one up to the year 2099. */
export const MAX_ICS_SPANS = 5_000;
/** The events of an iCalendar file must be evaluated within this time and memory; a file that takes more is refused. */
export const ICS_TIMEOUT_MS = 5_000;
export const ICS_MEMORY_MB = 128;
/** Files that wait in one api while another is evaluated; further ones are refused with UNAVAILABLE. */
export const MAX_ICS_WAITING = 8;
/** Channel tests that one replica performs at the same time. */
export const MAX_CHANNEL_TESTS = 8;
/** A slot that is recorded later than this after its effective time is late, unless the rule says otherwise. */
export const DEFAULT_LATE_SECONDS = 60;
/** A run is long when it takes this many times its usual duration: the median of the newest successes, if there are at least `MIN_USUAL_RUNS`. */
export const LONG_FACTOR = 3;
export const MIN_USUAL_RUNS = 5;
export const MIN_LONG_SECONDS = 60;
/** No notice is sent about an event that is older than this; sent notices are kept for longer, so that none is sent twice. */
export const NOTICE_WINDOW_MS = 24 * 3_600_000;
export const NOTICE_KEPT_MS = 7 * 24 * 3_600_000;
/** The newest runs of a job that are read to decide on its notices. */
export const NOTICE_RUNS = 50;
/** Tries to deliver a notice; the pause between them doubles from `NOTICE_RETRY_MS` up to `MAX_NOTICE_RETRY_MS`. */
export const MAX_NOTICE_TRIES = 16;
export const NOTICE_RETRY_MS = 5_000;
export const MAX_NOTICE_RETRY_MS = 600_000;
/** A notice is delivered or given up within this time, the sum of all pauses and time-outs, if nobody requests it again. */
export const NOTICE_TRIED_MS = 2 * 3_600_000;
/** Waiting notices that are compared with a notice that may have to wait for them. */
export const MAX_NOTICES_BEFORE = 100;
/** The newest tries of a notice whose results are kept. */
export const MAX_TRIES_KEPT = 20;
/** A notice is sent again by request at most once in this time. */
export const REDELIVERY_PAUSE_MS = 10_000;
/** Monitors that a tenant may have, and channels that one of them, or a rule, may name. */
export const MAX_MONITORS = 1_000;
export const MAX_MONITOR_CHANNELS = 10;
/** Seconds that a monitor waits after the time at which a success was due, unless it says otherwise. */
export const DEFAULT_MONITOR_GRACE_SECONDS = 300;
/** The shortest period and grace of a monitor, in seconds. */
export const MIN_MONITOR_SECONDS = 10;
/** The beginning of a ping's body that is read, and the part of it that is stored, in bytes. */
export const MAX_PING_BYTES = 64 * 1024;
export const MAX_PING_KEPT_BYTES = 4 * 1024;
/** Pings of one monitor that each api takes in a second, after a burst of twice as many. */
export const MAX_PINGS_PER_SECOND = 5;
/** The newest pings of a monitor that are kept, and for how long. */
export const MAX_PINGS_KEPT = 100;
export const PING_KEPT_MS = 30 * 24 * 3_600_000;
/** A monitor decides on a time only this long after it has passed, so that a ping of just before is stored by then. */
export const PING_SETTLE_MS = 2_000;
/** An incident is kept for this long after its end. */
export const INCIDENT_KEPT_MS = 90 * 24 * 3_600_000;
/** Rules that a tenant may have, and jobs that one check of a rule reads. */
export const MAX_RULES = 100;
export const RULE_PAGE_JOBS = 100;
/** Affected jobs that an incident of a rule names; it counts all of them. */
export const MAX_INCIDENT_JOBS = 20;
/** The newest runs of a job that are read for a rule, and the greatest `runs` of a condition `tooOften`. */
export const RULE_RUNS = 50;
export const MAX_OFTEN_RUNS = 100;
/** The greatest `count` of a condition `failuresInRow`, and the ended runs among which `flapping` counts changes between success and failure. */
export const MAX_FAILURES_IN_ROW = 20;
export const FLAPPING_RUNS = 20;
/** A run takes too long at this many times the 95th percentile of the job's newest successes, if there are at least `MIN_USUAL_RUNS`. */
export const DEFAULT_RULE_FACTOR = 2;
/** Each check of a rule reads again what happened this long before the former check, because it may have been stored late. */
export const RULE_SETTLE_MS = 10_000;
/** Error groups of a tenant that are kept; if there are more, groups with one failure are removed first, then those whose last failure is longest ago. */
export const MAX_ERROR_GROUPS = 500;
/** Error groups that are removed at once, so that not every new group causes a removal. */
export const ERROR_GROUPS_ROOM = 50;
/** An error group is kept for this long after its last failure; without one for `ERROR_QUIET_MS` it is quiet. */
export const ERROR_GROUP_KEPT_MS = 90 * 24 * 3_600_000;
export const ERROR_QUIET_MS = 7 * 24 * 3_600_000;
/** The last lines of a failed run that identify its error group, and the length of each line after it is normalised. */
export const MAX_ERROR_LINES = 10;
export const MAX_ERROR_LINE_LENGTH = 200;
/** The last lines of a log among which these are searched; equal lines count once. */
export const ERROR_LINES_READ = 200;
/** Jobs that an error group names, and the newest versions of each that have failed so. */
export const MAX_ERROR_JOBS = 100;
export const MAX_ERROR_VERSIONS = 5;
/** Hours and days by which an error group counts its failures. */
export const ERROR_TREND_HOURS = 24;
export const ERROR_TREND_DAYS = 14;
/** Failed runs that are counted together: an error group is written once for all of them. */
export const FAILURES_COUNTED_AT_ONCE = 200;
/** Triggers that a tenant may have, and secrets that one of them takes signatures of. */
export const MAX_TRIGGERS = 200;
export const MAX_TRIGGER_SECRETS = 4;
/** Conditions of a trigger, and parameters that it gives. */
export const MAX_TRIGGER_CONDITIONS = 16;
export const MAX_TRIGGER_PARAMETERS = 100;
/** Length of a message's id. */
export const MAX_MESSAGE_ID_LENGTH = 255;
/** The body of a delivery to a trigger, in bytes. */
export const MAX_TRIGGER_BODY_BYTES = 1024 * 1024;
/** Signed deliveries to one trigger that each api takes in a second, after a burst of twice as many. */
export const MAX_TRIGGER_DELIVERIES_PER_SECOND = 10;
/** A message to a trigger is remembered for this long after it first came, so that repeated messages start no other run. */
export const TRIGGER_DELIVERY_KEPT_MS = 4 * 24 * 3_600_000;
/** How often in a minute a replica records unsigned or too frequent messages of a trigger; further ones are counted with the next record. */
export const MAX_TRIGGER_REFUSALS_PER_MINUTE = 10;
/** Rules of retries that a job may have, and reasons that one of them may name. */
export const MAX_RETRY_RULES = 20;
export const MAX_RETRY_REASONS = 20;
/** The longest time, from the answer of a worker or of the receiver of a notice, for which its `Retry-After` is obeyed. */
export const MAX_RETRY_AFTER_MS = 3_600_000;
/** Options that a job may declare, values that a choice may offer, and the length of one value. */
export const MAX_OPTIONS = 100;
export const MAX_OPTION_VALUES = 1_000;
export const MAX_OPTION_TEXT_LENGTH = 32_768;
/** The JSON Schema of a job's parameters: its size as JSON, how deep schemas in it may be nested, and its parts. */
export const MAX_SCHEMA_BYTES = 16 * 1024;
export const MAX_SCHEMA_DEPTH = 40;
/** Each schema, value of `enum` and name of `required` is a part; a part that is referred to counts for each reference. */
export const MAX_SCHEMA_PARTS = 500;
/** Instructions that the patterns of a schema may have together; and steps, instructions times characters, of one check. */
export const MAX_PATTERN_PROGRAM = 10_000;
export const MAX_PATTERN_STEPS = 50_000_000;
/** Steps of one check: parts of the schema times values in the parameters. Parameters that need more are refused. */
export const MAX_CHECK_STEPS = 1_000_000;
/** Up to this many steps a check reports all problems, beyond that only the first one. */
export const MAX_WHOLE_CHECK_STEPS = 20_000;
/** Problems of parameters that one check reports at most. */
export const MAX_PARAMETER_PROBLEMS = 20;
/** Schemas that a process keeps compiled. */
export const MAX_COMPILED_SCHEMAS = 200;
export const MAX_PAGE_SIZE = 500;
export const DEFAULT_PAGE_SIZE = 50;
/** The total of a list is exact up to this number; a greater one is estimated. */
export const MAX_COUNTED_TOTAL = 1_000;
/** Time of the database for one read of a search by a text that a caller gives; then the request fails. */
export const MAX_SEARCH_MS = 5_000;
/** A page of a list ends early with the item with which it reaches this size. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Transitions kept inside the run document; older ones are in `runEvents`. */
export const MAX_EMBEDDED_TRANSITIONS = 64;
export const MAX_PENDING_EFFECTS = 256;
export const MAX_MESSAGE_LENGTH = 2_000;
/** Length of the message of a live attempt in the run document; the record of the attempt has the whole message. */
export const MAX_LIVE_MESSAGE_LENGTH = 200;
/** The progress that a worker reports, as JSON: it is stored in the run document. */
export const MAX_PROGRESS_BYTES = 512;
export const MAX_ATTEMPTS_PER_INDEX = 100;

export const DEFAULT_IDLE_TIMEOUT_SECONDS = 43_200;
export const DEFAULT_START_DEADLINE_SECONDS = 900;
export const DEFAULT_GRACE_SECONDS = 30;
/** Log lines and job storage of a web-service worker are accepted this long after its attempt ended; job storage only if no newer run was created or has saved since. */
export const LATE_CALLBACK_MS = 60_000;
/** A run waits this long for its output to be sealed before it ends with an incomplete log. */
export const SEAL_HOLD_MS = 60_000;
/** While the collector still reads the output, that wait starts again; all waits together last at most this long. */
export const MAX_SEAL_HOLD_MS = 3_600_000;
/**
 * Seconds that a client may take to introduce itself to a NATS server, encryption included. The server's own 2 s shut out a process that
 * stands still on a full machine, and its client waits for the answer to a connection that is gone.
 */
export const NATS_HANDSHAKE_SECONDS = 10;
/** Ended attempts of one run in one seal request. */
export const MAX_SEALS_ASKED_AT_ONCE = 200;
/** Silent attempts of one run in one question about when they last wrote a line. */
export const MAX_SIGNS_ASKED_AT_ONCE = 100;
/** Runs that one request of `POST /runs:batch` may ask for. */
export const MAX_RUNS_PER_BATCH = 1_000;
/** Runs that one message requests from the scheduler. */
export const MAX_RUNS_ADMITTED_AT_ONCE = 200;
/** Successes of jobs in one message to the other executors. */
export const MAX_SUCCESSES_ANNOUNCED = 500;
/** An end of a run is counted in the usage ledger when it is this old: it is stored by then, whatever process stood still for a minute. */
export const USAGE_LAG_MS = 90_000;
/** The longest window of time whose ends are counted together. */
export const USAGE_WINDOW_MS = 300_000;
/** What job storage holds is measured so often; in an installation with many thousands of jobs that save, the measurement itself takes longer. */
export const STORAGE_MEASURED_MS = 3_600_000;
/** A decision that ends a run is made again if it could not be stored within this time: the time of its end would be too old. */
export const MAX_END_AGE_MS = 15_000;
/** A run is removed before its end is counted only if it has waited this long for that. */
export const USAGE_WAIT_MS = 3_600_000;
/** Lines and bytes of text of one request to the target of `LOG_EXPORT_URL`. */
export const LOG_EXPORT_LINES = 2_000;
export const LOG_EXPORT_BYTES = 1024 * 1024;
/** A request to that target without an answer is given up after this time. */
export const LOG_EXPORT_TIMEOUT_MS = 30_000;
/** The pause after a first failure, twice as long after each further one up to a minute, and the longest that a target may ask for. */
export const LOG_EXPORT_PAUSE_MS = 1_000;
export const MAX_LOG_EXPORT_PAUSE_MS = 60_000;
export const MAX_LOG_EXPORT_RETRY_AFTER_MS = 3_600_000;
/** After an answer that only a person can change, such as 401, the target is tried again after this time. */
export const LOG_EXPORT_REFUSED_PAUSE_MS = 300_000;
/** With a target, a run is removed when its end is this old, whether it is shipped or not: time enough where the target works. */
export const LOG_EXPORT_GRACE_MS = 180_000;
/** Usage of a month is kept this long from its first day. */
export const USAGE_KEPT_MS = 800 * 24 * 3_600_000;
/** A scheduled run's key outlives its deletion so that no late planner can run the slot again. */
export const TOMBSTONE_MS = 24 * 3_600_000;

/** Audit entries are kept for 400 days, so that a whole year can be reviewed. */
export const AUDIT_KEPT_MS = 400 * 24 * 3_600_000;

/** Refused requests of one caller that a replica records in the audit per minute: a caller who repeats them causes no flood of writes. */
export const MAX_REFUSED_RECORDED_PER_MINUTE = 60;
/** Refused requests without a known caller that a replica records in the audit per minute. */
export const MAX_UNKNOWN_RECORDED_PER_MINUTE = 60;
/** Length of the path in the audit entry of a refused request. */
export const MAX_RECORDED_PATH_LENGTH = 200;
/** Repeated reads of the secrets of one object by one caller make one audit entry in this time. */
export const SECRET_READ_REPEAT_MS = 300_000;
/** Audit entries that one request verifies; the answer says where the next one continues. */
export const MAX_AUDIT_VERIFIED = 50_000;

export const MAX_LOG_LINE_BYTES = 16 * 1024;
export const MAX_LOG_CHUNK_BYTES = 256 * 1024;
/** Lines of one chunk, since empty lines need space, too. A single block of a source may contain more. */
export const MAX_LOG_CHUNK_LINES = 8_192;
export const LOG_FLUSH_MS = 2_000;
export const MAX_LOG_BYTES_PER_ATTEMPT = 64 * 1024 * 1024;
export const MAX_LOG_BYTES_PER_RUN = 1024 * 1024 * 1024;
/** Bytes of one block that a source yields: small enough that a chunk can end after any block. */
export const MAX_SOURCE_BLOCK_BYTES = 128 * 1024;
/** Bytes that are kept of one line while it is read: enough to recognise a storage line of the greatest size. */
export const MAX_SOURCE_LINE_BYTES = 128 * 1024;
/** Merged chunks span at most this time, so that a reader of the newest lines knows how far back it must read. */
export const MAX_MERGED_CHUNK_SPAN_MS = 3_600_000;
/** Length of the text that a log is searched for. */
export const MAX_LOG_SEARCH_LENGTH = 500;
/** Keys of the newest callbacks of an attempt that are kept, to recognise repeated callbacks. */
export const MAX_CALLBACK_KEYS = 4_096;
/** Paths in a tenant's allow-list for pod templates. */
export const MAX_TEMPLATE_PATHS = 500;
export const MAX_TEMPLATE_PATH_LENGTH = 200;
/** Fields that a worker with rights of its own allows jobs to set. */
export const MAX_JOB_FIELDS = 200;
/** Names, labels and keys in one entry of a tenant's `clusterAccess`. */
export const MAX_GRANTED_NAMES = 500;
export const MAX_STORAGE_VERSIONS = 20;
/** Depth of nested JSON values; deeper ones are refused, because serialisers recurse. */
export const MAX_JSON_DEPTH = 64;
/** Secrets shorter than this are not masked: they would hide half of every log. */
export const MIN_MASKED_LENGTH = 4;
/** Numbers among secrets are masked from this length on: shorter ones occur everywhere. */
export const MIN_MASKED_NUMBER_LENGTH = 6;

/** A token expires after this time unless its creator sets another. */
export const DEFAULT_TOKEN_AGE_MS = 90 * 24 * 3_600_000;
/** Tokens that may have a role in one tenant, and in every tenant (`*`); sessions are not counted, expired tokens while kept. */
export const MAX_TOKENS_PER_TENANT = 1_000;
/** The length of a chain of tokens, each created with the one before; the last of them cannot create tokens. */
export const MAX_TOKEN_MAKERS = 16;
/** An expired token is listed for this long before it is removed. */
export const EXPIRED_TOKEN_KEPT_MS = 24 * 3_600_000;
/** The last use of a token is stored at most once in this time. */
export const TOKEN_USE_NOTED_MS = 60_000;

export const MEMBER_HEARTBEAT_MS = 1_000;
/** A replica counts as dead after this long without a heartbeat; one whose heartbeats come late extends that up to the longer time. */
export const MEMBER_EXPIRY_MS = 3_000;
export const MAX_MEMBER_EXPIRY_MS = 30_000;
/** A replica's own lease ends this much earlier than others may count it as dead. */
export const MEMBER_LEASE_MARGIN_MS = 500;
/** A replica that was silent for longer is forgotten, and its claims are free. */
export const MEMBER_REMEMBERED_MS = 2 * 3_600_000;
/** After this long with punctual heartbeats, a replica halves its extension. */
export const MEMBER_CALM_MS = 120_000;
export const CLOCK_CHECK_MS = 10_000;
export const MAX_CLOCK_SKEW_MS = 1_000;
/** A planned batch that is older than this, because its process stood still meanwhile, is dropped and planned again. */
export const MAX_PLAN_AGE_MS = 30_000;
export const SWEEP_INTERVAL_MS = 1_000;
/** The interval, in milliseconds, of sweeps that find only what a lost message or a crash has left undone. */
export const GUARD_SWEEP_MS = 3_000;

/** Jobs of an edited worker that are synchronised before the edit is answered; the scheduler's sweep synchronises the others. */
export const MAX_JOBS_REAPPLIED = 2_000;

/** Jobs with `secretsFrom` whose variables `doctor` judges; it says when there are more. */
export const MAX_JOBS_EXAMINED = 1_000;
/** Time for which `doctor` searches for them, in milliseconds. */
export const MAX_EXAMINING_MS = 5_000;

/** Slots that one backfill may cover. */
export const MAX_BACKFILL_SLOTS = 10_000;
export const MAX_BACKFILLS_LISTED = 100;
/** Backfills that may be active for one job. */
export const MAX_OPEN_BACKFILLS = 20;
/** Slots that one answer counts as backfilled, over all of its gaps. */
export const MAX_BACKFILLED_COUNTED = 20_000;
/** Gaps that an overview looks through, the latest first, for those that no backfill has made up for. */
export const MAX_OVERVIEW_GAPS = 500;
/** Backfills that an overview reads to find those gaps. */
export const MAX_BACKFILLS_READ = 1_000;
/** A backfill is stored for this long after its end. */
export const BACKFILL_KEPT_MS = 90 * 24 * 3_600_000;
/** Slots per minute that a backfill starts: by default, and at most. */
export const DEFAULT_BACKFILL_PER_MINUTE = 60;
export const MAX_BACKFILL_PER_MINUTE = 6_000;
/** A backfilled slot that the limits of its job refuse is tried again after this time. */
export const BACKFILL_RETRY_MS = 1_000;

/** Indexes of one run, all its tasks together. */
export const MAX_INDEXES_PER_RUN = 100_000;
/** Indexes that one `runIndexes` document describes. */
export const INDEX_CHUNK_SIZE = 4_096;
/** A task of at most this many indexes stores their states in the run document. */
export const MAX_EMBEDDED_INDEXES = 256;
export const MAX_TASKS = 100;
/** Policies in one list: a job's or a task's. */
export const MAX_POLICIES = 32;
export const MAX_SUCCESS_RULES = 20;
/** Text forms of index sets in a job, such as `0-2,5`. */
export const MAX_INDEX_TEXT_LENGTH = 64 * 1024;
export const MAX_MATRIX_KEYS = 16;
export const MAX_INDEX_KEY_LENGTH = 253;
export const MAX_PLUGIN_ARGUMENTS = 16;
/** A longer list of hosts is only in its file: one environment string may have 128 KiB. */
export const MAX_HOSTS_VARIABLE_BYTES = 96 * 1024;
/** Indexes of a run whose hosts are listed (plugins svc, ssh): a ConfigMap or Secret may have 1 MiB. */
export const MAX_LISTED_HOSTS = 4_000;
export const MAX_VOLUMES = 32;
/** The greatest `maxRetry` of a job and `maxRestarts` of a task. */
export const MAX_RESTARTS = 1_000;
export const DEFAULT_MAX_RETRY = 3;
export const DEFAULT_MAX_RESTARTS = 3;
/** Members of all gangs of a run together: an earlier wave stays live while the waves that need it are placed. */
export const MAX_GANG_SIZE = 1_000;
/** A gang that has not been placed as a whole by then is released and tried again. */
export const GANG_TIMEOUT_MS = 120_000;
/** Pending delayed actions of policies at which a run stops starting attempts. */
export const MAX_DELAYED_ACTIONS = 1_000;
/** Holds at the same time: those of single tenants, and the one of all tenants. */
export const MAX_HOLDS = 1_000;
/** Runs that an overview covers: the newest ones, if there are more. As many unfinished runs, and as many delayed ones, are counted. */
export const MAX_OVERVIEW_RUNS = 5_000;
/** Failing jobs that an overview counts, and failures in a row of each. */
export const MAX_OVERVIEW_FAILING = 1_000;
/** Jobs of a scheduler's shards that are counted by the age of their last success: those with the oldest success, and as many that have never succeeded. */
export const MAX_SUCCESS_AGES = 2_000;
/** Schedules of one tenant that are counted by the minutes of their next slots. */
export const MAX_SCHEDULES_IN_LOAD = 20_000;
/** Schedules of one tenant in a herd report, and slots of all of them together; further ones are not counted. */
export const MAX_SCHEDULES_IN_HERD = 5_000;
export const MAX_HERD_SLOTS = 100_000;
/** Slots of one job in a herd report, as many as every five minutes of a day: a job with more is left out. */
export const MAX_HERD_SLOTS_PER_JOB = 288;
/** Hours that a herd report looks ahead. */
export const MAX_HERD_HOURS = 168;
/** Crowded minutes in a herd report, jobs that are named of each, and suggestions. */
export const MAX_HERD_INSTANTS = 50;
export const MAX_NAMED_IN_HERD = 20;
export const MAX_HERD_SUGGESTIONS = 500;
/** Hours that an overview covers at most. */
export const MAX_OVERVIEW_HOURS = 168;
/** Days over which one request may count the outcomes of a job: a year and a day. */
export const MAX_OUTCOME_DAYS = 366;
/** Runs that such a request counts: the newest ones, if there are more. */
export const MAX_OUTCOME_RUNS = 50_000;
/** Jobs whose newest runs one request may ask for. */
export const MAX_RECENT_JOBS = 50;
/** Runs per job in such a request. */
export const MAX_RECENT_RUNS = 100;
/** Jobs or runs that one bulk operation may change. */
export const MAX_BULK_OBJECTS = 20_000;
/** Ids in a bulk operation that names its objects. */
export const MAX_BULK_IDS = 1_000;
/** Bulk operations of one caller that may be in progress at once. */
export const MAX_OPEN_BULKS = 10;
/** Refusals that a bulk operation lists; further ones are only counted. */
export const MAX_BULK_REFUSALS = 100;
/** A bulk operation without progress for this long, because a service is unavailable, ends. */
export const MAX_BULK_STANDSTILL_MS = 3_600_000;
/** The number of shards of an installation, a power of two: least, greatest, and default. */
export const MIN_SHARDS = 64;
export const MAX_SHARDS = 1_024;
export const DEFAULT_SHARDS = 64;
/** Shards that an executor takes over at the same time. */
export const MAX_SHARDS_RECOVERED_AT_ONCE = 8;
/** Buckets into which the holders of one shared limit are divided. It never changes for a stored bucket. */
export const HOLDER_BUCKETS = 256;
/** Changes of holders that a shared limit lists in its own document: with more, they are folded into its buckets. */
export const MAX_RECENT_HOLDERS = 128;
/** Runs that the API lists per limit. */
export const MAX_HOLDERS_SHOWN = 200;
/** Profiles and heap snapshots that a replica keeps; the oldest are removed first. */
export const MAX_DIAGNOSIS_FILES = 5;
/** Duration of a CPU profile at most. */
export const MAX_PROFILE_SECONDS = 120;
/** Duration of a changed log level: by default, and at most. */
export const DEFAULT_LOG_LEVEL_SECONDS = 900;
export const MAX_LOG_LEVEL_SECONDS = 86_400;
/** Conditions in `after` of one job. */
export const MAX_AFTER = 32;
/** Jobs that may depend on one job. */
export const MAX_DEPENDENTS = 1_000;
/** Jobs that the search for a dependency cycle visits. */
export const MAX_GRAPH_JOBS = 500;
/** Jobs in one dependency graph. */
export const MAX_GRAPH_SHOWN = 200;
/** Depth of a dependency graph: by default, and at most. */
export const DEFAULT_GRAPH_DEPTH = 2;
export const MAX_GRAPH_DEPTH = 10;
/** Tests of outputs in one condition, and outputs that one condition passes on. */
export const MAX_OUTPUT_TESTS = 16;
export const MAX_PASSED_OUTPUTS = 32;
export const MAX_OUTPUT_PATH_LENGTH = 500;
/** The greatest `within` of a condition: 366 days. */
export const MAX_WITHIN_SECONDS = 366 * 86_400;
/** Outputs of one run, as JSON: they are stored in the run document. */
export const MAX_OUTPUTS_BYTES = 8 * 1024;
/** Ended runs whose dependents one pass of a replica decides. */
export const MAX_UPSTREAM_RUNS_AT_ONCE = 200;
/** Runs of one job and one cause that are read: the first one and its reruns. */
export const MAX_RUNS_OF_CAUSE = 100;

/** References to secrets that are kept outside that a job may have, and providers of such secrets that may be declared. */
export const MAX_SECRET_REFERENCES = 32;
export const MAX_SECRET_PROVIDERS = 32;
export const MAX_PROVIDER_PATHS = 100;
export const MAX_SECRET_PATH_LENGTH = 512;
export const MAX_SECRET_KEY_LENGTH = 253;
export const MAX_SECRET_VERSION = 1_000_000_000;
/** Bytes of one value that comes from outside: a variable of a process can hold it, and every form of it is searched for in logs. */
export const MAX_OUTSIDE_SECRET_BYTES = 16 * 1024;
/** Bytes of an answer of a provider. */
export const MAX_PROVIDER_ANSWER_BYTES = 1024 * 1024;
/** One request to a provider waits this long for its answer, unless the provider says otherwise. */
export const SECRET_TIMEOUT_MS = 5_000;
/** Starts that read from one provider at once, starts that may wait, and how long a start waits. */
export const MAX_SECRET_READS_AT_ONCE = 16;
export const MAX_SECRET_READS_WAITING = 1_000;
export const MAX_SECRET_READ_WAIT_MS = 10_000;
/** After this many failures in a row a provider is not asked for this long; starts that need it are refused at once. */
export const PROVIDER_FAILURES_UNTIL_PAUSE = 5;
export const PROVIDER_PAUSE_MS = 10_000;
/** A lease of a secret is checked at least this often, to renew it or, after the end of its attempt, to revoke it. */
export const LEASE_CHECK_MS = 60_000;
/** Leases of secrets that a replica checks in one pass; a lease that could not be renewed or revoked is tried again after `LEASE_RETRY_MS`. */
export const LEASES_PER_TURN = 100;
export const LEASE_RETRY_MS = 10_000;
/** Tries to start one attempt whose external secrets are remembered; a try that certainly did not start is forgotten. */
export const MAX_STARTS_REMEMBERED = 100;

/** Runs in one pack of the archive, and bytes of its objects, or of the rows of its runs, after which it takes no further run. */
export const MAX_RUNS_IN_PACK = 500;
export const MAX_PACK_BYTES = 8 * 1024 * 1024;
/** Bytes of text in one block of the archive before compression, which is the unit of reads, and bytes of one object. */
export const ARCHIVE_BLOCK_BYTES = 512 * 1024;
export const MAX_ARCHIVE_OBJECT_BYTES = 8 * 1024 * 1024;
/** Bytes that a block of the archive may have after decompression; a larger block was not written by Carillon. */
export const MAX_UNPACKED_BLOCK_BYTES = 64 * 1024 * 1024;
/** Blocks of archived runs that a replica of the api keeps in memory, in compressed bytes. */
export const ARCHIVE_CACHE_BYTES = 16 * 1024 * 1024;
/** One request to the cold store waits this long for its answer, and is tried this often while its failures may pass. */
export const COLD_STORE_TIMEOUT_MS = 15_000;
export const COLD_STORE_TRIES = 3;
/** Requests to the cold store at once, requests that may wait, and how long a request waits. */
export const COLD_STORE_REQUESTS_AT_ONCE = 8;
export const MAX_COLD_REQUESTS_WAITING = 500;
export const COLD_STORE_REQUEST_WAIT_MS = 10_000;
/** Bytes of one answer of the cold store. */
export const MAX_COLD_ANSWER_BYTES = 64 * 1024 * 1024;
/**
 * A pack that is not complete after this time was left by a replica that died: it is removed. Objects of a removed pack are removed a
 * second time after as long: a replica that stood still may have written one meanwhile.
 */
export const PACK_WRITING_MS = 3_600_000;
/** After a failure nothing is archived for the first time, after each further failure for twice as long, up to the second time. */
export const ARCHIVE_PAUSE_MS = 5_000;
export const MAX_ARCHIVE_PAUSE_MS = 300_000;
/** How long runs stay in the archive: the least and the greatest of `retention.archiveSeconds`, a day and a hundred years. */
export const MIN_ARCHIVE_SECONDS = 86_400;
export const MAX_ARCHIVE_SECONDS = 100 * 366 * 86_400;
/** Characters of the template of a request key, and of a key that is made from it. */
export const MAX_KEY_TEMPLATE_LENGTH = 500;
export const MAX_REQUEST_KEY_LENGTH = 200;
/** The longest window of `deduplicate`, in seconds, for which a key is remembered. */
export const MAX_DEDUPLICATE_SECONDS = 7 * 86_400;
/** The longest `seconds` of `debounce` and `collect`, and the longest `maxWaitSeconds`. */
export const MAX_GATHER_SECONDS = 86_400;
/** Without `maxWaitSeconds` a debounced run starts at the latest this many times `seconds` after its first request. */
export const DEBOUNCE_WAITS = 10;
/** Requests that one run of `collect` stands for: by default, and at most. */
export const DEFAULT_ITEMS = 100;
export const MAX_ITEMS = 1_000;
/** The items of one run together, as JSON: they are a variable of a process, and stored in the run document. */
export const MAX_ITEMS_BYTES = 96 * 1024;
/** How many of the first and of the last requests that a run stands for are stored with details. */
export const MAX_NAMED_REQUESTS = 10;
/** The newest requests of a debounced run that are remembered, to recognise repeated requests. */
export const MAX_KNOWN_REQUESTS = 1_000;
/** For this long it is stored of which run a request became a part, so that a repeated request finds that run. */
export const REQUEST_KEPT_MS = 24 * 3_600_000;
/** Due runs for several requests that one pass of a replica releases. */
export const MAX_RELEASES_AT_ONCE = 200;
/** Runs that a replica releases exactly in time by timers; a sweep finds further ones. */
export const MAX_RELEASE_TIMERS = 10_000;
