/**
 * Every named limit of the data model, in one place. Sizes in bytes, times in milliseconds unless the name says otherwise.
 *
 * A limit that users or operators can meet says `@beyond` what happens beyond it: docs/limits.md lists these, docs/reference/internal-limits.md
 * the others, each under the headings of this file.
 */

// == Requests, lists and bulk operations ==

/** The body of a request. @beyond 413 */
export const MAX_REQUEST_BODY_BYTES = 1024 * 1024;
/** Characters of a displayed name. @beyond refused */
export const MAX_NAME_LENGTH = 200;
/** Items on a page of a list; 50 unless `limit` is given. @beyond refused */
export const MAX_PAGE_SIZE = 500;
/** Items on a page if `limit` is not given. */
export const DEFAULT_PAGE_SIZE = 50;
/** The exact total of a list. @beyond estimated */
export const MAX_COUNTED_TOTAL = 1_000;
/** The database's time for a search by text. @beyond 503 */
export const MAX_SEARCH_MS = 5_000;
/** A page of a list. @beyond ends early */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** Runs in one `POST /runs:batch`. @beyond refused */
export const MAX_RUNS_PER_BATCH = 1_000;
/** Jobs in one `POST /jobs:batch`. @beyond refused */
export const MAX_JOBS_PER_BATCH = 100;
/** Runs that one message requests from the scheduler. */
export const MAX_RUNS_ADMITTED_AT_ONCE = 200;
/** Levels of nested JSON; serialisers recurse. @beyond refused */
export const MAX_JSON_DEPTH = 64;
/** Holds at the same time, of tenants and of all. @beyond 409 */
export const MAX_HOLDS = 1_000;
/** Jobs or runs of one bulk operation. @beyond refused */
export const MAX_BULK_OBJECTS = 20_000;
/** Ids that a bulk operation names. @beyond refused */
export const MAX_BULK_IDS = 1_000;
/** Bulk operations of one caller in progress. @beyond 409 */
export const MAX_OPEN_BULKS = 10;
/** Refusals that a bulk operation lists; further ones are only counted. */
export const MAX_BULK_REFUSALS = 100;
/** A bulk operation without progress. @beyond it fails */
export const MAX_BULK_STANDSTILL_MS = 3_600_000;

// == Jobs and workers ==

/** Parameters as JSON; a process takes no longer variable. @beyond refused */
export const MAX_PARAMETERS_BYTES = 96 * 1024;
/** Secure parameters as JSON. @beyond refused */
export const MAX_SECURE_PARAMETERS_BYTES = 96 * 1024;
/** Labels of a job. @beyond refused */
export const MAX_LABELS = 32;
/** Former versions of a job. @beyond the oldest are removed */
export const MAX_JOB_VERSIONS = 500;
/** Former versions of a worker. @beyond the oldest are removed */
export const MAX_WORKER_VERSIONS = 500;
/** Options of a job. @beyond refused */
export const MAX_OPTIONS = 100;
/** Values that an option offers. @beyond refused */
export const MAX_OPTION_VALUES = 1_000;
/** Characters of the value of an option. @beyond refused */
export const MAX_OPTION_TEXT_LENGTH = 32_768;
/** The JSON Schema of parameters. @beyond refused */
export const MAX_SCHEMA_BYTES = 16 * 1024;
/** How deep schemas in the JSON Schema of parameters may be nested. */
export const MAX_SCHEMA_DEPTH = 40;
/** Its schemas, values of `enum` and names of `required`, each time that it is referred to. @beyond refused */
export const MAX_SCHEMA_PARTS = 500;
/** Instructions that the patterns of a schema may have together. */
export const MAX_PATTERN_PROGRAM = 10_000;
/** Steps of patterns (instructions times characters) in a check of parameters. @beyond refused */
export const MAX_PATTERN_STEPS = 50_000_000;
/** Steps (parts of the schema times values) in a check of parameters. @beyond refused */
export const MAX_CHECK_STEPS = 1_000_000;
/** Up to this many steps a check reports all problems, beyond that only the first one. */
export const MAX_WHOLE_CHECK_STEPS = 20_000;
/** Problems of parameters that one check reports at most. */
export const MAX_PARAMETER_PROBLEMS = 20;
/** Schemas that a process keeps compiled. */
export const MAX_COMPILED_SCHEMAS = 200;
/** Paths in a tenant's allow-list for pod templates. */
export const MAX_TEMPLATE_PATHS = 500;
/** Characters of a path in a tenant's allow-list for pod templates. */
export const MAX_TEMPLATE_PATH_LENGTH = 200;
/** Fields that a worker with rights of its own allows jobs to set. */
export const MAX_JOB_FIELDS = 200;
/** Characters of the body of a call whose answer ends the attempt. @beyond refused */
export const MAX_CALL_BODY_LENGTH = 64 * 1024;
/** Parameters that a job adds to the query of such a call. */
export const MAX_CALL_QUERY = 50;
/** Outputs that are taken from the answer to such a call. */
export const MAX_CALL_OUTPUTS = 32;
/** Seconds of a call whose answer ends the attempt. @beyond refused */
export const MAX_CALL_TIMEOUT_SECONDS = 1_800;
/** Seconds of such a call without a `timeoutSeconds` of its own. */
export const DEFAULT_CALL_TIMEOUT_SECONDS = 180;
/** Bytes of an answer that ends an attempt, after decoding. @beyond the attempt fails */
export const MAX_CALL_ANSWER_BYTES = 128 * 1024 * 1024;
/** Bytes of such an answer from which outputs are taken. @beyond the attempt fails */
export const MAX_CALL_JSON_BYTES = 1024 * 1024;
/** Bytes at the beginning, and as many at the end, of such an answer that become the log of the attempt. @beyond left out */
export const MAX_CALL_LOG_BYTES = 64 * 1024;
/** Redirects that a call follows. @beyond the attempt fails */
export const MAX_CALL_REDIRECTS = 5;
/** Seconds for which a stopping executor waits for the answers of calls (`CALL_DRAIN_SECONDS`). @beyond told as `CallInterrupted`, or repeated by another */
export const DEFAULT_CALL_DRAIN_SECONDS = 180;
/** Access tokens for calls that an executor keeps. */
export const MAX_CLIENT_TOKENS = 1_000;
/** Names, labels and keys in one entry of a tenant's `clusterAccess`. */
export const MAX_GRANTED_NAMES = 500;
/** Jobs that use an edited worker before the answer. @beyond soon after it */
export const MAX_JOBS_REAPPLIED = 2_000;
/** Conditions in `after` of a job. @beyond refused */
export const MAX_AFTER = 32;
/** Jobs that run after one job. @beyond refused */
export const MAX_DEPENDENTS = 1_000;
/** Jobs that a job depends on, also indirectly. @beyond refused */
export const MAX_GRAPH_JOBS = 500;
/** Jobs in one dependency graph. */
export const MAX_GRAPH_SHOWN = 200;
/** Depth of a dependency graph by default. */
export const DEFAULT_GRAPH_DEPTH = 2;
/** The greatest depth of a dependency graph. */
export const MAX_GRAPH_DEPTH = 10;
/** Tests of outputs in one condition. */
export const MAX_OUTPUT_TESTS = 16;
/** Outputs that one condition passes on. */
export const MAX_PASSED_OUTPUTS = 32;
/** Characters of a JSON Pointer into outputs. */
export const MAX_OUTPUT_PATH_LENGTH = 500;
/** `within` of a condition. @beyond refused */
export const MAX_WITHIN_SECONDS = 366 * 86_400;
/** Ended runs whose dependents one pass of a replica decides. */
export const MAX_UPSTREAM_RUNS_AT_ONCE = 200;
/** Runs of one job and one cause that are read: the first one and its reruns. */
export const MAX_RUNS_OF_CAUSE = 100;

