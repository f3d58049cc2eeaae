/** Every named limit of the data model, in one place; docs/limits.md explains them. Sizes in bytes, times in milliseconds. */

/** One environment string of a process may hold 128 KiB, so structured values that travel in one stay below. */
export const MAX_PARAMETERS_BYTES = 96 * 1024;
export const MAX_SECURE_PARAMETERS_BYTES = 96 * 1024;
export const MAX_JOB_STORAGE_BYTES = 96 * 1024;
export const MAX_REQUEST_BODY_BYTES = 1024 * 1024;
export const MAX_NAME_LENGTH = 200;
export const MAX_CRON_EXPRESSIONS = 16;
export const MAX_CRON_LENGTH = 200;
export const MAX_LABELS = 32;
/** Concurrency groups that a tenant may size, and places in one. */
export const MAX_GROUPS = 1_000;
export const MAX_GROUP_PLACES = 10_000;
/** Rules of notices that a job may have. */
export const MAX_NOTIFY_RULES = 10;
/** Channels that a tenant may have, and people whom one of mail may name. */
export const MAX_CHANNELS = 100;
export const MAX_MAIL_RECIPIENTS = 20;
/** Calendars that a tenant may have. */
export const MAX_CALENDARS = 1_000;
/** Tests of channels that one replica carries out at once. */
export const MAX_CHANNEL_TESTS = 8;
/** A slot that is recorded later than this after its effective time is late, unless the rule says otherwise. */
export const DEFAULT_LATE_SECONDS = 60;
/** A run is long when it takes so many times the usual: the median of the newest successes, of which there must be some. */
export const LONG_FACTOR = 3;
export const MIN_USUAL_RUNS = 5;
export const MIN_LONG_SECONDS = 60;
/** What happened longer ago is not told any more; what was told is remembered for longer than that. */
export const NOTICE_WINDOW_MS = 24 * 3_600_000;
export const NOTICE_KEPT_MS = 7 * 24 * 3_600_000;
/** Newest runs of a job that are looked at for notices. */
export const NOTICE_RUNS = 50;
/** A notice is sent so often; the pause doubles from the first to the greatest. */
export const MAX_NOTICE_TRIES = 16;
export const NOTICE_RETRY_MS = 5_000;
export const MAX_NOTICE_RETRY_MS = 600_000;
/** The newest tries of a notice whose results are kept. */
export const MAX_TRIES_KEPT = 20;
/** A notice is sent anew by request at most once in this time. */
export const REDELIVERY_PAUSE_MS = 10_000;
/** Options that a job may declare, values that a choice may offer, and the length of one value. */
export const MAX_OPTIONS = 100;
export const MAX_OPTION_VALUES = 1_000;
export const MAX_OPTION_TEXT_LENGTH = 32_768;
export const MAX_PAGE_SIZE = 500;
export const DEFAULT_PAGE_SIZE = 50;
/** The total of a list is counted so far; a greater one is estimated. */
export const MAX_COUNTED_TOTAL = 1_000;
/** Jobs are counted so far where an index alone answers; beyond, the total of their list is this number, as an estimate. */
export const MAX_COUNTED_JOBS = 100_000;
/** A page of a list ends early when its items have so much together, the last of them included. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Transitions kept inside the run document; older ones are in `runEvents`. */
export const MAX_EMBEDDED_TRANSITIONS = 64;
export const MAX_PENDING_EFFECTS = 256;
export const MAX_MESSAGE_LENGTH = 2_000;
/** What a run document says of one live attempt; its record has the whole message. */
export const MAX_LIVE_MESSAGE_LENGTH = 200;
/** What a worker tells of its progress, as JSON: it is kept in the run's document. */
export const MAX_PROGRESS_BYTES = 512;
export const MAX_ATTEMPTS_PER_INDEX = 100;

export const DEFAULT_IDLE_TIMEOUT_SECONDS = 43_200;
export const DEFAULT_START_DEADLINE_SECONDS = 900;
export const DEFAULT_GRACE_SECONDS = 30;
/** Log lines and job storage of a web-service worker are accepted this long after its attempt ended. */
export const LATE_CALLBACK_MS = 60_000;
/** A run waits this long for its output to be sealed before it ends with an incomplete log. */
export const SEAL_HOLD_MS = 60_000;
/** While the collector goes on reading the output, the wait begins anew, for so long at most. */
export const MAX_SEAL_HOLD_MS = 3_600_000;
/** Ended attempts of one run of which one message asks whether their output is stored. */
export const MAX_SEALS_ASKED_AT_ONCE = 200;
/** Runs that one request of `POST /runs:batch` may ask for. */
export const MAX_RUNS_PER_BATCH = 1_000;
/** Runs that one message asks the scheduler for. */
export const MAX_RUNS_ADMITTED_AT_ONCE = 200;
/** Successes of jobs that one message tells other executors of. */
export const MAX_SUCCESSES_ANNOUNCED = 500;
/** A scheduled run's key outlives its deletion so that no late planner can run the slot again. */
export const TOMBSTONE_MS = 24 * 3_600_000;

