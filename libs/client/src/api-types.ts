// Generated from the routes of apps/api by "npm run docs"; edit those, not this.
export interface paths {
  '/workers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List workers
     * @description Those that one of your tenants may use, by id.
     */
    get: operations['listWorkers'];
    put?: never;
    /** Register a worker */
    post: operations['createWorker'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/workers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a worker */
    get: operations['getWorker'];
    /**
     * Replace a worker
     * @description Later runs of its jobs use the new version; where it has more than 2000 jobs, those beyond take it over a while after the answer. A header sent back as "***" stays as it is.
     */
    put: operations['replaceWorker'];
    post?: never;
    /**
     * Remove a worker
     * @description Refused while jobs use it.
     */
    delete: operations['deleteWorker'];
    options?: never;
    head?: never;
    /**
     * Change parts of a worker
     * @description JSON merge patch (RFC 7396): objects merge, null removes a field, everything else replaces.
     */
    patch: operations['patchWorker'];
    trace?: never;
  };
  '/jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List jobs
     * @description By tenant and name. `label` is `name=value`, and may be given several times.
     */
    get: operations['listJobs'];
    put?: never;
    /**
     * Create a job
     * @description With `fromTemplate=true` the body is laid over the template of its worker: objects merge, everything else replaces. An `id` that is chosen begins with the tenant’s, as in `ibm-nightly`: ids are common to all tenants, and only administrators choose freely.
     */
    post: operations['createJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a job */
    get: operations['getJob'];
    /**
     * Replace a job
     * @description Makes a new version. Fields that are only shown (`id`, `version`, `status` and such) may be sent back and change nothing; a secret sent back as "***" stays as it is. The tenant never changes.
     */
    put: operations['replaceJob'];
    post?: never;
    /**
     * Delete a job
     * @description Its schedule ends at once; its runs stay until retention takes them.
     */
    delete: operations['deleteJob'];
    options?: never;
    head?: never;
    /**
     * Change parts of a job
     * @description JSON merge patch (RFC 7396): objects merge, null removes a field, everything else replaces.
     */
    patch: operations['patchJob'];
    trace?: never;
  };
  '/jobs/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a job's versions
     * @description Newest first; the first one is the present job.
     */
    get: operations['listJobVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/rollback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Go back to an earlier version
     * @description Makes a new version with the content of the earlier one.
     */
    post: operations['rollbackJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop new slots of a job
     * @description Manual runs stay possible; queued runs stay queued.
     */
    post: operations['pauseJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let a paused job run again
     * @description Slots of the pause are not made up for.
     */
    post: operations['resumeJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start a run now
     * @description What the body names counts for this run alone. Its `parameters`, and `secureParameters`, are laid over the job's name by name if both are objects, and stand in place of them otherwise. The same `Idempotency-Key` gives the same run, also when the first answer was lost.
     */
    post: operations['runJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/slots': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a job's slots: those to come, and what became of earlier ones
     * @description From now on or from `from`, past ones by the schedule that the job had then. A slot that did not run says why, as a code and as a sentence.
     */
    get: operations['listSlots'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/gaps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the slots of a job that did not run, as ranges
     * @description Oldest first; at most 1000. Ranges of earlier schedules of the job are among them.
     */
    get: operations['listGaps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/schedules/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview the slots of a schedule that no job has yet
     * @description `H` stands here for some value; the one that a job gets depends on its id. What the calendars in `exclude` take out is shown with the flag `excluded`; they are those of `tenant`, which may be left out by whoever has one tenant.
     */
    post: operations['previewSchedule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/backfill': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run past slots after all
     * @description Every slot of the job's present schedule in the range, both ends included, gets a run of its own, whatever became of the slot before; what calendars leave out stays out. At most 10000 slots. The runs go through the job's limits like any other: a slot that finds no place is tried again, and holds up those after it. With `dryRun` nothing is made.
     */
    post: operations['startBackfill'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/backfills': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a job's backfills
     * @description The newest 100.
     */
    get: operations['listBackfills'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/backfills/{backfill}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a backfill */
    get: operations['getBackfill'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/backfills/{backfill}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a backfill
     * @description No further slots get runs; those that have one go on.
     */
    post: operations['cancelBackfill'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List runs
     * @description Newest first. `from` and `to` bound the time at which the run was recorded. Long `completedIndexes` and `failedIndexes` end behind 1,000 characters with `,…`, and stand as `…` where a page holds more than some ten runs of very many indexes: `GET /runs/{id}` gives them whole.
     */
    get: operations['listRuns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/runs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a run */
    get: operations['getRun'];
    put?: never;
    post?: never;
    /** Delete a run that has ended */
    delete: operations['deleteRun'];
    options?: never;
    head?: never;
    /**
     * Resize a run while it is under way
     * @description What is left out stays. How many indexes there are is said in the way in which the job says it: `completions`, `parallelism.withCount`, or `replicas`, `completions` and `withCount` of a task; keys and matrices stay as they are. Lowering a number stops the least advanced attempts, which count neither as failure nor as success.
     */
    patch: operations['patchRun'];
    trace?: never;
  };
  '/runs/{id}/commands': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Command a run
     * @description Stored before it is answered, and applied once by whoever owns the run.
     */
    post: operations['commandRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/runs/{id}/rerun': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run the job of a run again
     * @description The job as it is now, with the parameters that were given for that run. With `onlyFailed` the indexes that have succeeded in that run count as succeeded, and only the others are run: in the size to which that run was changed while it was under way, with the `maxActive` of the job. Where the job has other indexes by now (their number, keys or matrix), or nothing is left to be run, the answer is 409 `CONFLICT`; a work queue keeps no successes, for its slots are places and not pieces of work.
     */
    post: operations['rerunRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/runs/{id}/attempts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List a run's attempts */
    get: operations['listAttempts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/runs/{id}/indexes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a run's indexes
     * @description Task by task, by their numbers: what each stands for, and how far it has got in this generation.
     */
    get: operations['listIndexes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/runs/{id}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a run's transitions
     * @description Oldest first.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/runs/{id}/logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read or follow a run's log
     * @description All attempts merged by time, unless `task`, `index` or `attempt` chooses; each line begins with `<task>/<index>.<attempt> ` if there are several. With `Accept: text/event-stream` it is followed live: events of type `line`, and `end` once the run has ended; `Last-Event-ID` resumes after the last event seen.
     */
    get: operations['readLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/storage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what a job has saved
     * @description The value itself: what the next run is given. 404 while there is none. `***` where a worker has put secrets of its run into it, for those who may not see the secrets of the job; writing that back means unchanged.
     */
    get: operations['getStorage'];
    /** Set what the next run of a job is given */
    put: operations['putStorage'];
    post?: never;
    /**
     * Delete what a job has saved
     * @description Earlier versions stay and can be restored.
     */
    delete: operations['deleteStorage'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/storage/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the kept versions of a job's storage
     * @description Newest first.
     */
    get: operations['listStorageVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/storage/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make an earlier version the value again */
    post: operations['restoreStorage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow the transitions of runs
     * @description Server-sent events of type `run`, from now on: the run as it is, and its `transitions` since the event before. With `Last-Event-ID` what has changed since that event comes first: each run as it is now, with its transitions since; what lies less than 10 s before that event may come again. An event of type `gap` (`from`) says that more has changed than is told again: read `GET /runs`. A reader who falls behind is disconnected, and resumes. A stream ends within 5 s after its token is revoked or expires; a caller may have 50 open at a replica, a tenant 500.
     */
    get: operations['streamEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callbacks/runs/{attempt}/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Say how an attempt is doing, or that it has ended
     * @description Answered when it is stored. `message` and `progress` are shown with the attempt while it runs, and the last ones stay. The same final status again is answered 204; another one after the end, or a call of an attempt that is not the current one, 409.
     */
    post: operations['reportStatus'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callbacks/runs/{attempt}/log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add lines to an attempt's log
     * @description Plain text, or JSON whose `seq` makes repeats harmless. Accepted for 60 seconds after the end of the attempt.
     */
    post: operations['appendLog'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callbacks/runs/{attempt}/job_storage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Save the job's storage
     * @description Any JSON value; the next run is given it. Accepted for 60 seconds after the end of the attempt.
     */
    post: operations['saveStorage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tenants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your tenants */
    get: operations['listTenants'];
    put?: never;
    /**
     * Describe a tenant
     * @description A tenant that nobody has described comes into being with its first job, without limits.
     */
    post: operations['createTenant'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tenants/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a tenant */
    get: operations['getTenant'];
    put?: never;
    post?: never;
    /** Remove a tenant without jobs */
    delete: operations['deleteTenant'];
    options?: never;
    head?: never;
    /**
     * Change parts of a tenant
     * @description JSON merge patch (RFC 7396); null takes a limit away.
     */
    patch: operations['patchTenant'];
    trace?: never;
  };
  '/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who you are and what you may do */
    get: operations['whoAmI'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List tokens
     * @description Those whose every role you could grant.
     */
    get: operations['listTokens'];
    put?: never;
    /**
     * Make a token
     * @description Owners grant roles up to owner in their tenants; admins grant any role, also in every tenant (`*`).
     */
    post: operations['createToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Remove a token at once */
    delete: operations['deleteToken'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/calendars': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List calendars */
    get: operations['listCalendars'];
    put?: never;
    /** Create a calendar */
    post: operations['createCalendar'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/calendars/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a calendar */
    get: operations['getCalendar'];
    /** Replace a calendar */
    put: operations['replaceCalendar'];
    post?: never;
    /**
     * Remove a calendar that no job uses
     * @description While jobs exclude what it names, the answer is 409 `IN_USE` and names them.
     */
    delete: operations['deleteCalendar'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who changed what, and when
     * @description Newest first. An entry is written before its change. Requests that are refused are in it, and who reads secrets.
     */
    get: operations['listAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/audit/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The audit of a tenant as JSON lines
     * @description Oldest first, as it is stored: with the number (`seq`), the hash and the hash before (`prev`) by which `verify` goes. An entry with `outcomeOf` says that an earlier one was refused after all. Entries of releases before 0.2 are in no chain and not among them.
     */
    get: operations['exportAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/audit/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether entries of the audit were removed or changed
     * @description Each entry carries the hash of the one before it. At most 50000 entries are looked at; ask again with `after` as long as `next` is not null.
     */
    get: operations['verifyAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/hold': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What is held, and what waits */
    get: operations['getHolds'];
    put?: never;
    /**
     * Hold a tenant, or all
     * @description Durable: it outlives restarts of everything. With `admissions` no slot becomes a run and no run leaves its queue; runs that are asked for wait. With `starts` no attempt is started. What runs goes on. Deadlines go on as well.
     */
    post: operations['setHold'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/hold/release': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Release what is held
     * @description Slots that have passed meanwhile are caught up with as each job's `misfire` says. After a restore name the instant up to which slots had run before: those become a gap with the reason `AlreadyRun`.
     */
    post: operations['releaseHold'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/doctor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What is wrong with the installation, and what repairs it
     * @description Database, indexes, NATS, encryption, services, versions, clocks, keys, holds and backlog; what is wrong comes first.
     */
    get: operations['examine'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See what needs attention, and how the last hours went
     * @description What fails, waits, takes longer than usual or was missed; the next slots; runs and lateness by the hour. At most 5 s old.
     */
    get: operations['getOverview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/recent-runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the newest runs of several jobs
     * @description Little of each run: for lists of jobs that show how these went last. Jobs that are not yours to read are left out.
     */
    get: operations['listRecentRuns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tenants/{id}/limits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Show a tenant's limits, who holds them and who waits
     * @description Its quota of active runs, and its concurrency groups: those with a size, and those in use.
     */
    get: operations['listLimits'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/system': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See which replicas of the services live, and what they own
     * @description Those that were heard of within the last minute.
     */
    get: operations['getSystem'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  invocation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What a web-service worker is sent to start an attempt
     * @description Sent to the job's or worker's url with the headers of both (the job wins) and `Idempotency-Key: <attempt id>`. 200, 201 and 202 start it. 429, 503 and a refused connection mean that it was not started: the same request is repeated. Any other answer fails the attempt.
     */
    post: operations['invocation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  notice: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What the webhook of a rule in `notify` is sent
     * @description Sent with `Idempotency-Key: <id>`, again under the same id until it is answered 2xx, 16 times at most over about an hour and a half.
     */
    post: operations['notice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    Worker: {
      id: string;
      /** @description Counts edits from 1. */
      version: number;
      name: string;
      description?: string;
      /** @enum {string} */
      engine: 'kubernetes' | 'webservice' | 'process';
      image?: string;
      command?: string[];
      args?: string[];
      env?: {
        [key: string]: string;
      };
      envFrom?: {
        secret: string;
        key: string;
        as: string;
      }[];
      resources?: {
        requests?: {
          [key: string]: string;
        };
        limits?: {
          [key: string]: string;
        };
      };
      podTemplate?: components['schemas']['JsonObject'];
      /** @description Kubernetes only: true lets its containers run as root, without capabilities and without privilege to be gained. Only admins write workers. The namespace must take such pods: the Pod Security level `restricted` does not. */
      allowRoot?: boolean;
      imagePullSecrets?: string[];
      serviceAccount?: string;
      /** @description Kubernetes only: what jobs may set of a worker that brings rights of its own (envFrom, serviceAccount, imagePullSecrets, references of its podTemplate); of other workers they may set everything. Whoever sets `image` or `command` has all of these rights. `env` is every variable, `env.NAME` one. Without this: `args`, where the worker names a command that is no bare shell or interpreter. */
      jobFields?: (('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns') | string)[];
      /** Format: uri */
      url?: string;
      /** @description Values are "***" except to admins, and to owners where no tenant may use the worker but their own. */
      httpHeaders: {
        [key: string]: string;
      };
      /** Format: uri */
      cancelUrl?: string;
      idempotentStart?: boolean;
      /** @description Of attempts. Each replica of the executor keeps them for the runs that it looks after. A run whose tasks are of several workers keeps those of the worker of its job. */
      limits?: {
        maxActive?: number;
        maxPerSecond?: number;
      };
      tenants?: string[];
      template?: components['schemas']['JsonObject'];
      /** @description Secrets that cannot be read with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until they are given anew. Left out where there are none. */
      warnings?: {
        /**
         * @example secureParameters
         * @example httpHeaders.Authorization
         * @example notify.0.webhook
         */
        field: string;
        /** @enum {string} */
        reason: 'SecretKeyMissing' | 'SecretDamaged';
        /** @description The id of the key that it is sealed with. */
        key: string;
        message: string;
      }[];
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      updatedBy: string;
    };
    NewWorker: {
      id: string;
      name: string;
      description?: string;
      /** @enum {string} */
      engine?: 'kubernetes' | 'webservice' | 'process';
      image?: string;
      command?: string[];
      args?: string[];
      env?: {
        [key: string]: string;
      };
      envFrom?: {
        secret: string;
        key: string;
        as: string;
      }[];
      resources?: {
        requests?: {
          [key: string]: string;
        };
        limits?: {
          [key: string]: string;
        };
      };
      podTemplate?: components['schemas']['JsonObject'];
      /** @description Kubernetes only: true lets its containers run as root, without capabilities and without privilege to be gained. Only admins write workers. The namespace must take such pods: the Pod Security level `restricted` does not. */
      allowRoot?: boolean;
      imagePullSecrets?: string[];
      serviceAccount?: string;
      /** @description Kubernetes only: what jobs may set of a worker that brings rights of its own (envFrom, serviceAccount, imagePullSecrets, references of its podTemplate); of other workers they may set everything. Whoever sets `image` or `command` has all of these rights. `env` is every variable, `env.NAME` one. Without this: `args`, where the worker names a command that is no bare shell or interpreter. */
      jobFields?: (('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns') | string)[];
      /** Format: uri */
      url?: string;
      httpHeaders?: {
        [key: string]: string & (unknown & unknown);
      };
      /** Format: uri */
      cancelUrl?: string;
      idempotentStart?: boolean;
      /** @description Of attempts. Each replica of the executor keeps them for the runs that it looks after. A run whose tasks are of several workers keeps those of the worker of its job. */
      limits?: {
        maxActive?: number;
        maxPerSecond?: number;
      };
      tenants?: string[];
      template?: components['schemas']['JsonObject'];
    };
    WorkerReplacement: {
      name: string;
      description?: string;
      /** @enum {string} */
      engine?: 'kubernetes' | 'webservice' | 'process';
      image?: string;
      command?: string[];
      args?: string[];
      env?: {
        [key: string]: string;
      };
      envFrom?: {
        secret: string;
        key: string;
        as: string;
      }[];
      resources?: {
        requests?: {
          [key: string]: string;
        };
        limits?: {
          [key: string]: string;
        };
      };
      podTemplate?: components['schemas']['JsonObject'];
      /** @description Kubernetes only: true lets its containers run as root, without capabilities and without privilege to be gained. Only admins write workers. The namespace must take such pods: the Pod Security level `restricted` does not. */
      allowRoot?: boolean;
      imagePullSecrets?: string[];
      serviceAccount?: string;
      /** @description Kubernetes only: what jobs may set of a worker that brings rights of its own (envFrom, serviceAccount, imagePullSecrets, references of its podTemplate); of other workers they may set everything. Whoever sets `image` or `command` has all of these rights. `env` is every variable, `env.NAME` one. Without this: `args`, where the worker names a command that is no bare shell or interpreter. */
      jobFields?: (('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns') | string)[];
      /** Format: uri */
      url?: string;
      httpHeaders?:
        | '***'
        | {
            [key: string]: string & (unknown & unknown);
          };
      /** Format: uri */
      cancelUrl?: string;
      idempotentStart?: boolean;
      /** @description Of attempts. Each replica of the executor keeps them for the runs that it looks after. A run whose tasks are of several workers keeps those of the worker of its job. */
      limits?: {
        maxActive?: number;
        maxPerSecond?: number;
      };
      tenants?: string[];
      template?: components['schemas']['JsonObject'];
      id?: string;
      version?: number;
      createdAt?: string;
      updatedAt?: string;
      updatedBy?: string;
      warnings?: unknown;
    };
    Job: {
      id: string;
      /** @description Counts edits from 1. */
      version: number;
      tenant: string;
      name: string;
      worker: string;
      labels: {
        [key: string]: string;
      };
      enabled: boolean;
      owners: string[];
      cron?: string;
      schedule?: components['schemas']['Schedule'];
      misfire?: {
        /** @enum {string} */
        policy?: 'skip' | 'last' | 'all';
        maxMissed?: number;
        startingDeadlineSeconds?: number | null;
      };
      concurrency?: {
        /** @enum {string} */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        maxConcurrency?: number;
        group?: string;
        maxQueued?: number;
      };
      /** @description Any JSON value: an object, an array, a text, a number, true, false or null. */
      parameters: components['schemas']['JsonValue'];
      /** @description Any JSON value. The values of an object, and a value of another form as a whole, are "***" except to owners and admins; "***" written back means unchanged. */
      secureParameters: components['schemas']['JsonValue'];
      options?: (
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'bool';
            default?: boolean;
            /** @enum {string} */
            format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
            trueVal?: string;
            falseVal?: string;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'string';
            required?: boolean;
            default?: string;
            trimSpaces?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'select';
            required?: boolean;
            values: string[];
            default?: string;
            allowCustom?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'multi';
            required?: boolean;
            values: string[];
            default?: string[];
            delimiter?: string;
            allowCustom?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'date';
            required?: boolean;
            default?: string;
            format?: string;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'number';
            required?: boolean;
            default?: number;
            min?: number;
            max?: number;
            integer?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'secret';
            required?: boolean;
            default?: string;
          }
      )[];
      /** Format: uri */
      url?: string;
      /** @description Values are "***" except to owners and admins. */
      httpHeaders: {
        [key: string]: string;
      };
      maxAttempts?: number;
      retry?: {
        delaySeconds?: number;
        /** @enum {string} */
        backoff?: 'fixed' | 'exponential';
        maxDelaySeconds?: number;
        onExitCodes?: number[];
        notOnExitCodes?: number[];
        onIdleTimeout?: boolean;
      };
      startDeadlineSeconds?: number;
      timeoutSeconds?: number | null;
      idleTimeoutSeconds?: number;
      activeDeadlineSeconds?: number | null;
      /** @enum {string} */
      restartPolicy?: 'Never' | 'OnFailure';
      podTemplate?: components['schemas']['JsonObject'];
      command?: string[];
      args?: string[];
      env?: {
        [key: string]: string;
      };
      resources?: {
        requests?: {
          [key: string]: string;
        };
        limits?: {
          [key: string]: string;
        };
      };
      retention?: {
        successful?: number;
        failed?: number;
        maxAgeSeconds?: number;
      };
      notify?: {
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
        /** Format: uri */
        webhook: string;
        lateAfterSeconds?: number;
        longAfterSeconds?: number;
      }[];
      completions?: number | null;
      /** @enum {string} */
      completionMode?: 'Indexed' | 'NonIndexed';
      parallelism?: {
        withCount?: number;
        withKeys?: string[];
        withMatrix?: {
          [key: string]: string[];
        };
        maxActive?: number | null;
        /** @enum {string} */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      successPolicy?: {
        rules: {
          succeededIndexes?: string;
          succeededCount?: number;
        }[];
      };
      /** @enum {string} */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /** @enum {string} */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      backoffLimit?: number | null;
      maxFailedIndexes?: number | null;
      tasks?: {
        name: string;
        replicas?: number;
        completions?: number;
        parallelism?: {
          withCount?: number;
          withKeys?: string[];
          withMatrix?: {
            [key: string]: string[];
          };
          maxActive?: number | null;
          /** @enum {string} */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        worker?: string;
        podTemplate?: components['schemas']['JsonObject'];
        command?: string[];
        args?: string[];
        env?: {
          [key: string]: string;
        };
        resources?: {
          requests?: {
            [key: string]: string;
          };
          limits?: {
            [key: string]: string;
          };
        };
        policies?: {
          /** @enum {string} */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          exitCode?: number;
          exitCodes?: number[];
          /** @enum {string} */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          timeoutSeconds?: number;
        }[];
        dependsOn?: {
          task: string;
          /** @enum {string} */
          condition?: 'Ready' | 'Complete';
        }[];
        minAvailable?: number | null;
        priorityClassName?: string;
        maxAttempts?: number;
        maxRestarts?: number;
      }[];
      policies?: {
        /** @enum {string} */
        event?:
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
        events?: (
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
        )[];
        exitCode?: number;
        exitCodes?: number[];
        /** @enum {string} */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        timeoutSeconds?: number;
      }[];
      minAvailable?: number | null;
      minSuccess?: number | null;
      maxRetry?: number;
      priorityClassName?: string;
      schedulerName?: string;
      queue?: string;
      plugins?: {
        env?: string[];
        svc?: string[];
        ssh?: string[];
      };
      volumes?: {
        mountPath: string;
        claimName?: string;
        claim?: {
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          resources: {
            requests: {
              [key: string]: string;
            };
            limits?: {
              [key: string]: string;
            };
          };
          storageClassName?: '' | string;
          /** @enum {string} */
          volumeMode?: 'Filesystem';
          volumeName?: string;
          selector?: components['schemas']['JsonObject'];
        };
      }[];
      /** @description Secrets that cannot be read with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until they are given anew. Left out where there are none. */
      warnings?: {
        /**
         * @example secureParameters
         * @example httpHeaders.Authorization
         * @example notify.0.webhook
         */
        field: string;
        /** @enum {string} */
        reason: 'SecretKeyMissing' | 'SecretDamaged';
        /** @description The id of the key that it is sealed with. */
        key: string;
        message: string;
      }[];
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      updatedBy: string;
      paused: {
        by: string;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        note: string | null;
      } | null;
      status: {
        nextSlot: string | null;
        lastSlot: string | null;
        lastSuccessStart: string | null;
        lastSuccessFinish: string | null;
        activeRuns: number;
        queuedRuns: number;
      };
    };
    NewJob: {
      id?: string;
      tenant: string;
      name: string;
      worker: string;
      labels?: {
        [key: string]: string;
      };
      enabled?: boolean;
      owners?: string[];
      cron?: string;
      schedule?: components['schemas']['Schedule'];
      misfire?: {
        /** @enum {string} */
        policy?: 'skip' | 'last' | 'all';
        maxMissed?: number;
        startingDeadlineSeconds?: number | null;
      };
      concurrency?: {
        /** @enum {string} */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        maxConcurrency?: number;
        group?: string;
        maxQueued?: number;
      };
      /** @description Any JSON value: an object, an array, a text, a number, true, false or null. */
      parameters?: components['schemas']['JsonValue'];
      secureParameters?: components['schemas']['JsonValue'];
      options?: (
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'bool';
            default?: boolean;
            /** @enum {string} */
            format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
            trueVal?: string;
            falseVal?: string;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'string';
            required?: boolean;
            default?: string;
            trimSpaces?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'select';
            required?: boolean;
            values: string[];
            default?: string;
            allowCustom?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'multi';
            required?: boolean;
            values: string[];
            default?: string[];
            delimiter?: string;
            allowCustom?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'date';
            required?: boolean;
            default?: string;
            format?: string;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'number';
            required?: boolean;
            default?: number;
            min?: number;
            max?: number;
            integer?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'secret';
            required?: boolean;
            default?: string;
          }
      )[];
      /** Format: uri */
      url?: string;
      httpHeaders?: {
        [key: string]: string & (unknown & unknown);
      };
      maxAttempts?: number;
      retry?: {
        delaySeconds?: number;
        /** @enum {string} */
        backoff?: 'fixed' | 'exponential';
        maxDelaySeconds?: number;
        onExitCodes?: number[];
        notOnExitCodes?: number[];
        onIdleTimeout?: boolean;
      };
      startDeadlineSeconds?: number;
      timeoutSeconds?: number | null;
      idleTimeoutSeconds?: number;
      activeDeadlineSeconds?: number | null;
      /** @enum {string} */
      restartPolicy?: 'Never' | 'OnFailure';
      podTemplate?: components['schemas']['JsonObject'];
      command?: string[];
      args?: string[];
      env?: {
        [key: string]: string;
      };
      resources?: {
        requests?: {
          [key: string]: string;
        };
        limits?: {
          [key: string]: string;
        };
      };
      retention?: {
        successful?: number;
        failed?: number;
        maxAgeSeconds?: number;
      };
      notify?: {
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
        /** Format: uri */
        webhook: string;
        lateAfterSeconds?: number;
        longAfterSeconds?: number;
      }[];
      completions?: number | null;
      /** @enum {string} */
      completionMode?: 'Indexed' | 'NonIndexed';
      parallelism?: {
        withCount?: number;
        withKeys?: string[];
        withMatrix?: {
          [key: string]: string[];
        };
        maxActive?: number | null;
        /** @enum {string} */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      successPolicy?: {
        rules: {
          succeededIndexes?: string;
          succeededCount?: number;
        }[];
      };
      /** @enum {string} */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /** @enum {string} */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      backoffLimit?: number | null;
      maxFailedIndexes?: number | null;
      tasks?: {
        name: string;
        replicas?: number;
        completions?: number;
        parallelism?: {
          withCount?: number;
          withKeys?: string[];
          withMatrix?: {
            [key: string]: string[];
          };
          maxActive?: number | null;
          /** @enum {string} */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        worker?: string;
        podTemplate?: components['schemas']['JsonObject'];
        command?: string[];
        args?: string[];
        env?: {
          [key: string]: string;
        };
        resources?: {
          requests?: {
            [key: string]: string;
          };
          limits?: {
            [key: string]: string;
          };
        };
        policies?: {
          /** @enum {string} */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          exitCode?: number;
          exitCodes?: number[];
          /** @enum {string} */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          timeoutSeconds?: number;
        }[];
        dependsOn?: {
          task: string;
          /** @enum {string} */
          condition?: 'Ready' | 'Complete';
        }[];
        minAvailable?: number | null;
        priorityClassName?: string;
        maxAttempts?: number;
        maxRestarts?: number;
      }[];
      policies?: {
        /** @enum {string} */
        event?:
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
        events?: (
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
        )[];
        exitCode?: number;
        exitCodes?: number[];
        /** @enum {string} */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        timeoutSeconds?: number;
      }[];
      minAvailable?: number | null;
      minSuccess?: number | null;
      maxRetry?: number;
      priorityClassName?: string;
      schedulerName?: string;
      queue?: string;
      plugins?: {
        env?: string[];
        svc?: string[];
        ssh?: string[];
      };
      volumes?: {
        mountPath: string;
        claimName?: string;
        claim?: {
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          resources: {
            requests: {
              [key: string]: string;
            };
            limits?: {
              [key: string]: string;
            };
          };
          storageClassName?: '' | string;
          /** @enum {string} */
          volumeMode?: 'Filesystem';
          volumeName?: string;
          selector?: components['schemas']['JsonObject'];
        };
      }[];
    };
    JobReplacement: {
      tenant?: string;
      name: string;
      worker: string;
      labels?: {
        [key: string]: string;
      };
      enabled?: boolean;
      owners?: string[];
      cron?: string;
      schedule?: components['schemas']['Schedule'];
      misfire?: {
        /** @enum {string} */
        policy?: 'skip' | 'last' | 'all';
        maxMissed?: number;
        startingDeadlineSeconds?: number | null;
      };
      concurrency?: {
        /** @enum {string} */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        maxConcurrency?: number;
        group?: string;
        maxQueued?: number;
      };
      /** @description Any JSON value: an object, an array, a text, a number, true, false or null. */
      parameters?: components['schemas']['JsonValue'];
      secureParameters?: components['schemas']['JsonValue'];
      options?: (
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'bool';
            default?: boolean;
            /** @enum {string} */
            format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
            trueVal?: string;
            falseVal?: string;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'string';
            required?: boolean;
            default?: string;
            trimSpaces?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'select';
            required?: boolean;
            values: string[];
            default?: string;
            allowCustom?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'multi';
            required?: boolean;
            values: string[];
            default?: string[];
            delimiter?: string;
            allowCustom?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'date';
            required?: boolean;
            default?: string;
            format?: string;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'number';
            required?: boolean;
            default?: number;
            min?: number;
            max?: number;
            integer?: boolean;
          }
        | {
            name: string;
            label?: string;
            /** @constant */
            type: 'secret';
            required?: boolean;
            default?: string;
          }
      )[];
      /** Format: uri */
      url?: string;
      httpHeaders?:
        | '***'
        | {
            [key: string]: string & (unknown & unknown);
          };
      maxAttempts?: number;
      retry?: {
        delaySeconds?: number;
        /** @enum {string} */
        backoff?: 'fixed' | 'exponential';
        maxDelaySeconds?: number;
        onExitCodes?: number[];
        notOnExitCodes?: number[];
        onIdleTimeout?: boolean;
      };
      startDeadlineSeconds?: number;
      timeoutSeconds?: number | null;
      idleTimeoutSeconds?: number;
      activeDeadlineSeconds?: number | null;
      /** @enum {string} */
      restartPolicy?: 'Never' | 'OnFailure';
      podTemplate?: components['schemas']['JsonObject'];
      command?: string[];
      args?: string[];
      env?: {
        [key: string]: string;
      };
      resources?: {
        requests?: {
          [key: string]: string;
        };
        limits?: {
          [key: string]: string;
        };
      };
      retention?: {
        successful?: number;
        failed?: number;
        maxAgeSeconds?: number;
      };
      notify?: {
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
        /** Format: uri */
        webhook: string;
        lateAfterSeconds?: number;
        longAfterSeconds?: number;
      }[];
      completions?: number | null;
      /** @enum {string} */
      completionMode?: 'Indexed' | 'NonIndexed';
      parallelism?: {
        withCount?: number;
        withKeys?: string[];
        withMatrix?: {
          [key: string]: string[];
        };
        maxActive?: number | null;
        /** @enum {string} */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      successPolicy?: {
        rules: {
          succeededIndexes?: string;
          succeededCount?: number;
        }[];
      };
      /** @enum {string} */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /** @enum {string} */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      backoffLimit?: number | null;
      maxFailedIndexes?: number | null;
      tasks?: {
        name: string;
        replicas?: number;
        completions?: number;
        parallelism?: {
          withCount?: number;
          withKeys?: string[];
          withMatrix?: {
            [key: string]: string[];
          };
          maxActive?: number | null;
          /** @enum {string} */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        worker?: string;
        podTemplate?: components['schemas']['JsonObject'];
        command?: string[];
        args?: string[];
        env?: {
          [key: string]: string;
        };
        resources?: {
          requests?: {
            [key: string]: string;
          };
          limits?: {
            [key: string]: string;
          };
        };
        policies?: {
          /** @enum {string} */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          exitCode?: number;
          exitCodes?: number[];
          /** @enum {string} */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          timeoutSeconds?: number;
        }[];
        dependsOn?: {
          task: string;
          /** @enum {string} */
          condition?: 'Ready' | 'Complete';
        }[];
        minAvailable?: number | null;
        priorityClassName?: string;
        maxAttempts?: number;
        maxRestarts?: number;
      }[];
      policies?: {
        /** @enum {string} */
        event?:
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
        events?: (
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
        )[];
        exitCode?: number;
        exitCodes?: number[];
        /** @enum {string} */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        timeoutSeconds?: number;
      }[];
      minAvailable?: number | null;
      minSuccess?: number | null;
      maxRetry?: number;
      priorityClassName?: string;
      schedulerName?: string;
      queue?: string;
      plugins?: {
        env?: string[];
        svc?: string[];
        ssh?: string[];
      };
      volumes?: {
        mountPath: string;
        claimName?: string;
        claim?: {
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          resources: {
            requests: {
              [key: string]: string;
            };
            limits?: {
              [key: string]: string;
            };
          };
          storageClassName?: '' | string;
          /** @enum {string} */
          volumeMode?: 'Filesystem';
          volumeName?: string;
          selector?: components['schemas']['JsonObject'];
        };
      }[];
      id?: string;
      version?: number;
      createdAt?: string;
      updatedAt?: string;
      updatedBy?: string;
      paused?: unknown;
      status?: unknown;
      warnings?: unknown;
    };
    JobVersion: {
      version: number;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      savedAt: string;
      savedBy: string;
      current: boolean;
      job: {
        tenant: string;
        name: string;
        worker: string;
        labels: {
          [key: string]: string;
        };
        enabled: boolean;
        owners: string[];
        cron?: string;
        schedule?: components['schemas']['Schedule'];
        misfire?: {
          /** @enum {string} */
          policy?: 'skip' | 'last' | 'all';
          maxMissed?: number;
          startingDeadlineSeconds?: number | null;
        };
        concurrency?: {
          /** @enum {string} */
          policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
          maxConcurrency?: number;
          group?: string;
          maxQueued?: number;
        };
        /** @description Any JSON value: an object, an array, a text, a number, true, false or null. */
        parameters: components['schemas']['JsonValue'];
        /** @description Any JSON value. The values of an object, and a value of another form as a whole, are "***" except to owners and admins; "***" written back means unchanged. */
        secureParameters: components['schemas']['JsonValue'];
        options?: (
          | {
              name: string;
              label?: string;
              /** @constant */
              type: 'bool';
              default?: boolean;
              /** @enum {string} */
              format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
              trueVal?: string;
              falseVal?: string;
            }
          | {
              name: string;
              label?: string;
              /** @constant */
              type: 'string';
              required?: boolean;
              default?: string;
              trimSpaces?: boolean;
            }
          | {
              name: string;
              label?: string;
              /** @constant */
              type: 'select';
              required?: boolean;
              values: string[];
              default?: string;
              allowCustom?: boolean;
            }
          | {
              name: string;
              label?: string;
              /** @constant */
              type: 'multi';
              required?: boolean;
              values: string[];
              default?: string[];
              delimiter?: string;
              allowCustom?: boolean;
            }
          | {
              name: string;
              label?: string;
              /** @constant */
              type: 'date';
              required?: boolean;
              default?: string;
              format?: string;
            }
          | {
              name: string;
              label?: string;
              /** @constant */
              type: 'number';
              required?: boolean;
              default?: number;
              min?: number;
              max?: number;
              integer?: boolean;
            }
          | {
              name: string;
              label?: string;
              /** @constant */
              type: 'secret';
              required?: boolean;
              default?: string;
            }
        )[];
        /** Format: uri */
        url?: string;
        /** @description Values are "***" except to owners and admins. */
        httpHeaders: {
          [key: string]: string;
        };
        maxAttempts?: number;
        retry?: {
          delaySeconds?: number;
          /** @enum {string} */
          backoff?: 'fixed' | 'exponential';
          maxDelaySeconds?: number;
          onExitCodes?: number[];
          notOnExitCodes?: number[];
          onIdleTimeout?: boolean;
        };
        startDeadlineSeconds?: number;
        timeoutSeconds?: number | null;
        idleTimeoutSeconds?: number;
        activeDeadlineSeconds?: number | null;
        /** @enum {string} */
        restartPolicy?: 'Never' | 'OnFailure';
        podTemplate?: components['schemas']['JsonObject'];
        command?: string[];
        args?: string[];
        env?: {
          [key: string]: string;
        };
        resources?: {
          requests?: {
            [key: string]: string;
          };
          limits?: {
            [key: string]: string;
          };
        };
        retention?: {
          successful?: number;
          failed?: number;
          maxAgeSeconds?: number;
        };
        notify?: {
          on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
          /** Format: uri */
          webhook: string;
          lateAfterSeconds?: number;
          longAfterSeconds?: number;
        }[];
        completions?: number | null;
        /** @enum {string} */
        completionMode?: 'Indexed' | 'NonIndexed';
        parallelism?: {
          withCount?: number;
          withKeys?: string[];
          withMatrix?: {
            [key: string]: string[];
          };
          maxActive?: number | null;
          /** @enum {string} */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        successPolicy?: {
          rules: {
            succeededIndexes?: string;
            succeededCount?: number;
          }[];
        };
        /** @enum {string} */
        onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
        /** @enum {string} */
        onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
        backoffLimit?: number | null;
        maxFailedIndexes?: number | null;
        tasks?: {
          name: string;
          replicas?: number;
          completions?: number;
          parallelism?: {
            withCount?: number;
            withKeys?: string[];
            withMatrix?: {
              [key: string]: string[];
            };
            maxActive?: number | null;
            /** @enum {string} */
            completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
          };
          worker?: string;
          podTemplate?: components['schemas']['JsonObject'];
          command?: string[];
          args?: string[];
          env?: {
            [key: string]: string;
          };
          resources?: {
            requests?: {
              [key: string]: string;
            };
            limits?: {
              [key: string]: string;
            };
          };
          policies?: {
            /** @enum {string} */
            event?:
              '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
            events?: (
              '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
            )[];
            exitCode?: number;
            exitCodes?: number[];
            /** @enum {string} */
            action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
            timeoutSeconds?: number;
          }[];
          dependsOn?: {
            task: string;
            /** @enum {string} */
            condition?: 'Ready' | 'Complete';
          }[];
          minAvailable?: number | null;
          priorityClassName?: string;
          maxAttempts?: number;
          maxRestarts?: number;
        }[];
        policies?: {
          /** @enum {string} */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          exitCode?: number;
          exitCodes?: number[];
          /** @enum {string} */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          timeoutSeconds?: number;
        }[];
        minAvailable?: number | null;
        minSuccess?: number | null;
        maxRetry?: number;
        priorityClassName?: string;
        schedulerName?: string;
        queue?: string;
        plugins?: {
          env?: string[];
          svc?: string[];
          ssh?: string[];
        };
        volumes?: {
          mountPath: string;
          claimName?: string;
          claim?: {
            accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
            resources: {
              requests: {
                [key: string]: string;
              };
              limits?: {
                [key: string]: string;
              };
            };
            storageClassName?: '' | string;
            /** @enum {string} */
            volumeMode?: 'Filesystem';
            volumeName?: string;
            selector?: components['schemas']['JsonObject'];
          };
        }[];
        /** @description Secrets that cannot be read with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until they are given anew. Left out where there are none. */
        warnings?: {
          /**
           * @example secureParameters
           * @example httpHeaders.Authorization
           * @example notify.0.webhook
           */
          field: string;
          /** @enum {string} */
          reason: 'SecretKeyMissing' | 'SecretDamaged';
          /** @description The id of the key that it is sealed with. */
          key: string;
          message: string;
        }[];
      };
    };
    Schedule: {
      cron?: string | string[];
      every?: number;
      /** Format: date-time */
      anchor?: string;
      /** Format: date-time */
      at?: string;
      timezone?: string;
      /** Format: date-time */
      notBefore?: string;
      /** Format: date-time */
      notAfter?: string;
      exclude?: string[];
      jitterSeconds?: number;
      dst?: {
        /** @enum {string} */
        gap?: 'skip' | 'after';
        /** @enum {string} */
        overlap?: 'first' | 'second' | 'both';
      };
    };
    Run: {
      id: string;
      job: string;
      jobName: string;
      jobVersion: number;
      tenant: string;
      worker: string;
      /** @enum {string} */
      engine: 'kubernetes' | 'webservice' | 'process';
      /** @enum {string} */
      trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency';
      requestedBy: string | null;
      /** @description The slot; null for a run that no slot asked for. */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      startAfter: string;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      started: string | null;
      finished: string | null;
      /** @enum {string} */
      state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
      /** @enum {string} */
      phase:
        | 'Queued'
        | 'Pending'
        | 'Running'
        | 'Backoff'
        | 'Restarting'
        | 'Completing'
        | 'Completed'
        | 'Aborting'
        | 'Aborted'
        | 'Terminating'
        | 'Terminated'
        | 'Failed'
        | 'Skipped'
        | 'Missed'
        | 'Refused';
      reason: string;
      message: string;
      exitCode: number | null;
      generation: number;
      retries: number;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      phaseSince: string;
      minAvailable: number | null;
      /** @description The run that it repeats. */
      rerunOf: string | null;
      /** @description The backfill of its job that asked for it. */
      backfill: string | null;
      totals: {
        pending: number;
        running: number;
        succeeded: number;
        failed: number;
        terminating: number;
        unknown: number;
      };
      tasks: {
        name: string;
        indexes: number;
        pending: number;
        running: number;
        succeeded: number;
        failed: number;
        terminating: number;
        /** @description Kubernetes' text form: `1,3-5,7`. */
        completedIndexes: string;
        failedIndexes: string;
      }[];
    };
    RunDetail: {
      id: string;
      job: string;
      jobName: string;
      jobVersion: number;
      tenant: string;
      worker: string;
      /** @enum {string} */
      engine: 'kubernetes' | 'webservice' | 'process';
      /** @enum {string} */
      trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency';
      requestedBy: string | null;
      /** @description The slot; null for a run that no slot asked for. */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      startAfter: string;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      started: string | null;
      finished: string | null;
      /** @enum {string} */
      state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
      /** @enum {string} */
      phase:
        | 'Queued'
        | 'Pending'
        | 'Running'
        | 'Backoff'
        | 'Restarting'
        | 'Completing'
        | 'Completed'
        | 'Aborting'
        | 'Aborted'
        | 'Terminating'
        | 'Terminated'
        | 'Failed'
        | 'Skipped'
        | 'Missed'
        | 'Refused';
      reason: string;
      message: string;
      exitCode: number | null;
      generation: number;
      retries: number;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      phaseSince: string;
      minAvailable: number | null;
      /** @description The run that it repeats. */
      rerunOf: string | null;
      /** @description The backfill of its job that asked for it. */
      backfill: string | null;
      totals: {
        pending: number;
        running: number;
        succeeded: number;
        failed: number;
        terminating: number;
        unknown: number;
      };
      tasks: {
        name: string;
        indexes: number;
        pending: number;
        running: number;
        succeeded: number;
        failed: number;
        terminating: number;
        /** @description Kubernetes' text form: `1,3-5,7`. */
        completedIndexes: string;
        failedIndexes: string;
      }[];
      /** @description What its workers are given: the job's parameters of `jobVersion`, with those of the run laid over them. null where there are none, or where the run's snapshot is gone. */
      parameters: components['schemas']['JsonValue'] | null;
      /** @description The values of the job's options in this run, defaults included; those of secret options are "***". */
      options: {
        [key: string]: components['schemas']['JsonValue'];
      };
    };
    RunRequest: {
      /** @description Any JSON value: an object, an array, a text, a number, true, false or null. */
      parameters?: components['schemas']['JsonValue'];
      secureParameters?: components['schemas']['JsonValue'];
      /** Format: date-time */
      startAfter?: string;
      /** @enum {string} */
      concurrencyPolicy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
      options?: {
        [key: string]: components['schemas']['JsonValue'];
      };
      parallelism?: {
        withCount?: number;
        withKeys?: string[];
        withMatrix?: {
          [key: string]: string[];
        };
        maxActive?: number | null;
        /** @enum {string} */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
    };
    RunTransition: {
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /** @enum {string} */
      phase:
        | 'Queued'
        | 'Pending'
        | 'Running'
        | 'Backoff'
        | 'Restarting'
        | 'Completing'
        | 'Completed'
        | 'Aborting'
        | 'Aborted'
        | 'Terminating'
        | 'Terminated'
        | 'Failed'
        | 'Skipped'
        | 'Missed'
        | 'Refused';
      reason: string;
      message: string;
      actor: string;
      /** @description The pod that it is about, where it is about one. */
      pod: string | null;
    };
    Attempt: {
      id: string;
      task: string;
      index: number;
      generation: number;
      /** @description Counts from 1 within its index and generation. */
      attempt: number;
      /** @enum {string} */
      state: 'pending' | 'running' | 'terminating' | 'succeeded' | 'failed';
      /** @description How its end is classified; null until it has ended. */
      result:
        | (
            | 'succeeded'
            | 'failed'
            | 'evicted'
            | 'preempted'
            | 'nodeLost'
            | 'imagePull'
            | 'unschedulable'
            | 'deadline'
            | 'idle'
            | 'startRefused'
            | 'startUnknown'
            | 'deletedByUs'
            | 'deletedByOther'
          )
        | null;
      started: string | null;
      finished: string | null;
      exitCode: number | null;
      reason: string;
      message: string;
      node: string | null;
      /** @description The name of its pod, once there is one; null on other engines. */
      pod: string | null;
      /** @description False when some output could not be kept; null while unknown. */
      logComplete: boolean | null;
      logReason: string | null;
      /** @description What a web-service worker last told of it by its callback. */
      progress: components['schemas']['JsonValue'] | null;
    };
    StorageVersion: {
      version: number;
      /** @description null where it was deleted; `***` where secrets of the run are in it, for those who may not see the secrets of the job. */
      value: components['schemas']['JsonValue'];
      deleted: boolean;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      savedAt: string;
      /** @description The attempt whose output or callback saved it, or the person. */
      savedBy: string;
    };
    RecentRuns: {
      job: string;
      /** @description Newest first. */
      runs: {
        id: string;
        /** @enum {string} */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /** @enum {string} */
        phase:
          | 'Queued'
          | 'Pending'
          | 'Running'
          | 'Backoff'
          | 'Restarting'
          | 'Completing'
          | 'Completed'
          | 'Aborting'
          | 'Aborted'
          | 'Terminating'
          | 'Terminated'
          | 'Failed'
          | 'Skipped'
          | 'Missed'
          | 'Refused';
        reason: string;
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        started: string | null;
        finished: string | null;
      }[];
    };
    Overview: {
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      since: string;
      /** @description True where more than 5,000 runs were recorded since: only the newest are counted. */
      isPartial: boolean;
      /** @description Runs under way now. */
      active: number;
      /** @description Runs that wait to be admitted now. */
      queued: number;
      hours: {
        /**
         * Format: date-time
         * @description The beginning of the hour.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        finished: number;
        failed: number;
        /** @description Aborted, or not ended yet. */
        other: number;
        /** @description Seconds from a slot to the start of its run: half of them started sooner. */
        latenessP50: number | null;
        latenessMax: number | null;
      }[];
      /** @description The newest ended run of each job that has failed and not succeeded since. */
      failing: {
        id: string;
        /** @enum {string} */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /** @enum {string} */
        phase:
          | 'Queued'
          | 'Pending'
          | 'Running'
          | 'Backoff'
          | 'Restarting'
          | 'Completing'
          | 'Completed'
          | 'Aborting'
          | 'Aborted'
          | 'Terminating'
          | 'Terminated'
          | 'Failed'
          | 'Skipped'
          | 'Missed'
          | 'Refused';
        reason: string;
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        started: string | null;
        finished: string | null;
        job: string;
        jobName: string;
        tenant: string;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        message: string;
        /** @description Failures in a row. */
        failures: number;
      }[];
      /** @description Runs that have waited for more than five minutes, and why. */
      waiting: {
        id: string;
        /** @enum {string} */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /** @enum {string} */
        phase:
          | 'Queued'
          | 'Pending'
          | 'Running'
          | 'Backoff'
          | 'Restarting'
          | 'Completing'
          | 'Completed'
          | 'Aborting'
          | 'Aborted'
          | 'Terminating'
          | 'Terminated'
          | 'Failed'
          | 'Skipped'
          | 'Missed'
          | 'Refused';
        reason: string;
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        started: string | null;
        finished: string | null;
        job: string;
        jobName: string;
        tenant: string;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        message: string;
      }[];
      /** @description Runs that take twice as long as is usual for their job, and at least a minute longer. */
      long: {
        id: string;
        /** @enum {string} */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /** @enum {string} */
        phase:
          | 'Queued'
          | 'Pending'
          | 'Running'
          | 'Backoff'
          | 'Restarting'
          | 'Completing'
          | 'Completed'
          | 'Aborting'
          | 'Aborted'
          | 'Terminating'
          | 'Terminated'
          | 'Failed'
          | 'Skipped'
          | 'Missed'
          | 'Refused';
        reason: string;
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        started: string | null;
        finished: string | null;
        job: string;
        jobName: string;
        tenant: string;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        message: string;
        usualSeconds: number;
      }[];
      /** @description Slots that were missed or skipped since, as ranges. */
      missed: {
        job: string;
        jobName: string;
        tenant: string;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        from: string;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        to: string;
        count: number;
        /** @enum {string} */
        outcome: 'skipped' | 'missed' | 'paused' | 'excluded';
        reason: string;
        message: string;
      }[];
      /** @description The next slots. */
      next: {
        job: string;
        jobName: string;
        tenant: string;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
      }[];
      tenants: {
        tenant: string;
        active: number;
        queued: number;
        runs: number;
      }[];
    };
    Tenant: {
      id: string;
      name: string;
      maxActiveRuns: number | null;
      maxJobs: number | null;
      namespace: string | null;
      webserviceHosts: string[] | null;
      retention: {
        successful: number;
        failed: number;
        maxAgeSeconds: number;
      };
      /** @description Sizes of concurrency groups; one that is not named has one place. */
      groups: {
        [key: string]: number;
      };
      /** @description Text kept of logs; null leaves it to the service's own limits. */
      logLimits: {
        maxBytesPerAttempt: number | null;
        maxBytesPerRun: number | null;
      } | null;
      /** @description What its pod templates may say; null is the common list. */
      podTemplatePaths: string[] | null;
      /** @description What of the cluster its jobs may refer to beyond what their workers bring: objects by name or by labels that they bear, keys (or key=value) of labels and annotations. Null is nothing. Judged when a job is saved and before each attempt. */
      clusterAccess: {
        secrets?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        configMaps?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        persistentVolumeClaims?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        persistentVolumes?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        serviceAccounts?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        priorityClasses?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        labels?: string[];
        annotations?: string[];
      } | null;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
    };
    NewTenant: {
      id: string;
      name?: string;
      maxActiveRuns?: number | null;
      maxJobs?: number | null;
      namespace?: string | null;
      webserviceHosts?: string[] | null;
      retention?: {
        successful?: number;
        failed?: number;
        maxAgeSeconds?: number;
      };
      podTemplatePaths?: string[] | null;
      clusterAccess?: {
        secrets?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        configMaps?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        persistentVolumeClaims?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        persistentVolumes?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        serviceAccounts?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        priorityClasses?: {
          names?: string[];
          matchLabels?: {
            [key: string]: string;
          };
        };
        labels?: string[];
        annotations?: string[];
      } | null;
      groups?: {
        [key: string]: number;
      };
      logLimits?: {
        maxBytesPerAttempt?: number | null;
        maxBytesPerRun?: number | null;
      } | null;
    };
    Token: {
      id: string;
      name: string;
      roles: {
        tenant: string;
        /** @enum {string} */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      createdBy: string;
      expiresAt: string | null;
      /** @description Who made it, as `subject` of `/me`: a token that was revoked with those it made takes these along. null: not known. */
      madeBy: string | null;
      /** @description To the minute. */
      lastUsedAt: string | null;
    };
    NewToken: {
      id: string;
      name: string;
      roles: {
        tenant: string;
        /** @enum {string} */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      createdBy: string;
      expiresAt: string | null;
      /** @description Who made it, as `subject` of `/me`: a token that was revoked with those it made takes these along. null: not known. */
      madeBy: string | null;
      /** @description To the minute. */
      lastUsedAt: string | null;
      /** @description The token itself, shown this once. */
      token: string;
    };
    Caller: {
      subject: string;
      name: string;
      roles: {
        tenant: string;
        /** @enum {string} */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
    };
    Calendar: {
      id: string;
      tenant: string;
      name?: string;
      timezone?: string;
      dates?: string[];
      cron?: string[];
      weekly?: {
        days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        from: string;
        to: string;
      }[];
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      updatedBy: string;
    };
    NewCalendar: {
      id: string;
      tenant: string;
      name?: string;
      timezone?: string;
      dates?: string[];
      cron?: string[];
      weekly?: {
        days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        from: string;
        to: string;
      }[];
    };
    CalendarReplacement: {
      name?: string;
      timezone?: string;
      dates?: string[];
      cron?: string[];
      weekly?: {
        days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        from: string;
        to: string;
      }[];
    };
    JsonObject: {
      [key: string]: components['schemas']['JsonValue'];
    };
    JsonValue: unknown;
    ListWorkersAnswer: {
      items: components['schemas']['Worker'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListJobsAnswer: {
      items: components['schemas']['Job'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListJobVersionsAnswer: {
      items: components['schemas']['JobVersion'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    RollbackJobBody: {
      version: number;
    };
    PauseJobBody: {
      note?: string;
    };
    ResumeJobBody: Record<string, never>;
    RunJobAnswer: {
      run: components['schemas']['Run'];
    };
    ListSlotsAnswer: {
      slots: {
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        nominal: string;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        effective: string;
        flags: ('dst-gap' | 'dst-overlap' | 'excluded')[];
        /** @description What became of it; left out while it is to come, and where nothing is known of it any more. */
        outcome?: {
          /** @description Of the slot's run, or SKIPPED or MISSED; null if it is not known any more. */
          state: ('QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED') | null;
          run: string | null;
          reason: string;
          message: string;
        };
      }[];
    };
    ListGapsAnswer: {
      items: {
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        from: string;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        to: string;
        count: number;
        /** @enum {string} */
        outcome: 'skipped' | 'missed' | 'paused' | 'excluded';
        reason: string;
        message: string;
      }[];
    };
    PreviewScheduleBody: {
      schedule: components['schemas']['Schedule'];
      tenant?: string;
      /** @default 20 */
      count?: number;
      /** Format: date-time */
      from?: string;
    };
    PreviewScheduleAnswer: {
      slots: {
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        nominal: string;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        effective: string;
        flags: ('dst-gap' | 'dst-overlap' | 'excluded')[];
      }[];
    };
    StartBackfillBody: {
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      /** @default false */
      dryRun?: boolean;
      /** @enum {string} */
      concurrencyPolicy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
      /** @default 60 */
      maxPerMinute?: number;
    };
    StartBackfillAnswer: {
      /** @description null for a dry run. */
      backfill: components['schemas']['GetBackfillAnswer'] | null;
      /** @description Nominal instants, oldest first. */
      slots: string[];
    };
    ListBackfillsAnswer: {
      items: components['schemas']['GetBackfillAnswer'][];
    };
    GetBackfillAnswer: {
      id: string;
      job: string;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      from: string;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      to: string;
      /** @enum {string} */
      state: 'Running' | 'Completed' | 'Cancelled';
      message: string;
      concurrencyPolicy: ('Allow' | 'Forbid' | 'Enqueue' | 'Replace') | null;
      maxPerMinute: number;
      slots: {
        /** @description Slots of the range. */
        total: number;
        /** @description Those that have their run. */
        made: number;
      };
      requestedBy: string;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      finishedAt: string | null;
    };
    CancelBackfillBody: Record<string, never>;
    ListRunsAnswer: {
      items: components['schemas']['Run'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    PatchRunBody: {
      parallelism?: {
        maxActive?: number | null;
        withCount?: number;
      };
      completions?: number;
      minAvailable?: number | null;
      tasks?: {
        name: string;
        replicas?: number;
        completions?: number;
        withCount?: number;
        minAvailable?: number | null;
        maxActive?: number | null;
      }[];
    };
    CommandRunBody: {
      /** @enum {string} */
      command: 'abort' | 'resume' | 'terminate' | 'restart' | 'complete' | 'kill';
      reason?: string;
      graceSeconds?: number;
    };
    CommandRunAnswer: {
      id: string;
      run: string;
      /** @enum {string} */
      command: 'abort' | 'resume' | 'terminate' | 'restart' | 'complete' | 'kill';
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
    };
    RerunRunBody: {
      onlyFailed?: boolean;
    };
    RerunRunAnswer: {
      run: components['schemas']['Run'];
    };
    ListAttemptsAnswer: {
      items: components['schemas']['Attempt'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListIndexesAnswer: {
      items: {
        task: string;
        index: number;
        /** @description Of `withKeys`. */
        key: string | null;
        /** @description The cell of `withMatrix`. */
        matrix: {
          [key: string]: string;
        } | null;
        /** @enum {string} */
        state: 'pending' | 'running' | 'terminating' | 'backoff' | 'succeeded' | 'failed';
        /** @description Attempts begun in this generation. */
        attempts: number;
        /** @description Those that count as failures. */
        failures: number;
      }[];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListEventsAnswer: {
      items: components['schemas']['RunTransition'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ReadLogsAnswer: string;
    ListStorageVersionsAnswer: {
      items: components['schemas']['StorageVersion'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    RestoreStorageBody: {
      version: number;
    };
    ReportStatusBody: {
      /** @enum {string} */
      state: 'RUNNING' | 'FINISHED' | 'FAILED';
      message?: string;
      exitCode?: number;
      progress?: components['schemas']['JsonValue'];
    };
    AppendLogBody:
      | string
      | {
          lines: string[];
          seq?: number;
        };
    ListTenantsAnswer: {
      items: components['schemas']['Tenant'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListTokensAnswer: {
      items: components['schemas']['Token'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    CreateTokenBody: {
      name: string;
      roles: {
        tenant: '*' | string;
        /** @enum {string} */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
      /** @description 90 days from now unless given; null, which only admins may say: never. */
      expiresAt?: string | null;
    };
    ListCalendarsAnswer: {
      items: components['schemas']['Calendar'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListAuditAnswer: {
      items: {
        id: string;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        actor: string;
        subject: string;
        /** @description The role in that tenant at that time; null where it is not known. */
        role: ('viewer' | 'operator' | 'editor' | 'owner' | 'admin') | null;
        /** @description The address that the request came from. */
        address: string | null;
        tenant: string | null;
        /** @description The operation's id. */
        action: string;
        object: string;
        detail: string | null;
        /** @description The error code, if it was refused. */
        refusedWith: string | null;
      }[];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    VerifyAuditAnswer: {
      intact: boolean;
      /** @description Looked at. */
      entries: number;
      problems: {
        seq: number;
        /**
         * @description `missing`: entries before it were removed, or it was itself, at the end.
         * @enum {string}
         */
        problem: 'missing' | 'changed';
      }[];
      next: number | null;
    };
    GetHoldsAnswer: {
      holds: components['schemas']['SetHoldAnswer'][];
      /** @description What a release would set going, of all tenants. */
      waiting: {
        /** @description Schedules with a slot that has passed, up to 1,000. */
        overdueSchedules: number;
        /** @description Unfinished runs by phase, of up to 10,000. */
        runs: {
          [key: string]: number;
        };
        complete: boolean;
      };
    };
    SetHoldBody: {
      /** @description Left out: all tenants. */
      tenant?: string;
      /**
       * @default [
       *       "admissions",
       *       "starts"
       *     ]
       */
      scopes?: ('admissions' | 'starts')[];
      reason: string;
    };
    SetHoldAnswer: {
      /** @description Null: all tenants. */
      tenant: string | null;
      scopes: ('admissions' | 'starts')[];
      reason: string;
      by: string;
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      since: string;
      /**
       * Format: date-time
       * @description From here on no service, however slow, admits or starts anything of it.
       * @example 2026-12-01T00:00:00.000Z
       */
      effectiveAt: string;
      skipSlotsUntil: string | null;
    };
    ReleaseHoldBody: {
      /** @description Left out: all tenants. */
      tenant?: string;
      /** Format: date-time */
      skipSlotsUntil?: string;
    };
    ExamineAnswer: {
      /**
       * @description The worst of all findings.
       * @enum {string}
       */
      status: 'ok' | 'warning' | 'error';
      findings: {
        check: string;
        /** @enum {string} */
        status: 'ok' | 'warning' | 'error';
        message: string;
        /** @description What to do; null where all is well. */
        fix: string | null;
      }[];
    };
    ListRecentRunsAnswer: {
      items: components['schemas']['RecentRuns'][];
    };
    ListLimitsAnswer: {
      items: {
        /** @description null: the tenant's own quota. */
        group: string | null;
        /** @description Runs that may be active at once; null: any number. */
        size: number | null;
        held: number;
        /** @description The first 200, oldest first. */
        holders: {
          run: string;
          job: string;
          /**
           * Format: date-time
           * @example 2026-12-01T00:00:00.000Z
           */
          since: string;
        }[];
        /** @description Who is to have the next places, oldest first. */
        waiting: {
          run: string;
          job: string;
          /**
           * Format: date-time
           * @example 2026-12-01T00:00:00.000Z
           */
          since: string;
        }[];
        /** @description True where more wait than are listed. */
        moreWait: boolean;
      }[];
    };
    GetSystemAnswer: {
      /**
       * Format: date-time
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /** @description Parts that the jobs and runs are spread over. */
      shards: number;
      replicas: {
        replica: string;
        /** @enum {string} */
        service: 'api' | 'scheduler' | 'executor' | 'log-collector';
        host: string;
        version: string;
        /** @description False while it must own no shards: it starts, stops, or its clock is off. */
        ready: boolean;
        /**
         * Format: date-time
         * @example 2026-12-01T00:00:00.000Z
         */
        heartbeatAt: string;
        /** @description By which its clock is ahead of the database's. */
        clockSkewSeconds: number;
        /** @description That it owns. */
        shards: number;
      }[];
    };
    Invocation: {
      runId: string;
      attemptId: string;
      attempt: number;
      task: string;
      index: number;
      indexKey: string | null;
      indexMatrix: {
        [key: string]: string;
      } | null;
      indexCount: number;
      /** @description The run's whole job snapshot, with parameters and secureParameters, without status. */
      job: components['schemas']['JsonObject'];
      /** @description What the job's options come to in this run, secret ones included; absent if it declares none. */
      options?: components['schemas']['JsonObject'];
      scheduledFor: string | null;
      jobStorage: components['schemas']['JsonValue'];
      lastSuccessStart: string | null;
      lastSuccessFinish: string | null;
      callback: {
        /** Format: uri */
        log: string;
        /** Format: uri */
        status: string;
        /** Format: uri */
        jobStorage: string;
        token: string;
      };
    };
    Notice: {
      id: string;
      /** @enum {string} */
      on: 'failed' | 'missed' | 'late' | 'long' | 'recovered';
      /** Format: date-time */
      at: string;
      tenant: string;
      job: string;
      jobName: string;
      message: string;
      run: {
        id: string;
        state: string;
        phase: string;
        reason: string;
        message: string;
        scheduledFor: string | null;
        /** Format: date-time */
        createdAt: string;
        started: string | null;
        finished: string | null;
        exitCode: number | null;
        /** Format: uri */
        url: string;
      } | null;
      missed: {
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
        count: number;
        reason: string;
      } | null;
    };
    Problem: {
      /** Format: uri */
      type: string;
      title: string;
      status: number;
      /** @enum {string} */
      code:
        | 'VALIDATION_FAILED'
        | 'MALFORMED_BODY'
        | 'UNAUTHENTICATED'
        | 'FORBIDDEN'
        | 'NOT_FOUND'
        | 'METHOD_NOT_ALLOWED'
        | 'CONFLICT'
        | 'IN_USE'
        | 'ALREADY_EXISTS'
        | 'CONCURRENCY_FORBIDDEN'
        | 'QUEUE_FULL'
        | 'QUOTA_EXCEEDED'
        | 'RUN_NOT_FINAL'
        | 'RUN_FINAL'
        | 'ATTEMPT_ENDED'
        | 'PRECONDITION_FAILED'
        | 'BODY_TOO_LARGE'
        | 'UNSUPPORTED_MEDIA_TYPE'
        | 'IDEMPOTENCY_KEY_REUSED'
        | 'TOO_MANY_REQUESTS'
        | 'INTERNAL'
        | 'UNAVAILABLE'
        | 'SCHEDULER_UNAVAILABLE';
      detail: string;
      /** @description What is wrong, field by field. */
      errors?: {
        path: string;
        message: string;
      }[];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listWorkers: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List workers */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListWorkersAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createWorker: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is judged, and answered 204 or refused, but nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "requiredlearningcsv",
         *       "name": "Required Learning CSV upload",
         *       "engine": "webservice",
         *       "url": "https://workers.example.com/requiredlearningcsv",
         *       "httpHeaders": {
         *         "Authorization": "Basic dXNlcjpwYXNz"
         *       }
         *     }
         */
        'application/json': components['schemas']['NewWorker'];
      };
    };
    responses: {
      /** @description Register a worker */
      201: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "requiredlearningcsv",
           *       "name": "Required Learning CSV upload",
           *       "engine": "webservice",
           *       "url": "https://workers.example.com/requiredlearningcsv",
           *       "httpHeaders": {
           *         "Authorization": "***"
           *       },
           *       "version": 1,
           *       "createdAt": "2026-11-01T08:00:00.000Z",
           *       "updatedAt": "2026-11-01T08:00:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Worker'];
        };
      };
      /** @description To a request with `Carillon-Dry-Run: true` that would be carried out. Nothing was changed. */
      204: {
        headers: {
          /** @description `unchanged` where everything is as the request says already. */
          'Carillon-Dry-Run'?: 'changes' | 'unchanged';
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `ALREADY_EXISTS`: It exists already */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getWorker: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a worker */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "requiredlearningcsv",
           *       "name": "Required Learning CSV upload",
           *       "engine": "webservice",
           *       "url": "https://workers.example.com/requiredlearningcsv",
           *       "httpHeaders": {
           *         "Authorization": "***"
           *       },
           *       "version": 1,
           *       "createdAt": "2026-11-01T08:00:00.000Z",
           *       "updatedAt": "2026-11-01T08:00:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Worker'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  replaceWorker: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if it was changed since. */
        'If-Match'?: string;
        /** @description `true`: the request is judged, and answered 204 or refused, but nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "requiredlearningcsv",
         *       "name": "Required Learning CSV upload",
         *       "engine": "webservice",
         *       "url": "https://workers.example.com/requiredlearningcsv",
         *       "httpHeaders": {
         *         "Authorization": "Basic dXNlcjpwYXNz"
         *       }
         *     }
         */
        'application/json': components['schemas']['WorkerReplacement'];
      };
    };
    responses: {
      /** @description Replace a worker */
      200: {
        headers: {
          ETag?: string;
          /** @description Stored, but `scheduler` does not carry it yet: it takes effect within seconds of its being there. */
          'Carillon-Pending'?: 'scheduler';
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "requiredlearningcsv",
           *       "name": "Required Learning CSV upload",
           *       "engine": "webservice",
           *       "url": "https://workers.example.com/requiredlearningcsv",
           *       "httpHeaders": {
           *         "Authorization": "***"
           *       },
           *       "version": 1,
           *       "createdAt": "2026-11-01T08:00:00.000Z",
           *       "updatedAt": "2026-11-01T08:00:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Worker'];
        };
      };
      /** @description To a request with `Carillon-Dry-Run: true` that would be carried out. Nothing was changed. */
      204: {
        headers: {
          /** @description `unchanged` where everything is as the request says already. */
          'Carillon-Dry-Run'?: 'changes' | 'unchanged';
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `PRECONDITION_FAILED`: It was changed since it was read */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteWorker: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IN_USE`: It is still in use */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  patchWorker: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if it was changed since. */
        'If-Match'?: string;
        /** @description `true`: the request is judged, and answered 204 or refused, but nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "description": "Uploads the catalogue every morning."
         *     }
         */
        'application/json': components['schemas']['JsonObject'];
        /**
         * @example {
         *       "description": "Uploads the catalogue every morning."
         *     }
         */
        'application/merge-patch+json': components['schemas']['JsonObject'];
      };
    };
    responses: {
      /** @description Change parts of a worker */
      200: {
        headers: {
          ETag?: string;
          /** @description Stored, but `scheduler` does not carry it yet: it takes effect within seconds of its being there. */
          'Carillon-Pending'?: 'scheduler';
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "requiredlearningcsv",
           *       "name": "Required Learning CSV upload",
           *       "engine": "webservice",
           *       "url": "https://workers.example.com/requiredlearningcsv",
           *       "httpHeaders": {
           *         "Authorization": "***"
           *       },
           *       "version": 1,
           *       "createdAt": "2026-11-01T08:00:00.000Z",
           *       "updatedAt": "2026-11-01T08:00:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Worker'];
        };
      };
      /** @description To a request with `Carillon-Dry-Run: true` that would be carried out. Nothing was changed. */
      204: {
        headers: {
          /** @description `unchanged` where everything is as the request says already. */
          'Carillon-Dry-Run'?: 'changes' | 'unchanged';
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `PRECONDITION_FAILED`: It was changed since it was read */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        tenant?: string;
        worker?: string;
        enabled?: 'true' | 'false';
        /** @description A part of the name or id. */
        q?: string;
        label?: string | string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List jobs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListJobsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createJob: {
    parameters: {
      query?: {
        fromTemplate?: 'true' | 'false';
      };
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is judged, and answered 204 or refused, but nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "tenant": "ibm",
         *       "name": "Required Learning CSV upload",
         *       "worker": "requiredlearningcsv",
         *       "cron": "0 10 * * *",
         *       "parameters": {
         *         "delimiter": ";"
         *       }
         *     }
         */
        'application/json': components['schemas']['NewJob'];
      };
    };
    responses: {
      /** @description Create a job */
      201: {
        headers: {
          ETag?: string;
          /** @description Stored, but `scheduler` does not carry it yet: it takes effect within seconds of its being there. */
          'Carillon-Pending'?: 'scheduler';
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "c33d29933ce131e4b0e97da5",
           *       "version": 3,
           *       "tenant": "ibm",
           *       "name": "Required Learning CSV upload",
           *       "worker": "requiredlearningcsv",
           *       "cron": "0 10 * * *",
           *       "parameters": {
           *         "delimiter": ";"
           *       },
           *       "labels": {},
           *       "enabled": true,
           *       "owners": [],
           *       "secureParameters": {},
           *       "httpHeaders": {},
           *       "createdAt": "2026-11-01T08:00:00.000Z",
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada",
           *       "paused": null,
           *       "status": {
           *         "nextSlot": "2026-12-01T10:00:00.000Z",
           *         "lastSlot": "2026-11-30T10:00:00.000Z",
           *         "lastSuccessStart": "2026-11-30T10:00:00.412Z",
           *         "lastSuccessFinish": "2026-11-30T10:00:21.844Z",
           *         "activeRuns": 0,
           *         "queuedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description To a request with `Carillon-Dry-Run: true` that would be carried out. Nothing was changed. */
      204: {
        headers: {
          /** @description `unchanged` where everything is as the request says already. */
          'Carillon-Dry-Run'?: 'changes' | 'unchanged';
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `ALREADY_EXISTS`: It exists already
       *
       *     `QUOTA_EXCEEDED`: The tenant's quota is used up
       */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a job */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "c33d29933ce131e4b0e97da5",
           *       "version": 3,
           *       "tenant": "ibm",
           *       "name": "Required Learning CSV upload",
           *       "worker": "requiredlearningcsv",
           *       "cron": "0 10 * * *",
           *       "parameters": {
           *         "delimiter": ";"
           *       },
           *       "labels": {},
           *       "enabled": true,
           *       "owners": [],
           *       "secureParameters": {},
           *       "httpHeaders": {},
           *       "createdAt": "2026-11-01T08:00:00.000Z",
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada",
           *       "paused": null,
           *       "status": {
           *         "nextSlot": "2026-12-01T10:00:00.000Z",
           *         "lastSlot": "2026-11-30T10:00:00.000Z",
           *         "lastSuccessStart": "2026-11-30T10:00:00.412Z",
           *         "lastSuccessFinish": "2026-11-30T10:00:21.844Z",
           *         "activeRuns": 0,
           *         "queuedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  replaceJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if it was changed since. */
        'If-Match'?: string;
        /** @description `true`: the request is judged, and answered 204 or refused, but nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "tenant": "ibm",
         *       "name": "Required Learning CSV upload",
         *       "worker": "requiredlearningcsv",
         *       "cron": "0 10 * * *",
         *       "parameters": {
         *         "delimiter": ";"
         *       }
         *     }
         */
        'application/json': components['schemas']['JobReplacement'];
      };
    };
    responses: {
      /** @description Replace a job */
      200: {
        headers: {
          ETag?: string;
          /** @description Stored, but `scheduler` does not carry it yet: it takes effect within seconds of its being there. */
          'Carillon-Pending'?: 'scheduler';
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "c33d29933ce131e4b0e97da5",
           *       "version": 3,
           *       "tenant": "ibm",
           *       "name": "Required Learning CSV upload",
           *       "worker": "requiredlearningcsv",
           *       "cron": "0 10 * * *",
           *       "parameters": {
           *         "delimiter": ";"
           *       },
           *       "labels": {},
           *       "enabled": true,
           *       "owners": [],
           *       "secureParameters": {},
           *       "httpHeaders": {},
           *       "createdAt": "2026-11-01T08:00:00.000Z",
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada",
           *       "paused": null,
           *       "status": {
           *         "nextSlot": "2026-12-01T10:00:00.000Z",
           *         "lastSlot": "2026-11-30T10:00:00.000Z",
           *         "lastSuccessStart": "2026-11-30T10:00:00.412Z",
           *         "lastSuccessFinish": "2026-11-30T10:00:21.844Z",
           *         "activeRuns": 0,
           *         "queuedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description To a request with `Carillon-Dry-Run: true` that would be carried out. Nothing was changed. */
      204: {
        headers: {
          /** @description `unchanged` where everything is as the request says already. */
          'Carillon-Dry-Run'?: 'changes' | 'unchanged';
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `ALREADY_EXISTS`: It exists already */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `PRECONDITION_FAILED`: It was changed since it was read */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          /** @description Stored, but `scheduler` does not carry it yet: it takes effect within seconds of its being there. */
          'Carillon-Pending'?: 'scheduler';
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  patchJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if it was changed since. */
        'If-Match'?: string;
        /** @description `true`: the request is judged, and answered 204 or refused, but nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "cron": "0 11 * * *"
         *     }
         */
        'application/json': components['schemas']['JsonObject'];
        /**
         * @example {
         *       "cron": "0 11 * * *"
         *     }
         */
        'application/merge-patch+json': components['schemas']['JsonObject'];
      };
    };
    responses: {
      /** @description Change parts of a job */
      200: {
        headers: {
          ETag?: string;
          /** @description Stored, but `scheduler` does not carry it yet: it takes effect within seconds of its being there. */
          'Carillon-Pending'?: 'scheduler';
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "c33d29933ce131e4b0e97da5",
           *       "version": 3,
           *       "tenant": "ibm",
           *       "name": "Required Learning CSV upload",
           *       "worker": "requiredlearningcsv",
           *       "cron": "0 10 * * *",
           *       "parameters": {
           *         "delimiter": ";"
           *       },
           *       "labels": {},
           *       "enabled": true,
           *       "owners": [],
           *       "secureParameters": {},
           *       "httpHeaders": {},
           *       "createdAt": "2026-11-01T08:00:00.000Z",
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada",
           *       "paused": null,
           *       "status": {
           *         "nextSlot": "2026-12-01T10:00:00.000Z",
           *         "lastSlot": "2026-11-30T10:00:00.000Z",
           *         "lastSuccessStart": "2026-11-30T10:00:00.412Z",
           *         "lastSuccessFinish": "2026-11-30T10:00:21.844Z",
           *         "activeRuns": 0,
           *         "queuedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description To a request with `Carillon-Dry-Run: true` that would be carried out. Nothing was changed. */
      204: {
        headers: {
          /** @description `unchanged` where everything is as the request says already. */
          'Carillon-Dry-Run'?: 'changes' | 'unchanged';
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `ALREADY_EXISTS`: It exists already */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `PRECONDITION_FAILED`: It was changed since it was read */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listJobVersions: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List a job's versions */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListJobVersionsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  rollbackJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "version": 1
         *     }
         */
        'application/json': components['schemas']['RollbackJobBody'];
      };
    };
    responses: {
      /** @description Go back to an earlier version */
      200: {
        headers: {
          ETag?: string;
          /** @description Stored, but `scheduler` does not carry it yet: it takes effect within seconds of its being there. */
          'Carillon-Pending'?: 'scheduler';
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "c33d29933ce131e4b0e97da5",
           *       "version": 3,
           *       "tenant": "ibm",
           *       "name": "Required Learning CSV upload",
           *       "worker": "requiredlearningcsv",
           *       "cron": "0 10 * * *",
           *       "parameters": {
           *         "delimiter": ";"
           *       },
           *       "labels": {},
           *       "enabled": true,
           *       "owners": [],
           *       "secureParameters": {},
           *       "httpHeaders": {},
           *       "createdAt": "2026-11-01T08:00:00.000Z",
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada",
           *       "paused": null,
           *       "status": {
           *         "nextSlot": "2026-12-01T10:00:00.000Z",
           *         "lastSlot": "2026-11-30T10:00:00.000Z",
           *         "lastSuccessStart": "2026-11-30T10:00:00.412Z",
           *         "lastSuccessFinish": "2026-11-30T10:00:21.844Z",
           *         "activeRuns": 0,
           *         "queuedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  pauseJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "note": "the source system is being moved"
         *     }
         */
        'application/json': components['schemas']['PauseJobBody'];
      };
    };
    responses: {
      /** @description Stop new slots of a job */
      200: {
        headers: {
          ETag?: string;
          /** @description Stored, but `scheduler` does not carry it yet: it takes effect within seconds of its being there. */
          'Carillon-Pending'?: 'scheduler';
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "c33d29933ce131e4b0e97da5",
           *       "version": 3,
           *       "tenant": "ibm",
           *       "name": "Required Learning CSV upload",
           *       "worker": "requiredlearningcsv",
           *       "cron": "0 10 * * *",
           *       "parameters": {
           *         "delimiter": ";"
           *       },
           *       "labels": {},
           *       "enabled": true,
           *       "owners": [],
           *       "secureParameters": {},
           *       "httpHeaders": {},
           *       "createdAt": "2026-11-01T08:00:00.000Z",
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada",
           *       "paused": null,
           *       "status": {
           *         "nextSlot": "2026-12-01T10:00:00.000Z",
           *         "lastSlot": "2026-11-30T10:00:00.000Z",
           *         "lastSuccessStart": "2026-11-30T10:00:00.412Z",
           *         "lastSuccessFinish": "2026-11-30T10:00:21.844Z",
           *         "activeRuns": 0,
           *         "queuedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  resumeJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': components['schemas']['ResumeJobBody'];
      };
    };
    responses: {
      /** @description Let a paused job run again */
      200: {
        headers: {
          ETag?: string;
          /** @description Stored, but `scheduler` does not carry it yet: it takes effect within seconds of its being there. */
          'Carillon-Pending'?: 'scheduler';
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "c33d29933ce131e4b0e97da5",
           *       "version": 3,
           *       "tenant": "ibm",
           *       "name": "Required Learning CSV upload",
           *       "worker": "requiredlearningcsv",
           *       "cron": "0 10 * * *",
           *       "parameters": {
           *         "delimiter": ";"
           *       },
           *       "labels": {},
           *       "enabled": true,
           *       "owners": [],
           *       "secureParameters": {},
           *       "httpHeaders": {},
           *       "createdAt": "2026-11-01T08:00:00.000Z",
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada",
           *       "paused": null,
           *       "status": {
           *         "nextSlot": "2026-12-01T10:00:00.000Z",
           *         "lastSlot": "2026-11-30T10:00:00.000Z",
           *         "lastSuccessStart": "2026-11-30T10:00:00.412Z",
           *         "lastSuccessFinish": "2026-11-30T10:00:21.844Z",
           *         "activeRuns": 0,
           *         "queuedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  runJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "parameters": {
         *         "day": "2026-12-01"
         *       }
         *     }
         */
        'application/json': components['schemas']['RunRequest'];
      };
    };
    responses: {
      /** @description Start a run now */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "run": {
           *         "id": "c33d29933ce131e4b0e97da5-1796119200",
           *         "job": "c33d29933ce131e4b0e97da5",
           *         "jobName": "Required Learning CSV upload",
           *         "jobVersion": 3,
           *         "tenant": "ibm",
           *         "worker": "requiredlearningcsv",
           *         "engine": "webservice",
           *         "trigger": "schedule",
           *         "requestedBy": null,
           *         "scheduledFor": "2026-12-01T10:00:00.000Z",
           *         "startAfter": "2026-12-01T10:00:00.000Z",
           *         "createdAt": "2026-12-01T10:00:00.012Z",
           *         "started": "2026-12-01T10:00:00.537Z",
           *         "finished": "2026-12-01T10:00:21.844Z",
           *         "state": "FINISHED",
           *         "phase": "Completed",
           *         "reason": "AllIndexesSucceeded",
           *         "message": "",
           *         "exitCode": 0,
           *         "generation": 0,
           *         "retries": 0,
           *         "phaseSince": "2026-12-01T10:00:21.844Z",
           *         "minAvailable": null,
           *         "rerunOf": null,
           *         "backfill": null,
           *         "totals": {
           *           "pending": 0,
           *           "running": 0,
           *           "succeeded": 1,
           *           "failed": 0,
           *           "terminating": 0,
           *           "unknown": 0
           *         },
           *         "tasks": [
           *           {
           *             "name": "main",
           *             "indexes": 1,
           *             "pending": 0,
           *             "running": 0,
           *             "succeeded": 1,
           *             "failed": 0,
           *             "terminating": 0,
           *             "completedIndexes": "0",
           *             "failedIndexes": ""
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['RunJobAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `CONCURRENCY_FORBIDDEN`: The job's concurrency rule forbids another run now
       *
       *     `QUEUE_FULL`: The queue of the limit is full
       *
       *     `QUOTA_EXCEEDED`: The tenant's quota is used up
       */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `SCHEDULER_UNAVAILABLE`: The scheduler does not answer */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listSlots: {
    parameters: {
      query?: {
        from?: string;
        count?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Show a job's slots: those to come, and what became of earlier ones */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "slots": [
           *         {
           *           "nominal": "2026-12-01T09:00:00.000Z",
           *           "effective": "2026-12-01T09:00:00.000Z",
           *           "flags": []
           *         },
           *         {
           *           "nominal": "2026-12-02T09:00:00.000Z",
           *           "effective": "2026-12-02T09:00:00.000Z",
           *           "flags": []
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ListSlotsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listGaps: {
    parameters: {
      query?: {
        from?: string;
        to?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the slots of a job that did not run, as ranges */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "from": "2026-11-03T09:00:00.000Z",
           *           "to": "2026-11-05T09:00:00.000Z",
           *           "count": 3,
           *           "outcome": "paused",
           *           "reason": "Paused",
           *           "message": "The job was paused."
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ListGapsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  previewSchedule: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "schedule": {
         *         "cron": "0 10 * * *",
         *         "timezone": "Europe/Prague"
         *       },
         *       "count": 2
         *     }
         */
        'application/json': components['schemas']['PreviewScheduleBody'];
      };
    };
    responses: {
      /** @description Preview the slots of a schedule that no job has yet */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "slots": [
           *         {
           *           "nominal": "2026-12-01T09:00:00.000Z",
           *           "effective": "2026-12-01T09:00:00.000Z",
           *           "flags": []
           *         },
           *         {
           *           "nominal": "2026-12-02T09:00:00.000Z",
           *           "effective": "2026-12-02T09:00:00.000Z",
           *           "flags": []
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PreviewScheduleAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  startBackfill: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from": "2026-11-01T00:00:00.000Z",
         *       "to": "2026-11-03T00:00:00.000Z",
         *       "maxPerMinute": 60
         *     }
         */
        'application/json': components['schemas']['StartBackfillBody'];
      };
    };
    responses: {
      /** @description Run past slots after all */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "backfill": {
           *         "id": "5f0c2a3b9d1e4f6a7b8c9d0e",
           *         "job": "c33d",
           *         "from": "2026-11-01T00:00:00.000Z",
           *         "to": "2026-11-03T00:00:00.000Z",
           *         "state": "Running",
           *         "message": "",
           *         "concurrencyPolicy": null,
           *         "maxPerMinute": 60,
           *         "slots": {
           *           "total": 2,
           *           "made": 1
           *         },
           *         "requestedBy": "anna",
           *         "createdAt": "2026-11-21T12:00:00.000Z",
           *         "finishedAt": null
           *       },
           *       "slots": [
           *         "2026-11-01T10:00:00.000Z",
           *         "2026-11-02T10:00:00.000Z"
           *       ]
           *     }
           */
          'application/json': components['schemas']['StartBackfillAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `CONFLICT`: The present state does not allow this */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `SCHEDULER_UNAVAILABLE`: The scheduler does not answer */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listBackfills: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List a job's backfills */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "5f0c2a3b9d1e4f6a7b8c9d0e",
           *           "job": "c33d",
           *           "from": "2026-11-01T00:00:00.000Z",
           *           "to": "2026-11-03T00:00:00.000Z",
           *           "state": "Running",
           *           "message": "",
           *           "concurrencyPolicy": null,
           *           "maxPerMinute": 60,
           *           "slots": {
           *             "total": 2,
           *             "made": 1
           *           },
           *           "requestedBy": "anna",
           *           "createdAt": "2026-11-21T12:00:00.000Z",
           *           "finishedAt": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ListBackfillsAnswer'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getBackfill: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        backfill: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a backfill */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f0c2a3b9d1e4f6a7b8c9d0e",
           *       "job": "c33d",
           *       "from": "2026-11-01T00:00:00.000Z",
           *       "to": "2026-11-03T00:00:00.000Z",
           *       "state": "Running",
           *       "message": "",
           *       "concurrencyPolicy": null,
           *       "maxPerMinute": 60,
           *       "slots": {
           *         "total": 2,
           *         "made": 1
           *       },
           *       "requestedBy": "anna",
           *       "createdAt": "2026-11-21T12:00:00.000Z",
           *       "finishedAt": null
           *     }
           */
          'application/json': components['schemas']['GetBackfillAnswer'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  cancelBackfill: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
        backfill: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': components['schemas']['CancelBackfillBody'];
      };
    };
    responses: {
      /** @description Cancel a backfill */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f0c2a3b9d1e4f6a7b8c9d0e",
           *       "job": "c33d",
           *       "from": "2026-11-01T00:00:00.000Z",
           *       "to": "2026-11-03T00:00:00.000Z",
           *       "state": "Cancelled",
           *       "message": "Cancelled by anna.",
           *       "concurrencyPolicy": null,
           *       "maxPerMinute": 60,
           *       "slots": {
           *         "total": 2,
           *         "made": 1
           *       },
           *       "requestedBy": "anna",
           *       "createdAt": "2026-11-21T12:00:00.000Z",
           *       "finishedAt": null
           *     }
           */
          'application/json': components['schemas']['GetBackfillAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `CONFLICT`: The present state does not allow this */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `SCHEDULER_UNAVAILABLE`: The scheduler does not answer */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listRuns: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        tenant?: string;
        job?: string;
        state?: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        phase?:
          | 'Queued'
          | 'Pending'
          | 'Running'
          | 'Backoff'
          | 'Restarting'
          | 'Completing'
          | 'Completed'
          | 'Aborting'
          | 'Aborted'
          | 'Terminating'
          | 'Terminated'
          | 'Failed'
          | 'Skipped'
          | 'Missed'
          | 'Refused';
        trigger?: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency';
        from?: string;
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List runs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListRunsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a run */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "c33d29933ce131e4b0e97da5-1796119200",
           *       "job": "c33d29933ce131e4b0e97da5",
           *       "jobName": "Required Learning CSV upload",
           *       "jobVersion": 3,
           *       "tenant": "ibm",
           *       "worker": "requiredlearningcsv",
           *       "engine": "webservice",
           *       "trigger": "schedule",
           *       "requestedBy": null,
           *       "scheduledFor": "2026-12-01T10:00:00.000Z",
           *       "startAfter": "2026-12-01T10:00:00.000Z",
           *       "createdAt": "2026-12-01T10:00:00.012Z",
           *       "started": "2026-12-01T10:00:00.537Z",
           *       "finished": "2026-12-01T10:00:21.844Z",
           *       "state": "FINISHED",
           *       "phase": "Completed",
           *       "reason": "AllIndexesSucceeded",
           *       "message": "",
           *       "exitCode": 0,
           *       "generation": 0,
           *       "retries": 0,
           *       "phaseSince": "2026-12-01T10:00:21.844Z",
           *       "minAvailable": null,
           *       "rerunOf": null,
           *       "backfill": null,
           *       "totals": {
           *         "pending": 0,
           *         "running": 0,
           *         "succeeded": 1,
           *         "failed": 0,
           *         "terminating": 0,
           *         "unknown": 0
           *       },
           *       "tasks": [
           *         {
           *           "name": "main",
           *           "indexes": 1,
           *           "pending": 0,
           *           "running": 0,
           *           "succeeded": 1,
           *           "failed": 0,
           *           "terminating": 0,
           *           "completedIndexes": "0",
           *           "failedIndexes": ""
           *         }
           *       ],
           *       "parameters": {
           *         "delimiter": ";"
           *       },
           *       "options": {}
           *     }
           */
          'application/json': components['schemas']['RunDetail'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `RUN_NOT_FINAL`: The run has not ended */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAVAILABLE`: A part of the service is away */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  patchRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if it was changed since. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "parallelism": {
         *         "maxActive": 2
         *       }
         *     }
         */
        'application/json': components['schemas']['PatchRunBody'];
      };
    };
    responses: {
      /** @description Resize a run while it is under way */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "c33d29933ce131e4b0e97da5-1796119200",
           *       "job": "c33d29933ce131e4b0e97da5",
           *       "jobName": "Required Learning CSV upload",
           *       "jobVersion": 3,
           *       "tenant": "ibm",
           *       "worker": "requiredlearningcsv",
           *       "engine": "webservice",
           *       "trigger": "schedule",
           *       "requestedBy": null,
           *       "scheduledFor": "2026-12-01T10:00:00.000Z",
           *       "startAfter": "2026-12-01T10:00:00.000Z",
           *       "createdAt": "2026-12-01T10:00:00.012Z",
           *       "started": "2026-12-01T10:00:00.537Z",
           *       "finished": "2026-12-01T10:00:21.844Z",
           *       "state": "FINISHED",
           *       "phase": "Completed",
           *       "reason": "AllIndexesSucceeded",
           *       "message": "",
           *       "exitCode": 0,
           *       "generation": 0,
           *       "retries": 0,
           *       "phaseSince": "2026-12-01T10:00:21.844Z",
           *       "minAvailable": null,
           *       "rerunOf": null,
           *       "backfill": null,
           *       "totals": {
           *         "pending": 0,
           *         "running": 0,
           *         "succeeded": 1,
           *         "failed": 0,
           *         "terminating": 0,
           *         "unknown": 0
           *       },
           *       "tasks": [
           *         {
           *           "name": "main",
           *           "indexes": 1,
           *           "pending": 0,
           *           "running": 0,
           *           "succeeded": 1,
           *           "failed": 0,
           *           "terminating": 0,
           *           "completedIndexes": "0",
           *           "failedIndexes": ""
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Run'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `RUN_FINAL`: The run has ended
       *
       *     `CONFLICT`: The present state does not allow this
       */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `PRECONDITION_FAILED`: It was changed since it was read */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  commandRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "command": "abort",
         *       "reason": "wrong parameters"
         *     }
         */
        'application/json': components['schemas']['CommandRunBody'];
      };
    };
    responses: {
      /** @description Command a run */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CommandRunAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `RUN_FINAL`: The run has ended
       *
       *     `CONFLICT`: The present state does not allow this
       */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  rerunRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': components['schemas']['RerunRunBody'];
      };
    };
    responses: {
      /** @description Run the job of a run again */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "run": {
           *         "id": "c33d29933ce131e4b0e97da5-1796119200",
           *         "job": "c33d29933ce131e4b0e97da5",
           *         "jobName": "Required Learning CSV upload",
           *         "jobVersion": 3,
           *         "tenant": "ibm",
           *         "worker": "requiredlearningcsv",
           *         "engine": "webservice",
           *         "trigger": "schedule",
           *         "requestedBy": null,
           *         "scheduledFor": "2026-12-01T10:00:00.000Z",
           *         "startAfter": "2026-12-01T10:00:00.000Z",
           *         "createdAt": "2026-12-01T10:00:00.012Z",
           *         "started": "2026-12-01T10:00:00.537Z",
           *         "finished": "2026-12-01T10:00:21.844Z",
           *         "state": "FINISHED",
           *         "phase": "Completed",
           *         "reason": "AllIndexesSucceeded",
           *         "message": "",
           *         "exitCode": 0,
           *         "generation": 0,
           *         "retries": 0,
           *         "phaseSince": "2026-12-01T10:00:21.844Z",
           *         "minAvailable": null,
           *         "rerunOf": null,
           *         "backfill": null,
           *         "totals": {
           *           "pending": 0,
           *           "running": 0,
           *           "succeeded": 1,
           *           "failed": 0,
           *           "terminating": 0,
           *           "unknown": 0
           *         },
           *         "tasks": [
           *           {
           *             "name": "main",
           *             "indexes": 1,
           *             "pending": 0,
           *             "running": 0,
           *             "succeeded": 1,
           *             "failed": 0,
           *             "terminating": 0,
           *             "completedIndexes": "0",
           *             "failedIndexes": ""
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['RerunRunAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /**
       * @description `RUN_NOT_FINAL`: The run has not ended
       *
       *     `CONCURRENCY_FORBIDDEN`: The job's concurrency rule forbids another run now
       *
       *     `QUEUE_FULL`: The queue of the limit is full
       *
       *     `CONFLICT`: The present state does not allow this
       */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `SCHEDULER_UNAVAILABLE`: The scheduler does not answer */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listAttempts: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        task?: string;
        index?: number;
        state?: 'pending' | 'running' | 'terminating' | 'succeeded' | 'failed';
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List a run's attempts */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "c33d29933ce131e4b0e97da5-1796119200/0/main/0/1",
           *           "task": "main",
           *           "index": 0,
           *           "generation": 0,
           *           "attempt": 1,
           *           "state": "succeeded",
           *           "result": "succeeded",
           *           "started": "2026-12-01T10:00:00.537Z",
           *           "finished": "2026-12-01T10:00:21.844Z",
           *           "exitCode": 0,
           *           "reason": "Succeeded",
           *           "message": "",
           *           "node": null,
           *           "pod": null,
           *           "logComplete": true,
           *           "logReason": null,
           *           "progress": null
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListAttemptsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listIndexes: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        task?: string;
        state?: 'pending' | 'running' | 'terminating' | 'backoff' | 'succeeded' | 'failed';
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List a run's indexes */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListIndexesAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List a run's transitions */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListEventsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readLogs: {
    parameters: {
      query?: {
        task?: string;
        index?: number;
        attempt?: number;
        /** @description Only that many of the newest lines, and what follows. */
        tail?: number;
        since?: string;
        /** @description Only lines that hold this text, whatever its case; not for a log that is followed. */
        q?: string;
        timestamps?: 'true' | 'false';
      };
      header?: {
        /** @description The id of the last event seen, where the stream can be resumed. */
        'Last-Event-ID'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read or follow a run's log */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example read 1,204 rows */
          'text/plain': components['schemas']['ReadLogsAnswer'];
          /** @example read 1,204 rows */
          'text/event-stream': components['schemas']['ReadLogsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getStorage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read what a job has saved */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "lastRow": 1204
           *     }
           */
          'application/json': components['schemas']['JsonValue'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  putStorage: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if it was changed since. */
        'If-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "lastRow": 0
         *     }
         */
        'application/json': components['schemas']['JsonValue'];
      };
    };
    responses: {
      /** @description Set what the next run of a job is given */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "lastRow": 0
           *     }
           */
          'application/json': components['schemas']['JsonValue'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `PRECONDITION_FAILED`: It was changed since it was read */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAVAILABLE`: A part of the service is away */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteStorage: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAVAILABLE`: A part of the service is away */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listStorageVersions: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the kept versions of a job's storage */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListStorageVersionsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  restoreStorage: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "version": 3
         *     }
         */
        'application/json': components['schemas']['RestoreStorageBody'];
      };
    };
    responses: {
      /** @description Make an earlier version the value again */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "lastRow": 1204
           *     }
           */
          'application/json': components['schemas']['JsonValue'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAVAILABLE`: A part of the service is away */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  streamEvents: {
    parameters: {
      query?: {
        tenant?: string;
        job?: string;
      };
      header?: {
        /** @description The id of the last event seen, where the stream can be resumed. */
        'Last-Event-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Follow the transitions of runs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': components['schemas']['ReadLogsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  reportStatus: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description As the invocation gave it in its callback URLs. */
        attempt: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "state": "FINISHED",
         *       "message": "1,204 rows",
         *       "exitCode": 0
         *     }
         */
        'application/json': components['schemas']['ReportStatusBody'];
      };
    };
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `ATTEMPT_ENDED`: The attempt has ended or is not the current one */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  appendLog: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description As the invocation gave it in its callback URLs. */
        attempt: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "lines": [
         *         "read 1,204 rows"
         *       ],
         *       "seq": 1
         *     }
         */
        'application/json': components['schemas']['AppendLogBody'];
        'text/plain': string;
      };
    };
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `ATTEMPT_ENDED`: The attempt has ended or is not the current one */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  saveStorage: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description As the invocation gave it in its callback URLs. */
        attempt: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "lastRow": 1204
         *     }
         */
        'application/json': components['schemas']['JsonValue'];
      };
    };
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `ATTEMPT_ENDED`: The attempt has ended or is not the current one */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listTenants: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List your tenants */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListTenantsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createTenant: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is judged, and answered 204 or refused, but nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "ibm",
         *       "name": "IBM",
         *       "maxActiveRuns": 500,
         *       "maxJobs": null
         *     }
         */
        'application/json': components['schemas']['NewTenant'];
      };
    };
    responses: {
      /** @description Describe a tenant */
      201: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenant'];
        };
      };
      /** @description To a request with `Carillon-Dry-Run: true` that would be carried out. Nothing was changed. */
      204: {
        headers: {
          /** @description `unchanged` where everything is as the request says already. */
          'Carillon-Dry-Run'?: 'changes' | 'unchanged';
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `ALREADY_EXISTS`: It exists already */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a tenant */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenant'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteTenant: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IN_USE`: It is still in use */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  patchTenant: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if it was changed since. */
        'If-Match'?: string;
        /** @description `true`: the request is judged, and answered 204 or refused, but nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "maxActiveRuns": 1000
         *     }
         */
        'application/json': components['schemas']['JsonObject'];
        /**
         * @example {
         *       "maxActiveRuns": 1000
         *     }
         */
        'application/merge-patch+json': components['schemas']['JsonObject'];
      };
    };
    responses: {
      /** @description Change parts of a tenant */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenant'];
        };
      };
      /** @description To a request with `Carillon-Dry-Run: true` that would be carried out. Nothing was changed. */
      204: {
        headers: {
          /** @description `unchanged` where everything is as the request says already. */
          'Carillon-Dry-Run'?: 'changes' | 'unchanged';
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `PRECONDITION_FAILED`: It was changed since it was read */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  whoAmI: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Who you are and what you may do */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caller'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listTokens: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List tokens */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListTokensAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createToken: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "nightly report",
         *       "roles": [
         *         {
         *           "tenant": "ibm",
         *           "role": "viewer"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['CreateTokenBody'];
      };
    };
    responses: {
      /** @description Make a token */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewToken'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteToken: {
    parameters: {
      query?: {
        /** @description True: with the tokens that it made, and those that they made. */
        withMade?: 'true' | 'false';
      };
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listCalendars: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        tenant?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List calendars */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListCalendarsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  createCalendar: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is judged, and answered 204 or refused, but nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "bank-holidays",
         *       "tenant": "ibm",
         *       "timezone": "Europe/Prague",
         *       "dates": [
         *         "2026-12-24",
         *         "2026-12-25"
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewCalendar'];
      };
    };
    responses: {
      /** @description Create a calendar */
      201: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Calendar'];
        };
      };
      /** @description To a request with `Carillon-Dry-Run: true` that would be carried out. Nothing was changed. */
      204: {
        headers: {
          /** @description `unchanged` where everything is as the request says already. */
          'Carillon-Dry-Run'?: 'changes' | 'unchanged';
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `ALREADY_EXISTS`: It exists already */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getCalendar: {
    parameters: {
      query?: {
        /** @description May be left out by whoever has one tenant. */
        tenant?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a calendar */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Calendar'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  replaceCalendar: {
    parameters: {
      query?: {
        /** @description May be left out by whoever has one tenant. */
        tenant?: string;
      };
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if it was changed since. */
        'If-Match'?: string;
        /** @description `true`: the request is judged, and answered 204 or refused, but nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "dates": [
         *         "2026-12-24"
         *       ]
         *     }
         */
        'application/json': components['schemas']['CalendarReplacement'];
      };
    };
    responses: {
      /** @description Replace a calendar */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Calendar'];
        };
      };
      /** @description To a request with `Carillon-Dry-Run: true` that would be carried out. Nothing was changed. */
      204: {
        headers: {
          /** @description `unchanged` where everything is as the request says already. */
          'Carillon-Dry-Run'?: 'changes' | 'unchanged';
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `PRECONDITION_FAILED`: It was changed since it was read */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  deleteCalendar: {
    parameters: {
      query?: {
        /** @description May be left out by whoever has one tenant. */
        tenant?: string;
      };
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IN_USE`: It is still in use */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listAudit: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        tenant?: string;
        action?: string;
        object?: string;
        from?: string;
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Who changed what, and when */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListAuditAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  exportAudit: {
    parameters: {
      query?: {
        /** @description Absent: the entries of what belongs to no tenant, which admins read. */
        tenant?: string;
        from?: string;
        to?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The audit of a tenant as JSON lines */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example {"seq":1,"action":"createJob","object":"job/c33d"} */
          'application/x-ndjson': components['schemas']['ReadLogsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  verifyAudit: {
    parameters: {
      query?: {
        /** @description Absent: the entries of what belongs to no tenant, which admins read. */
        tenant?: string;
        after?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether entries of the audit were removed or changed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "intact": true,
           *       "entries": 1204,
           *       "problems": [],
           *       "next": null
           *     }
           */
          'application/json': components['schemas']['VerifyAuditAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getHolds: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is held, and what waits */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetHoldsAnswer'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  setHold: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "scopes": [
         *         "admissions"
         *       ],
         *       "reason": "The database is being moved."
         *     }
         */
        'application/json': components['schemas']['SetHoldBody'];
      };
    };
    responses: {
      /** @description Hold a tenant, or all */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SetHoldAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `QUOTA_EXCEEDED`: The tenant's quota is used up */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  releaseHold: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "skipSlotsUntil": "2026-11-01T03:12:00Z"
         *     }
         */
        'application/json': components['schemas']['ReleaseHoldBody'];
      };
    };
    responses: {
      /** @description Release what is held */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetHoldsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `BODY_TOO_LARGE`: The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  examine: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What is wrong with the installation, and what repairs it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExamineAnswer'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getOverview: {
    parameters: {
      query?: {
        tenant?: string;
        hours?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description See what needs attention, and how the last hours went */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Overview'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listRecentRuns: {
    parameters: {
      query: {
        /** @description A job's id; up to 50 of them. */
        job: string | string[];
        count?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the newest runs of several jobs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListRecentRunsAnswer'];
        };
      };
      /** @description `VALIDATION_FAILED`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  listLimits: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Show a tenant's limits, who holds them and who waits */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListLimitsAnswer'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `NOT_FOUND`: There is no such thing */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  getSystem: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description See which replicas of the services live, and what they own */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetSystemAnswer'];
        };
      };
      /** @description `UNAUTHENTICATED`: A valid token is needed */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `FORBIDDEN`: The token lacks the role for this */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `TOO_MANY_REQUESTS`: Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  invocation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "runId": "c33d29933ce131e4b0e97da5-1796119200",
         *       "attemptId": "c33d29933ce131e4b0e97da5-1796119200/0/main/0/1",
         *       "attempt": 1,
         *       "task": "main",
         *       "index": 0,
         *       "indexKey": null,
         *       "indexMatrix": null,
         *       "indexCount": 1,
         *       "job": {
         *         "id": "c33d29933ce131e4b0e97da5",
         *         "version": 3,
         *         "tenant": "ibm",
         *         "name": "Required Learning CSV upload",
         *         "worker": "requiredlearningcsv",
         *         "cron": "0 10 * * *",
         *         "parameters": {
         *           "delimiter": ";"
         *         }
         *       },
         *       "scheduledFor": "2026-12-01T10:00:00.000Z",
         *       "jobStorage": {
         *         "lastRow": 1204
         *       },
         *       "lastSuccessStart": "2026-11-30T10:00:00.412Z",
         *       "lastSuccessFinish": "2026-11-30T10:00:21.844Z",
         *       "callback": {
         *         "log": "https://carillon.example.com/api/v1/callbacks/runs/c33d29933ce131e4b0e97da5-1796119200~0~main~0~1/log",
         *         "status": "https://carillon.example.com/api/v1/callbacks/runs/c33d29933ce131e4b0e97da5-1796119200~0~main~0~1/status",
         *         "jobStorage": "https://carillon.example.com/api/v1/callbacks/runs/c33d29933ce131e4b0e97da5-1796119200~0~main~0~1/job_storage",
         *         "token": "q2hHc0Zl…"
         *       }
         *     }
         */
        'application/json': components['schemas']['Invocation'];
      };
    };
    responses: {
      /** @description The attempt is started; it reports by the callbacks. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  notice: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Notice'];
      };
    };
    responses: {
      /** @description The notice is taken. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