// == Schedules, calendars and backfills ==

/** Cron expressions of a schedule. @beyond refused */
export const MAX_CRON_EXPRESSIONS = 16;
/** Characters of a cron expression. @beyond refused */
export const MAX_CRON_LENGTH = 200;
/** Characters of a recurrence rule. @beyond refused */
export const MAX_RRULE_LENGTH = 500;
/** Years, months, weeks or days that the `INTERVAL` of a recurrence rule may skip. */
export const MAX_RRULE_INTERVAL = 1_000;
/** Its `COUNT`, of which all are counted. @beyond refused */
export const MAX_RRULE_COUNT = 1_000;
/** Days by which calendars move a slot. @beyond the slot does not run */
export const MAX_MOVE_DAYS = 62;
/** Working days by which a slot may be shifted. */
export const MAX_WORKING_DAYS = 20;
/** Times of day in a schedule whose slots calendars move. @beyond refused */
export const MAX_MOVED_TIMES = 12;
/** Windows of a schedule. @beyond refused */
export const MAX_RUN_WINDOWS = 32;
/** Calendars of a tenant. @beyond 409 */
export const MAX_CALENDARS = 1_000;
/** Characters of an iCalendar file. @beyond refused */
export const MAX_ICS_LENGTH = 131_072;
/** Times that its events take up until 2099. @beyond refused */
export const MAX_ICS_SPANS = 5_000;
/** Time for evaluating it. @beyond refused */
export const ICS_TIMEOUT_MS = 5_000;
/** Memory for evaluating an iCalendar file. */
export const ICS_MEMORY_MB = 128;
/** Files that wait for this in one api. @beyond 503 */
export const MAX_ICS_WAITING = 8;
/** A planned batch that is older than this, because its process stood still meanwhile, is dropped and planned again. */
export const MAX_PLAN_AGE_MS = 30_000;
/** Slots of one backfill. @beyond refused */
export const MAX_BACKFILL_SLOTS = 10_000;
/** The newest backfills of a job that are listed. */
export const MAX_BACKFILLS_LISTED = 100;
/** Active backfills of a job. @beyond 409 */
export const MAX_OPEN_BACKFILLS = 20;
/** Slots that one answer counts as backfilled, over all of its gaps. */
export const MAX_BACKFILLED_COUNTED = 20_000;
/** A backfill after its end. @beyond removed */
export const BACKFILL_KEPT_MS = 90 * 24 * 3_600_000;
/** Slots per minute that a backfill starts by default. */
export const DEFAULT_BACKFILL_PER_MINUTE = 60;
/** Slots per minute that a backfill starts; 60 by default. @beyond refused */
export const MAX_BACKFILL_PER_MINUTE = 6_000;
/** A backfilled slot that the limits of its job refuse is tried again after this time. */
export const BACKFILL_RETRY_MS = 1_000;

// == Queues, priority and preemption ==