/** Who changed what is told for this long: 400 days, so that a year can be looked back on. */
export const AUDIT_KEPT_MS = 400 * 24 * 3_600_000;

/** Requests of one caller that were refused, and that a replica records in a minute: who asks on and on is no flood of writes. */
export const MAX_REFUSED_RECORDED_PER_MINUTE = 60;
/** Requests of callers whom nobody knows that a replica records in a minute. */
export const MAX_UNKNOWN_RECORDED_PER_MINUTE = 60;
/** Length of the path that is recorded of a request which was refused. */
export const MAX_RECORDED_PATH_LENGTH = 200;
/** That somebody reads the secrets of the same thing again is recorded once in so long. */
export const SECRET_READ_REPEAT_MS = 300_000;
/** Entries of the audit that one request verifies; it says where to go on. */
export const MAX_AUDIT_VERIFIED = 50_000;

export const MAX_LOG_LINE_BYTES = 16 * 1024;
export const MAX_LOG_CHUNK_BYTES = 256 * 1024;
/** Empty lines take room, too. A single block of a source may hold more. */
export const MAX_LOG_CHUNK_LINES = 8_192;
export const LOG_FLUSH_MS = 2_000;
export const MAX_LOG_BYTES_PER_ATTEMPT = 64 * 1024 * 1024;
export const MAX_LOG_BYTES_PER_RUN = 1024 * 1024 * 1024;
/** A source hands over at most this much of an attempt's output at once, so that a chunk can be cut after every block. */
export const MAX_SOURCE_BLOCK_BYTES = 128 * 1024;
/** What is kept of one line while it is read: enough to recognise a storage line of the greatest size. */
export const MAX_SOURCE_LINE_BYTES = 128 * 1024;
/** Merged chunks span at most this, so that a reader of the newest lines knows how far back it must look. */
export const MAX_MERGED_CHUNK_SPAN_MS = 3_600_000;
/** Text that a run's log is searched for. */
export const MAX_LOG_SEARCH_LENGTH = 500;
/** Keys of the newest callbacks of an attempt, by which a repeat is known. */
export const MAX_CALLBACK_KEYS = 4_096;
/** Paths in a tenant's allow-list for pod templates. */
export const MAX_TEMPLATE_PATHS = 500;
export const MAX_TEMPLATE_PATH_LENGTH = 200;
/** Fields of jobs that a worker with rights of its own opens. */
export const MAX_JOB_FIELDS = 200;
/** Names, labels and keys in one entry of a tenant's `clusterAccess`. */
export const MAX_GRANTED_NAMES = 500;
export const MAX_STORAGE_VERSIONS = 20;
/** Values nested deeper are refused: serialisers recurse. */
export const MAX_JSON_DEPTH = 64;
/** Shorter texts would hide half of every log. */
export const MIN_MASKED_LENGTH = 4;
/** Numbers among secrets are hidden from so many characters on: shorter ones are everywhere. */
export const MIN_MASKED_NUMBER_LENGTH = 6;

/** A token ends after this time unless its maker says otherwise. */
export const DEFAULT_TOKEN_AGE_MS = 90 * 24 * 3_600_000;
/** Tokens that may have a role in one tenant, and in every tenant (`*`); sessions are not counted, expired tokens while kept. */
export const MAX_TOKENS_PER_TENANT = 1_000;
/** A token that was made with a token, and so on: nobody makes one that would have more makers. */
export const MAX_TOKEN_MAKERS = 16;
/** An expired token is shown for so long before it is removed. */
export const EXPIRED_TOKEN_KEPT_MS = 24 * 3_600_000;
/** That a token is used is written down once in so long. */
export const TOKEN_USE_NOTED_MS = 60_000;

export const MEMBER_HEARTBEAT_MS = 1_000;
/** A replica that has been silent for so long is taken for dead; one whose heartbeats come late asks for up to the longer time. */
export const MEMBER_EXPIRY_MS = 3_000;
export const MAX_MEMBER_EXPIRY_MS = 30_000;
/** A replica's own lease ends so much before others may take it for dead. */
export const MEMBER_LEASE_MARGIN_MS = 500;
/** Silent for longer, it is not looked at any more: what it had claimed is free. */
export const MEMBER_REMEMBERED_MS = 2 * 3_600_000;
/** Punctual for so long, it asks for half the patience again. */
export const MEMBER_CALM_MS = 120_000;
export const CLOCK_CHECK_MS = 10_000;
export const MAX_CLOCK_SKEW_MS = 1_000;
/** A batch planned longer ago than this (its process was stopped meanwhile) is dropped and planned again. */
export const MAX_PLAN_AGE_MS = 30_000;
export const SWEEP_INTERVAL_MS = 1_000;

/** Jobs of an edited worker that are synchronised before the edit is answered; the scheduler's sweep synchronises the others. */
export const MAX_JOBS_REAPPLIED = 2_000;

/** Slots that one backfill may cover. */
export const MAX_BACKFILL_SLOTS = 10_000;
export const MAX_BACKFILLS_LISTED = 100;
/** Slots that a backfill begins in a minute, unless it says otherwise, and at most. */
export const DEFAULT_BACKFILL_PER_MINUTE = 60;
export const MAX_BACKFILL_PER_MINUTE = 6_000;
/** A backfilled slot that its job's limits refuse is tried again after this time. */
export const BACKFILL_RETRY_MS = 1_000;

/** Indexes of one run, all its tasks together. */
export const MAX_INDEXES_PER_RUN = 100_000;
/** Indexes that one `runIndexes` document describes. */
export const INDEX_CHUNK_SIZE = 4_096;
/** A task of at most this many indexes keeps what became of them in the run document. */
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
/** A list of hosts beyond this is in its file alone: one environment string may hold 128 KiB. */
export const MAX_HOSTS_VARIABLE_BYTES = 96 * 1024;
/** Indexes of a run whose hosts are listed (plugins svc, ssh): a ConfigMap or Secret holds 1 MiB. */
export const MAX_LISTED_HOSTS = 4_000;
export const MAX_VOLUMES = 32;
/** The greatest `maxRetry` of a job and `maxRestarts` of a task. */
export const MAX_RESTARTS = 1_000;
export const DEFAULT_MAX_RETRY = 3;
export const DEFAULT_MAX_RESTARTS = 3;
/** Members of a run's gangs, all waves together: an earlier wave lives on while those that need it are placed. */
export const MAX_GANG_SIZE = 1_000;
/** A gang that has not been placed as a whole by then is released and tried again. */
export const GANG_TIMEOUT_MS = 120_000;
/** Delayed actions of policies that a run may have open before it stops starting attempts. */
export const MAX_DELAYED_ACTIONS = 1_000;
/** Holds at once: tenants that are held one by one, and the one for all. */
export const MAX_HOLDS = 1_000;
/** Runs that an overview is made of: where more were recorded, the newest. */
export const MAX_OVERVIEW_RUNS = 5_000;
/** Hours that an overview looks back at most. */
export const MAX_OVERVIEW_HOURS = 168;
/** Jobs whose newest runs one request may ask for. */
export const MAX_RECENT_JOBS = 50;
/** Runs that it may ask for of each. */
export const MAX_RECENT_RUNS = 100;
/** Jobs or runs that one bulk operation may change. */
export const MAX_BULK_OBJECTS = 20_000;
/** Ids that it may be given in place of a query. */
export const MAX_BULK_IDS = 1_000;
/** Bulk operations that one caller may have under way. */
export const MAX_OPEN_BULKS = 10;
/** Refusals that a bulk operation lists; all are counted. */
export const MAX_BULK_REFUSALS = 100;
/** A bulk operation that has not got further by then, because a service is away, ends. */
export const MAX_BULK_AGE_MS = 3_600_000;
/** Holders of one limit that are shown. */
export const MAX_HOLDERS_SHOWN = 200;
/** Profiles and heap snapshots that a replica keeps; the oldest go. */
export const MAX_DIAGNOSIS_FILES = 5;
/** How long a profile may take. */
export const MAX_PROFILE_SECONDS = 120;
/** How long a log level that somebody asked for holds, when nothing is said and at most. */
export const DEFAULT_LOG_LEVEL_SECONDS = 900;
export const MAX_LOG_LEVEL_SECONDS = 86_400;
/** Conditions in `after` of one job. */
export const MAX_AFTER = 32;
/** Jobs that may run after one job. */
export const MAX_DEPENDENTS = 1_000;
/** Jobs of one chain of dependencies that are walked when cycles are looked for. */
export const MAX_GRAPH_JOBS = 500;
/** Jobs that a graph shows. */
export const MAX_GRAPH_SHOWN = 200;
/** How far from its job a graph reaches, when nothing is said and at most. */
export const DEFAULT_GRAPH_DEPTH = 2;
export const MAX_GRAPH_DEPTH = 10;
/** Tests of outputs in one condition, and outputs that one passes on. */
export const MAX_OUTPUT_TESTS = 16;
export const MAX_PASSED_OUTPUTS = 32;
export const MAX_OUTPUT_PATH_LENGTH = 500;
/** The greatest `within` of a condition: 366 days. */
export const MAX_WITHIN_SECONDS = 366 * 86_400;
/** Outputs of one run, as JSON: they are kept in the run's document. */
export const MAX_OUTPUTS_BYTES = 8 * 1024;
/** Ended runs whose dependents one pass of a replica decides. */
export const MAX_UPSTREAM_RUNS_AT_ONCE = 200;
/** Runs of one job and one cause that are looked at: the first, and its reruns. */
export const MAX_RUNS_OF_CAUSE = 100;