/** Concurrency groups of a tenant. @beyond refused */
export const MAX_GROUPS = 1_000;
/** Permits of a group. @beyond refused */
export const MAX_GROUP_PLACES = 10_000;
/** Active or waiting runs of a key, or runs that its rate admits at once. @beyond refused */
export const MAX_RUNS_PER_KEY = 10_000;
/** The longest time over which a rate per key counts, in seconds. */
export const MAX_KEY_RATE_SECONDS = 86_400;
/** Characters of a key. @beyond ends with a hash */
export const MAX_KEY_LENGTH = 128;
/** Keys of a job whose token buckets are not full. @beyond further keys wait */
export const MAX_KEY_BUCKETS = 5_000;
/** The weight of a tenant or group; 1 by default. @beyond refused */
export const MAX_WEIGHT = 1_000;
/** The least priority of a run; 0 is the default. */
export const MIN_PRIORITY = -100;
/** The priority of a run; 0 by default, -100 at least. @beyond refused */
export const MAX_PRIORITY = 100;
/** A step of priority counts as much as this time of waiting: it bounds how long a run of low priority may wait for others. */
export const AGEING_MS = 60_000;
/** A run must have waited this long for a place before it may preempt a preemptible run. */
export const PREEMPT_AFTER_MS = 2_000;
/** How often a run may be preempted by default. */
export const DEFAULT_PREEMPTIONS = 3;
/** How often a run may be preempted; 3 times by default. @beyond refused */
export const MAX_PREEMPTIONS = 100;
/** Runs that an executor preempts in a second. */
export const MAX_PREEMPTIONS_PER_SECOND = 20;
/** Runs that are preempted for one limit of permits in one check (every 5 s). */
export const MAX_PERMIT_PREEMPTIONS = 20;
/** A request to give up permits expires after this time: the run that needed them may have got others. */
export const PERMIT_DEMAND_MS = 60_000;
/** The greatest `preemptible.graceSeconds`. */
export const MAX_PREEMPTION_GRACE_SECONDS = 3_600;
/** Buckets into which the holders of one shared limit are divided. It never changes for a stored bucket. */
export const HOLDER_BUCKETS = 256;
/** Changes of holders that a shared limit lists in its own document: with more, they are folded into its buckets. */
export const MAX_RECENT_HOLDERS = 128;
/** Runs that the API lists per limit. */
export const MAX_HOLDERS_SHOWN = 200;

// == Many requests, one run ==

/** Characters of the template of a request key. */
export const MAX_KEY_TEMPLATE_LENGTH = 500;
/** Characters of a request key. @beyond refused */
export const MAX_REQUEST_KEY_LENGTH = 200;
/** The window of `deduplicate`. @beyond refused */
export const MAX_DEDUPLICATE_SECONDS = 7 * 86_400;
/** `seconds` and `maxWaitSeconds` of `debounce` and `collect`. @beyond refused */
export const MAX_GATHER_SECONDS = 86_400;
/** Without `maxWaitSeconds` a debounced run starts at the latest this many times `seconds` after its first request. */
export const DEBOUNCE_WAITS = 10;
/** Requests that one run of `collect` stands for by default. */
export const DEFAULT_ITEMS = 100;
/** Requests of one run of `collect`; 100 by default. @beyond another run begins */
export const MAX_ITEMS = 1_000;
/** Items of a run as JSON. @beyond another run begins */
export const MAX_ITEMS_BYTES = 96 * 1024;
/** How many of the first and of the last requests that a run stands for are stored with details. */
export const MAX_NAMED_REQUESTS = 10;
/** The newest requests of a debounced run that are remembered, to recognise repeated requests. */
export const MAX_KNOWN_REQUESTS = 1_000;
/** A request is remembered with its run. @beyond a repeat is new */
export const REQUEST_KEPT_MS = 24 * 3_600_000;
/** Due runs for several requests that one pass of a replica releases. */
export const MAX_RELEASES_AT_ONCE = 200;
/** Runs that a replica releases exactly in time by timers; a sweep finds further ones. */
export const MAX_RELEASE_TIMERS = 10_000;

// == Runs and attempts ==

/** Retry rules of a job. @beyond refused */
export const MAX_RETRY_RULES = 20;
/** Reasons that one retry rule may name. */
export const MAX_RETRY_REASONS = 20;
/** `Retry-After` of workers and receivers. @beyond an hour */
export const MAX_RETRY_AFTER_MS = 3_600_000;
/** Transitions kept inside the run document; older ones are in `runEvents`. */
export const MAX_EMBEDDED_TRANSITIONS = 64;
/** Effects that one decision of a run saves as pending. */
export const MAX_PENDING_EFFECTS = 256;
/** Characters of a message of an attempt or run. @beyond cut; in a callback refused */
export const MAX_MESSAGE_LENGTH = 2_000;
/** Length of the message of a live attempt in the run document; the record of the attempt has the whole message. */
export const MAX_LIVE_MESSAGE_LENGTH = 200;
/** Progress of an attempt as JSON. @beyond refused */
export const MAX_PROGRESS_BYTES = 512;
/** Attempts of an index. @beyond refused */
export const MAX_ATTEMPTS_PER_INDEX = 100;
/** Silence of a web service, by default. @beyond the attempt fails */
export const DEFAULT_IDLE_TIMEOUT_SECONDS = 43_200;
/** Time for an attempt to start, by default. @beyond the attempt fails */
export const DEFAULT_START_DEADLINE_SECONDS = 900;
/** Time for a stopped attempt to end. @beyond ended by force */
export const DEFAULT_GRACE_SECONDS = 30;
/** Log lines and job storage of a web service after its end. @beyond 409 */
export const LATE_CALLBACK_MS = 60_000;
/** Successes of jobs in one message to the other executors. */
export const MAX_SUCCESSES_ANNOUNCED = 500;
/** A decision that ends a run is made again if it could not be stored within this time: the time of its end would be too old. */
export const MAX_END_AGE_MS = 15_000;
/** Indexes of a run, all its tasks together. @beyond refused */
export const MAX_INDEXES_PER_RUN = 100_000;
/** Indexes that one `runIndexes` document describes. */
export const INDEX_CHUNK_SIZE = 4_096;
/** A task of at most this many indexes stores their states in the run document. */
export const MAX_EMBEDDED_INDEXES = 256;
/** Tasks of a job. @beyond refused */
export const MAX_TASKS = 100;
/** Policies of a job, or of a task. @beyond refused */
export const MAX_POLICIES = 32;
/** Success rules of a run. */
export const MAX_SUCCESS_RULES = 20;
/** Characters of the text form of an index set in a job, such as `0-2,5`. */
export const MAX_INDEX_TEXT_LENGTH = 64 * 1024;
/** Keys of a matrix. */
export const MAX_MATRIX_KEYS = 16;
/** Characters of the key of an index. */
export const MAX_INDEX_KEY_LENGTH = 253;
/** Arguments of a plugin. */
export const MAX_PLUGIN_ARGUMENTS = 16;
/** A list of hosts as a variable. @beyond only in its file */
export const MAX_HOSTS_VARIABLE_BYTES = 96 * 1024;
/** Indexes of a run with the plugins `svc` or `ssh`. @beyond refused */
export const MAX_LISTED_HOSTS = 4_000;
/** Volumes of a job. @beyond refused */
export const MAX_VOLUMES = 32;
/** `maxRetry` of a job, `maxRestarts` of a task. @beyond refused */
export const MAX_RESTARTS = 1_000;
/** `maxRetry` of a job by default. */
export const DEFAULT_MAX_RETRY = 3;
/** `maxRestarts` of a task by default. */
export const DEFAULT_MAX_RESTARTS = 3;
/** Attempts of gangs of a run that must be live together. @beyond refused */
export const MAX_GANG_SIZE = 1_000;
/** Time for placing a gang as a whole. @beyond released and tried again */
export const GANG_TIMEOUT_MS = 120_000;
/** Pending delayed actions of policies in a run. @beyond nothing starts */
export const MAX_DELAYED_ACTIONS = 1_000;
/** Outputs of a run as JSON. @beyond left out; in a callback refused */
export const MAX_OUTPUTS_BYTES = 8 * 1024;

// == Logs and job storage ==

/** The value of job storage as JSON. @beyond 413; a printed one is not saved, as the log says */
export const MAX_JOB_STORAGE_BYTES = 96 * 1024;
/** A run waits for the rest of its output (`SEAL_HOLD_SECONDS`); for an hour while that comes. @beyond an incomplete log */
export const SEAL_HOLD_MS = 60_000;
/** While the collector still reads the output, the wait of `SEAL_HOLD_MS` starts again; all waits together last at most this long. */
export const MAX_SEAL_HOLD_MS = 3_600_000;
/** Ended attempts of one run in one seal request. */
export const MAX_SEALS_ASKED_AT_ONCE = 200;
/** Limits of workers in one request of an executor for its parts. */
export const MAX_LIMITS_ASKED_AT_ONCE = 200;
/** Silent attempts of one run in one question about when they last wrote a line. */
export const MAX_SIGNS_ASKED_AT_ONCE = 100;
/** Lines of one request to the target of `LOG_EXPORT_URL`. */
export const LOG_EXPORT_LINES = 2_000;
/** Bytes of text of such a request. */
export const LOG_EXPORT_BYTES = 1024 * 1024;
/** A request to that target without an answer is given up after this time. */
export const LOG_EXPORT_TIMEOUT_MS = 30_000;
/** The pause after a first failure of that target, twice as long after each further one. */
export const LOG_EXPORT_PAUSE_MS = 1_000;
/** The longest of these pauses. */
export const MAX_LOG_EXPORT_PAUSE_MS = 60_000;
/** The longest pause that the target may ask for. */
export const MAX_LOG_EXPORT_RETRY_AFTER_MS = 3_600_000;
/** After an answer that only a person can change, such as 401, the target is tried again after this time. */
export const LOG_EXPORT_REFUSED_PAUSE_MS = 300_000;
/** With a target, a run is removed when its end is this old, whether it is shipped or not: time enough where the target works. */
export const LOG_EXPORT_GRACE_MS = 180_000;
/** A line of a log. @beyond cut, with its length */
export const MAX_LOG_LINE_BYTES = 16 * 1024;
/** Bytes of one chunk, the unit in which a log is stored. */
export const MAX_LOG_CHUNK_BYTES = 256 * 1024;
/** Lines of one chunk, since empty lines need space, too. A single block of a source may contain more. */
export const MAX_LOG_CHUNK_LINES = 8_192;
/** Lines wait at most this long to fill a chunk before they are stored. */
export const LOG_FLUSH_MS = 2_000;
/** The log of an attempt (`LOG_MAX_MB_PER_ATTEMPT`). @beyond not kept, as the log says */
export const MAX_LOG_BYTES_PER_ATTEMPT = 64 * 1024 * 1024;
/** Logs of a run (`LOG_MAX_MB_PER_RUN`). @beyond not kept, as the log says */
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
/** Versions of job storage. @beyond the oldest are removed */
export const MAX_STORAGE_VERSIONS = 20;

// == Notices ==

/** Notification rules of a job. @beyond refused */
export const MAX_NOTIFY_RULES = 10;
/** Channels of a tenant. @beyond 409 */
export const MAX_CHANNELS = 100;
/** Recipients of a mail channel. @beyond refused */
export const MAX_MAIL_RECIPIENTS = 20;
/** Characters of the template of a title of notices. @beyond refused */
export const MAX_NOTICE_TITLE_LENGTH = 300;
/** Characters of the template of a text of notices. @beyond refused */
export const MAX_NOTICE_TEXT_LENGTH = 2_000;
/** Channel tests that one replica performs at the same time. */
export const MAX_CHANNEL_TESTS = 8;
/** A slot that is recorded later than this after its effective time is late, unless the rule says otherwise. */
export const DEFAULT_LATE_SECONDS = 60;
/** A run is long when it takes this many times its usual duration, the median of the newest successes. */
export const LONG_FACTOR = 3;
/** Successes without which a job has no usual duration. */
export const MIN_USUAL_RUNS = 5;
/** No shorter run is long. */
export const MIN_LONG_SECONDS = 60;
/** Age of an event to be notified. @beyond no notice */
export const NOTICE_WINDOW_MS = 24 * 3_600_000;
/** A delivery. @beyond removed */
export const NOTICE_KEPT_MS = 7 * 24 * 3_600_000;
/** The newest runs of a job that are read to decide on its notices. */
export const NOTICE_RUNS = 50;
/** Starts of a job, and successes, that an address is told of one by one in a minute. @beyond told together, by their number */
export const MAX_FREQUENT_NOTICES = 10;
/** An event in the log of a tenant that has a channel of type `cloudevents`. @beyond removed; a channel that has not got it is told of the gap */
export const EVENT_KEPT_MS = 3 * 24 * 3_600_000;
/** Events of one request to a channel in the mode `batch`. */
export const MAX_EVENTS_PER_REQUEST = 100;
/** Events of one answer of `GET /events/log`. @beyond refused */
export const MAX_EVENTS_LISTED = 500;
/** An end of a run is read for the log when it is this old. */
export const EVENT_LAG_MS = 2_000;
/** Runs that are read at once for the log of events. */
export const EVENT_RUNS_READ = 500;
/** Requests with events that one replica sends at the same time; a channel gets one at a time. */
export const MAX_EVENT_REQUESTS = 32;
/** Those of them to channels of one tenant. */
export const MAX_EVENT_REQUESTS_OF_TENANT = 4;
/** Requests in a row to a channel before the others have their turn. */
export const EVENT_REQUESTS_IN_A_ROW = 50;
/** The pause after a first request with events that was not taken, twice as long after each further one. */
export const EVENT_RETRY_MS = 1_000;
/** The longest of these pauses. */
export const MAX_EVENT_RETRY_MS = 60_000;
/** Tries to deliver a notice, within two hours. @beyond given up */
export const MAX_NOTICE_TRIES = 16;
/** The pause after the first try to deliver a notice; it doubles after each further one. */
export const NOTICE_RETRY_MS = 5_000;
/** The longest of these pauses. */
export const MAX_NOTICE_RETRY_MS = 600_000;
/** A notice is delivered or given up within this time, the sum of all pauses and time-outs, if nobody requests it again. */
export const NOTICE_TRIED_MS = 2 * 3_600_000;
/** Waiting notices that are compared with a notice that may have to wait for them. */
export const MAX_NOTICES_BEFORE = 100;
/** The newest tries of a notice whose results are kept. */
export const MAX_TRIES_KEPT = 20;
/** The pause before a delivery can be requested again. @beyond 429 */
export const REDELIVERY_PAUSE_MS = 10_000;

// == Monitors, rules and incidents ==

/** Monitors of a tenant. @beyond 409 */
export const MAX_MONITORS = 1_000;
/** Channels of a monitor or rule. @beyond refused */
export const MAX_MONITOR_CHANNELS = 10;
/** Seconds that a monitor waits after the time at which a success was due, unless it says otherwise. */
export const DEFAULT_MONITOR_GRACE_SECONDS = 300;
/** The shortest period and grace of a monitor. @beyond less is refused */
export const MIN_MONITOR_SECONDS = 10;
/** The beginning of a ping's body that is read. */
export const MAX_PING_BYTES = 64 * 1024;
/** The text of a ping. @beyond cut */
export const MAX_PING_KEPT_BYTES = 4 * 1024;
/** Pings of a monitor at each api; bursts of twice as many. @beyond 429 */
export const MAX_PINGS_PER_SECOND = 5;
/** Pings of a monitor. @beyond the oldest are removed */
export const MAX_PINGS_KEPT = 100;
/** A ping. @beyond removed */
export const PING_KEPT_MS = 30 * 24 * 3_600_000;
/** A monitor decides on a time only this long after it has passed, so that a ping of just before is stored by then. */
export const PING_SETTLE_MS = 2_000;
/** An incident after its end. @beyond removed */
export const INCIDENT_KEPT_MS = 90 * 24 * 3_600_000;
/** Rules of a tenant. @beyond 409 */
export const MAX_RULES = 100;
/** Jobs that a rule checks every 10 s. @beyond checked later */
export const RULE_PAGE_JOBS = 100;
/** Affected jobs that an incident of a rule names; it counts all of them. */
export const MAX_INCIDENT_JOBS = 20;
/** Notes of an incident. @beyond 409 */
export const MAX_INCIDENT_NOTES = 100;
/** Characters of a note of an incident. @beyond refused */
export const MAX_INCIDENT_NOTE_LENGTH = 2_000;
/** How long before an incident the changes of definitions are shown with it. */
export const INCIDENT_CHANGES_MS = 3_600_000;
/** Changes of definitions that are shown with an incident. @beyond only the newest are shown */
export const MAX_INCIDENT_CHANGES = 50;
/** The newest runs of a job that are read for a rule. */
export const RULE_RUNS = 50;
/** The greatest `runs` of a condition `tooOften`. */
export const MAX_OFTEN_RUNS = 100;
/** The greatest `count` of a condition `failuresInRow`. */
export const MAX_FAILURES_IN_ROW = 20;
/** The ended runs among which `flapping` counts changes between success and failure. */
export const FLAPPING_RUNS = 20;
/** A run takes too long at this many times the 95th percentile of the job's newest successes, if there are at least `MIN_USUAL_RUNS`. */
export const DEFAULT_RULE_FACTOR = 2;
/** Each check of a rule reads again what happened this long before the former check, because it may have been stored late. */
export const RULE_SETTLE_MS = 10_000;

// == Error groups ==

/** Error groups of a tenant. @beyond removed: those with one failure first, then the oldest */
export const MAX_ERROR_GROUPS = 500;
/** Error groups that are removed at once, so that not every new group causes a removal. */
export const ERROR_GROUPS_ROOM = 50;
/** An error group after its last failure. @beyond removed */
export const ERROR_GROUP_KEPT_MS = 90 * 24 * 3_600_000;
/** Time without a failure of an error group. @beyond it is quiet */
export const ERROR_QUIET_MS = 7 * 24 * 3_600_000;
/** The last lines of a failed run that identify its error group. */
export const MAX_ERROR_LINES = 10;
/** Characters of each of these lines after it is normalised. */
export const MAX_ERROR_LINE_LENGTH = 200;
/** The last lines of a log among which these lines are searched; equal lines count once. */
export const ERROR_LINES_READ = 200;
/** Jobs that an error group names. */
export const MAX_ERROR_JOBS = 100;
/** The newest versions of a job in an error group that have failed so. */
export const MAX_ERROR_VERSIONS = 5;
/** Hours by which an error group counts its failures. */
export const ERROR_TREND_HOURS = 24;
/** Days by which an error group counts its failures. */
export const ERROR_TREND_DAYS = 14;
/** Failed runs that are counted together: an error group is written once for all of them. */
export const FAILURES_COUNTED_AT_ONCE = 200;

// == Triggers ==

/** Triggers of a tenant. @beyond 409 */
export const MAX_TRIGGERS = 200;
/** Secrets of a trigger. @beyond refused */
export const MAX_TRIGGER_SECRETS = 4;
/** Conditions of a trigger. */
export const MAX_TRIGGER_CONDITIONS = 16;
/** Parameters that a trigger gives. */
export const MAX_TRIGGER_PARAMETERS = 100;
/** Length of a message's id. */
export const MAX_MESSAGE_ID_LENGTH = 255;
/** The body of a message. @beyond 413 */
export const MAX_TRIGGER_BODY_BYTES = 1024 * 1024;
/** Messages to a trigger at each api; bursts of twice as many. @beyond 429 */
export const MAX_TRIGGER_DELIVERIES_PER_SECOND = 10;
/** A message to a trigger is remembered. @beyond a repeat starts another run */
export const TRIGGER_DELIVERY_KEPT_MS = 4 * 24 * 3_600_000;
/** How often in a minute a replica records unsigned or too frequent messages of a trigger; further ones are counted with the next record. */
export const MAX_TRIGGER_REFUSALS_PER_MINUTE = 10;

// == Secrets ==

/** Characters of the shortest secret that is masked. @beyond a shorter one is shown, as it would hide half of every log */
export const MIN_MASKED_LENGTH = 4;
/** Digits of the shortest number that is masked. @beyond a shorter one is shown */
export const MIN_MASKED_NUMBER_LENGTH = 6;
/** Jobs with `secretsFrom` whose variables `doctor` judges; it says when there are more. */
export const MAX_JOBS_EXAMINED = 1_000;
/** Time for which `doctor` searches for them, in milliseconds. */
export const MAX_EXAMINING_MS = 5_000;
/** References of a job to secrets outside. @beyond refused */
export const MAX_SECRET_REFERENCES = 32;
/** Audiences of a job's identity tokens. @beyond refused */
export const MAX_AUDIENCES = 8;
/** Audiences that a tenant allows its jobs. @beyond refused */
export const MAX_TENANT_AUDIENCES = 100;
/** Characters of an audience. @beyond refused */
export const MAX_AUDIENCE_LENGTH = 512;
/** How long an identity token is valid at most, in seconds. */
export const MAX_IDENTITY_SECONDS = 3_600;
/** Providers of such secrets. @beyond the service does not start */
export const MAX_SECRET_PROVIDERS = 32;
/** Patterns of paths in one provider of secrets. */
export const MAX_PROVIDER_PATHS = 100;
/** Characters of the path of a secret outside. */
export const MAX_SECRET_PATH_LENGTH = 512;
/** Characters of the key of a secret outside. */
export const MAX_SECRET_KEY_LENGTH = 253;
/** The greatest version of a secret outside. */
export const MAX_SECRET_VERSION = 1_000_000_000;
/** A secret from outside. @beyond the attempt fails (`SecretRefused`) */
export const MAX_OUTSIDE_SECRET_BYTES = 16 * 1024;
/** Bytes of an answer of a provider. */
export const MAX_PROVIDER_ANSWER_BYTES = 1024 * 1024;
/** A request to a provider, by default. @beyond tried again until the start deadline */
export const SECRET_TIMEOUT_MS = 5_000;
/** Starts that read from one provider at once. */
export const MAX_SECRET_READS_AT_ONCE = 16;
/** Starts that wait to read from one provider. */
export const MAX_SECRET_READS_WAITING = 1_000;
/** How long a start waits to read from a provider. */
export const MAX_SECRET_READ_WAIT_MS = 10_000;
/** Failures in a row of a provider. @beyond not asked for 10 s */
export const PROVIDER_FAILURES_UNTIL_PAUSE = 5;
/** After `PROVIDER_FAILURES_UNTIL_PAUSE` a provider is not asked for this long; starts that need it are refused at once. */
export const PROVIDER_PAUSE_MS = 10_000;
/** A lease of a secret is checked at least this often, to renew it or, after the end of its attempt, to revoke it. */
export const LEASE_CHECK_MS = 60_000;
/** Leases of secrets that a replica checks in one pass. */
export const LEASES_PER_TURN = 100;
/** A lease that could not be renewed or revoked is tried again after this time. */
export const LEASE_RETRY_MS = 10_000;
/** Tries to start one attempt whose external secrets are remembered; a try that certainly did not start is forgotten. */
export const MAX_STARTS_REMEMBERED = 100;

// == Tokens and audit ==

/** An audit entry. @beyond removed */
export const AUDIT_KEPT_MS = 400 * 24 * 3_600_000;
/** Refused requests of a caller that a replica records in a minute. @beyond counted with the next */
export const MAX_REFUSED_RECORDED_PER_MINUTE = 60;
/** Refused requests without a known caller that a replica records in the audit per minute. */
export const MAX_UNKNOWN_RECORDED_PER_MINUTE = 60;
/** Length of the path in the audit entry of a refused request. */
export const MAX_RECORDED_PATH_LENGTH = 200;
/** Repeated reads of the secrets of one object by one caller make one audit entry in this time. */
export const SECRET_READ_REPEAT_MS = 300_000;
/** Audit entries that one request verifies. @beyond continue where the answer says */
export const MAX_AUDIT_VERIFIED = 50_000;
/** The age of a token, by default. @beyond it expires */
export const DEFAULT_TOKEN_AGE_MS = 90 * 24 * 3_600_000;
/** Tokens with a role in a tenant, or in every tenant, without sessions. @beyond 409 */
export const MAX_TOKENS_PER_TENANT = 1_000;
/** Tokens each created with the one before. @beyond 409 */
export const MAX_TOKEN_MAKERS = 16;
/** An expired token. @beyond removed */
export const EXPIRED_TOKEN_KEPT_MS = 24 * 3_600_000;
/** The last use of a token is stored at most once in this time. */
export const TOKEN_USE_NOTED_MS = 60_000;

// == Overviews and reports ==

/** Gaps that an overview looks through, the latest first, for those that no backfill has made up for. */
export const MAX_OVERVIEW_GAPS = 500;
/** Backfills that an overview reads to find those gaps. */
export const MAX_BACKFILLS_READ = 1_000;
/** Unfinished runs that an overview counts. @beyond "5,000+" */
export const MAX_OVERVIEW_RUNS = 5_000;
/** The newest runs that an overview looks at, for its figures of kept runs and for usual durations. @beyond the newest count */
export const MAX_OVERVIEW_NEWEST = 1_000;
/** Failing jobs that an overview counts, and failures in a row of each. */
export const MAX_OVERVIEW_FAILING = 1_000;
/** Jobs of a scheduler's shards that are counted by the age of their last success: those with the oldest success, and as many that have never succeeded. */
export const MAX_SUCCESS_AGES = 2_000;
/** Schedules of one tenant that are counted by the minutes of their next slots. */
export const MAX_SCHEDULES_IN_LOAD = 20_000;
/** Schedules in a herd report. @beyond not counted */
export const MAX_SCHEDULES_IN_HERD = 5_000;
/** Slots of all schedules in a herd report together; further ones are not counted. */
export const MAX_HERD_SLOTS = 100_000;
/** Slots of a job in it. @beyond left out */
export const MAX_HERD_SLOTS_PER_JOB = 288;
/** Hours that a herd report looks ahead. */
export const MAX_HERD_HOURS = 168;
/** Crowded minutes in a herd report. */
export const MAX_HERD_INSTANTS = 50;
/** Jobs that are named of each crowded minute. */
export const MAX_NAMED_IN_HERD = 20;
/** Suggestions in a herd report. */
export const MAX_HERD_SUGGESTIONS = 500;
/** Hours that an overview covers at most. */
export const MAX_OVERVIEW_HOURS = 168;
/** Days over which one request may count the outcomes of a job: a year and a day. */
export const MAX_OUTCOME_DAYS = 366;
/** Runs in a count of outcomes. @beyond the newest count */
export const MAX_OUTCOME_RUNS = 50_000;
/** Jobs whose newest runs one request may ask for. */
export const MAX_RECENT_JOBS = 50;
/** Runs per job in such a request. */
export const MAX_RECENT_RUNS = 100;

// == Retention, usage and the archive ==

/** An end of a run is counted in the usage ledger when it is this old: it is stored by then, whatever process stood still for a minute. */
export const USAGE_LAG_MS = 90_000;
/** The longest window of time whose ends are counted together. */
export const USAGE_WINDOW_MS = 300_000;
/** How long the ledger of a tenant keeps counts by the hour. @beyond only by the day */
export const USAGE_HOURS_KEPT_MS = 49 * 3_600_000;
/** A run that starts this long after its slot is late. */
export const LATE_START_MS = 60_000;
/** What job storage holds is measured so often; in an installation with many thousands of jobs that save, the measurement itself takes longer. */
export const STORAGE_MEASURED_MS = 3_600_000;
/** A run is removed before its end is counted, and is in the log of events where its tenant has one, only if it has waited this long for that. */
export const USAGE_WAIT_MS = 3_600_000;
/** Usage of a month, from its first day. @beyond removed */
export const USAGE_KEPT_MS = 800 * 24 * 3_600_000;
/** A scheduled run's key outlives its deletion so that no late planner can run the slot again. */
export const TOMBSTONE_MS = 24 * 3_600_000;
/** Runs in one pack of the archive. */
export const MAX_RUNS_IN_PACK = 500;
/** Bytes of the objects of a pack, or of the rows of its runs, after which it takes no further run. */
export const MAX_PACK_BYTES = 8 * 1024 * 1024;
/** Bytes of text in one block of the archive before compression, which is the unit of reads. */
export const ARCHIVE_BLOCK_BYTES = 512 * 1024;
/** Bytes of one object of the archive. */
export const MAX_ARCHIVE_OBJECT_BYTES = 8 * 1024 * 1024;
/** Bytes that a block of the archive may have after decompression; a larger block was not written by Carillon. */
export const MAX_UNPACKED_BLOCK_BYTES = 64 * 1024 * 1024;
/** Blocks of archived runs that a replica of the api keeps in memory, in compressed bytes. */
export const ARCHIVE_CACHE_BYTES = 16 * 1024 * 1024;
/** One request to the cold store waits this long for its answer. */
export const COLD_STORE_TIMEOUT_MS = 15_000;
/** A request to the cold store is tried this often while its failures may pass. */
export const COLD_STORE_TRIES = 3;
/** Requests to the cold store at once. */
export const COLD_STORE_REQUESTS_AT_ONCE = 8;
/** Requests to the cold store that may wait. */
export const MAX_COLD_REQUESTS_WAITING = 500;
/** How long such a request waits. */
export const COLD_STORE_REQUEST_WAIT_MS = 10_000;
/** Bytes of one answer of the cold store. */
export const MAX_COLD_ANSWER_BYTES = 64 * 1024 * 1024;
/**
 * A pack that is not complete after this time was left by a replica that died: it is removed. Objects of a removed pack are removed a
 * second time after as long: a replica that stood still may have written one meanwhile.
 */
export const PACK_WRITING_MS = 3_600_000;
/** After a failure nothing is archived for this time, after each further failure for twice as long. */
export const ARCHIVE_PAUSE_MS = 5_000;
/** The longest of these pauses. */
export const MAX_ARCHIVE_PAUSE_MS = 300_000;
/** The least `retention.archiveSeconds` besides 0. @beyond less is refused */
export const MIN_ARCHIVE_SECONDS = 86_400;
/** The greatest. @beyond refused */
export const MAX_ARCHIVE_SECONDS = 100 * 366 * 86_400;

// == Replicas, shards and diagnosis ==

/**
 * Seconds that a client may take to introduce itself to a NATS server, encryption included. The server's own 2 s shut out a process that
 * stands still on a full machine, and its client waits for the answer to a connection that is gone.
 */
export const NATS_HANDSHAKE_SECONDS = 10;
/** The interval in which a replica writes its heartbeat. */
export const MEMBER_HEARTBEAT_MS = 1_000;
/** Silence of a replica; longer after late heartbeats. @beyond counts as dead */
export const MEMBER_EXPIRY_MS = 3_000;
/** The longest extension of `MEMBER_EXPIRY_MS` by heartbeats that come late. */
export const MAX_MEMBER_EXPIRY_MS = 30_000;
/** A replica's own lease ends this much earlier than others may count it as dead. */
export const MEMBER_LEASE_MARGIN_MS = 500;
/** A replica that was silent for longer is forgotten, and its claims are free. */
export const MEMBER_REMEMBERED_MS = 2 * 3_600_000;
/** After this long with punctual heartbeats, a replica halves its extension. */
export const MEMBER_CALM_MS = 120_000;
/** How often a replica compares its clock with that of the database. */
export const CLOCK_CHECK_MS = 10_000;
/** Difference of a service's clock from the database's. @beyond not ready */
export const MAX_CLOCK_SKEW_MS = 1_000;
/** The interval of sweeps. */
export const SWEEP_INTERVAL_MS = 1_000;
/** The interval, in milliseconds, of sweeps that find only what a lost message or a crash has left undone. */
export const GUARD_SWEEP_MS = 3_000;
/** The least number of shards, which is the default. @beyond less is refused */
export const MIN_SHARDS = 64;
/** The greatest number, a power of two. @beyond refused */
export const MAX_SHARDS = 1_024;
/** The number of shards of a new installation, unless `SHARDS` gives it. */
export const DEFAULT_SHARDS = 64;
/** Shards that an executor takes over at the same time. */
export const MAX_SHARDS_RECOVERED_AT_ONCE = 8;
/** Profiles and heap snapshots of a replica. @beyond the oldest are removed */
export const MAX_DIAGNOSIS_FILES = 5;
/** A CPU profile. @beyond refused */
export const MAX_PROFILE_SECONDS = 120;
/** How long a log level stays changed by default. */
export const DEFAULT_LOG_LEVEL_SECONDS = 900;
/** The longest duration of a changed log level. */
export const MAX_LOG_LEVEL_SECONDS = 86_400;
