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
     * @description By tenant and name, unless `sort` says otherwise. `label` is `name=value`, and may be given several times.
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
  '/jobs/{id}/versions/diff': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Compare two versions of a job
     * @description The changes that make one version of the other, as a JSON Patch (RFC 6902) whose operations also hold the value before. Secrets that the caller may not see do not differ.
     */
    get: operations['diffJobVersions'];
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
     * @description Makes a new version with the content of the earlier one. The newest 500 former versions are kept.
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
     * @description `H` stands here for some value; the one that a job gets depends on its id. What the calendars in `exclude` take out is shown with the flag `excluded`, as is what lies outside of `windows`; they are those of `tenant`, which may be left out by callers with a single tenant.
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
     * @description Every slot of the job's present schedule in the range, both ends included, gets a run of its own, whatever became of the slot before; what calendars leave out stays out. At most 10000 slots. The runs go through the job's limits like any other: a slot that finds no place is tried again, and holds up those after it. A job may have 20 backfills under way. With `dryRun` nothing is made.
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
     * @description Newest first, unless `sort` says otherwise. `from` and `to` bound the time at which the run was recorded. Long `completedIndexes` and `failedIndexes` end behind 1,000 characters with `,…`, and stand as `…` where a page holds more than some ten runs of very many indexes: `GET /runs/{id}` gives them whole.
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
  '/runs:batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start many runs now, of one or several jobs
     * @description Up to 1,000 runs, each as `POST /jobs/{id}/run` takes it: authorised, admitted, recorded in the audit and refused by itself, and answered in the order of the request with the status and the error that it would have had alone. A body that does not fit is refused as a whole. The same `Idempotency-Key` of the request gives the same runs; an `idempotencyKey` of an item does so for that run, in whichever batch it comes again. `GET /runs/{id}` shows a run that was accepted.
     */
    post: operations['runBatch'];
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
     * @description The command is stored before it is answered, and applied once by the service that owns the run.
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
  '/jobs/{id}/graph': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What a job runs after, and what runs after it
     * @description The neighbourhood of a job with the states of its jobs at this moment: at most 200 jobs, the nearest ones.
     */
    get: operations['jobGraph'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/runs/{id}/dependents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run what depends on a run
     * @description Runs everything that runs after an ended run, and what runs after that, as a chain of its own: also where it has run before. Conditions hold as ever. The same `Idempotency-Key` finds the same runs.
     */
    post: operations['runDependents'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the notices of a job, and whether they were delivered
     * @description Newest first. A delivery is kept for 7 days after it was decided or last asked for anew.
     */
    get: operations['listJobDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/runs/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the notices of a run, and whether they were delivered
     * @description Newest first. A delivery is kept for 7 days after it was decided or last asked for anew.
     */
    get: operations['listRunDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/incidents/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the notices of an incident, and whether they were delivered
     * @description Newest first. A delivery is kept for 7 days after it was decided or last asked for anew.
     */
    get: operations['listIncidentDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliveries/{id}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deliver a notice again
     * @description Sends the same notice under the same key to the same address, at once and with all its tries again, whether it was delivered, given up, or waits for its next try. At most once in 10 seconds.
     */
    post: operations['redeliver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List channels */
    get: operations['listChannels'];
    put?: never;
    /**
     * Create a channel
     * @description A tenant has at most 100. Its secrets are stored encrypted and shown to nobody.
     */
    post: operations['createChannel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a channel */
    get: operations['getChannel'];
    /**
     * Replace a channel
     * @description Notices that wait go by the channel as it is then. A secret that is `***` stays as it is.
     */
    put: operations['replaceChannel'];
    post?: never;
    /**
     * Remove a channel that no job uses
     * @description While rules of jobs name it, the answer is 409 `IN_USE` and names them.
     */
    delete: operations['deleteChannel'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test message to a channel
     * @description Tried once, and answered with what came of it. At most 8 at once for each executor.
     */
    post: operations['testChannel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/monitors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List monitors */
    get: operations['listMonitors'];
    put?: never;
    /**
     * Create a monitor of work that runs elsewhere
     * @description A tenant has at most 1000. Nothing is due before the first ping.
     */
    post: operations['createMonitor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/monitors/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a monitor */
    get: operations['getMonitor'];
    /**
     * Replace a monitor
     * @description Its address and its history stay. Other times count from now on; a monitor that is not enabled any more ends its incident.
     */
    put: operations['replaceMonitor'];
    post?: never;
    /** Remove a monitor, with its pings and its incidents */
    delete: operations['deleteMonitor'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/monitors/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a monitor another address
     * @description The address of before is unknown from then on.
     */
    post: operations['rotateMonitor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/monitors/{id}/pings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the pings of a monitor, newest first
     * @description The newest 100 are kept, for 30 days.
     */
    get: operations['listPings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List rules */
    get: operations['listRules'];
    put?: never;
    /**
     * Create a rule about jobs
     * @description A tenant has at most 100. Up to 100 jobs of the tenant are looked at every 10 s; what ended before that does not count.
     */
    post: operations['createRule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rules/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a rule */
    get: operations['getRule'];
    /**
     * Replace a rule
     * @description Where it watches other jobs or another condition, or is not enabled any more, its incident ends.
     */
    put: operations['replaceRule'];
    post?: never;
    /** Remove a rule, with its incidents */
    delete: operations['deleteRule'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/incidents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List incidents, newest first
     * @description An incident is kept for 90 days after its end, and goes with its monitor or rule.
     */
    get: operations['listIncidents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/incidents/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an incident */
    get: operations['getIncident'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/incidents/{id}/acknowledge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take up an incident: it is not escalated any more
     * @description The first one counts: 409 `CONFLICT` where it was acknowledged before, or is over.
     */
    post: operations['acknowledgeIncident'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/incidents/{id}/resolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End an incident by hand
     * @description The monitor stays down until its next success, and the next failure after that begins another incident; a rule until no job is affected any more. 409 `CONFLICT` where it is over.
     */
    post: operations['resolveIncident'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/bulk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change many jobs or runs
     * @description Takes the jobs or runs that the query gives now, 20000 at most, and changes them one by one in the background, each as the request for it alone would: with your rights on it, recorded in the audit, refused where that would be. It goes on after a restart of any service, and ends when your token does. A caller may have 10 under way. With `dryRun` nothing is changed.
     */
    post: operations['startBulk'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/bulk/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See how far a bulk operation is
     * @description Your own; admins see all. Kept for a week after its end.
     */
    get: operations['getBulk'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/bulk/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End a bulk operation early
     * @description What has been changed stays changed.
     */
    post: operations['cancelBulk'];
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
     * @description Server-sent events of type `run`, from now on: the run as it is, and its `transitions` since the event before. With `Last-Event-ID` what has changed since that event comes first: each run as it is now, with its transitions since; what lies less than 10 s before that event may come again. An event of type `gap` (`from`) says that more has changed than is sent again: read `GET /runs`. A reader who falls behind is disconnected, and resumes. A stream ends within 5 s after its token is revoked or expires; a caller may have 50 open at a replica, a tenant 500.
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
     * @description A tenant that was not created before exists from its first job on, without limits.
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
     * @description Owners grant roles up to owner in their tenants; admins grant any role, also in every tenant (`*`). At most 1000 tokens have a role in one tenant; an expired one is counted for a day.
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
    /**
     * Create a calendar
     * @description A tenant has at most 1000.
     */
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
     * @description Oldest first, as it is stored: with the number (`seq`), the hash and the hash before (`prev`) by which `verify` goes. An entry with `outcomeOf` says that an earlier one was refused after all.
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
     * @description Database, indexes, NATS, encryption, certificates, services, versions, clocks, keys, rights in the cluster, limits, holds and backlog; what is wrong comes first.
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
  '/admin/log-level': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change the log level of running services for a while
     * @description Of all services, of one `service` or of one `replica`; of one `module` where one is named. After `seconds` the level is the configured one (`LOG_LEVEL`) again. Replicas that start meanwhile do not know of it.
     */
    post: operations['setLogLevel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/diagnoses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take a CPU profile or a heap snapshot of a replica
     * @description The file lies in `DIAGNOSIS_DIR` where the replica runs, readable by its user alone: it may hold secrets, and is never sent. The replica says in its log when it is written (`diagnosis taken`), and keeps the newest five. A heap snapshot stops the process for about a second for each 100 MB: others take over its shards meanwhile.
     */
    post: operations['diagnose'];
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
  '/schedules/load': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See at which minutes the jobs of a tenant start
     * @description Counts jobs by their next slots within 24 hours, at most 20,000 of them, at most 10 s old: many at the same minute compete for the same seconds, and `H` in a cron expression gives each a minute of its own.
     */
    get: operations['getScheduleLoad'];
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
      /** @description By which jobs name it. */
      id: string;
      /** @description Counts edits from 1. */
      version: number;
      /** @description Shown to people. */
      name: string;
      /** @description For people: what it does. */
      description?: string;
      /**
       * @description How its attempts are executed.
       * @enum {string}
       */
      engine: 'kubernetes' | 'webservice' | 'process';
      /** @description Kubernetes: the container image. */
      image?: string;
      /** @description The program and its first arguments; Kubernetes: in place of the image's entry point. */
      command?: string[];
      /** @description Arguments that follow the command. */
      args?: string[];
      /** @description Environment variables. */
      env?: {
        [key: string]: string;
      };
      /** @description Kubernetes: variables that are taken from keys of secrets. */
      envFrom?: {
        /** @description The name of the Kubernetes secret. */
        secret: string;
        /** @description The key in that secret. */
        key: string;
        /** @description The variable that it becomes. */
        as: string;
      }[];
      /** @description Kubernetes: requests and limits of the container. */
      resources?: {
        /**
         * @description Quantities that are reserved, by resource.
         * @example {
         *       "cpu": "100m",
         *       "memory": "128Mi"
         *     }
         */
        requests?: {
          [key: string]: string;
        };
        /** @description Quantities that may be used at most, by resource. */
        limits?: {
          [key: string]: string;
        };
      };
      /** @description Kubernetes: a PodTemplateSpec that its pods are made from. */
      podTemplate?: components['schemas']['JsonObject'];
      /** @description Kubernetes only: true lets its containers run as root, without capabilities and without privilege to be gained. Only admins write workers. The namespace must take such pods: the Pod Security level `restricted` does not. */
      allowRoot?: boolean;
      /** @description Kubernetes: names of secrets by which the image is pulled. */
      imagePullSecrets?: string[];
      /** @description Kubernetes: the service account of its pods. */
      serviceAccount?: string;
      /** @description Kubernetes only: what jobs may set of a worker that brings rights of its own (envFrom, serviceAccount, imagePullSecrets, references of its podTemplate); of other workers they may set everything. An editor who may set `image` or `command` has all of these rights. `env` is every variable, `env.NAME` one. Without this: `args`, where the worker names a command that is no bare shell or interpreter. */
      jobFields?: (('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns') | string)[];
      /**
       * Format: uri
       * @description Web services: the address that is called to start an attempt.
       */
      url?: string;
      /** @description Values are "***" except to admins, and to owners where no tenant may use the worker but their own. */
      httpHeaders: {
        [key: string]: string;
      };
      /**
       * Format: uri
       * @description Web services: the address that is called when an attempt is to end.
       */
      cancelUrl?: string;
      /** @description Web services: true says that the same call may be sent twice, so that one without an answer is repeated. False unless given. */
      idempotentStart?: boolean;
      /** @description Of attempts. Each replica of the executor keeps them for the runs that it looks after. A run whose tasks are of several workers keeps those of the worker of its job. */
      limits?: {
        /** @description Attempts at once. */
        maxActive?: number;
        /** @description Attempts that are started in a second. */
        maxPerSecond?: number;
      };
      /** @description The tenants that may use it; all of them unless given. */
      tenants?: string[];
      /** @description Fields that a new job of this worker begins with. */
      template?: components['schemas']['JsonObject'];
      /** @description Secrets that cannot be read with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until they are given anew. Left out where there are none. */
      warnings?: {
        /**
         * @description The field that it concerns.
         * @example secureParameters
         * @example httpHeaders.Authorization
         * @example notify.0.webhook
         */
        field: string;
        /**
         * @description Why it cannot be opened: its key is not among the present ones, or the stored value is damaged.
         * @enum {string}
         */
        reason: 'SecretKeyMissing' | 'SecretDamaged';
        /** @description The id of the key that it is sealed with. */
        key: string;
        /** @description The same as a sentence. */
        message: string;
      }[];
      /**
       * Format: date-time
       * @description When it was made.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last edited.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /** @description Who edited it last. */
      updatedBy: string;
    };
    NewWorker: {
      /** @description By which jobs name it. */
      id: string;
      /** @description Shown to people. */
      name: string;
      /** @description For people: what it does. */
      description?: string;
      /**
       * @description How its attempts are executed: as pods, as calls of a web service, or as processes of the executor's host. `kubernetes` unless given.
       * @enum {string}
       */
      engine?: 'kubernetes' | 'webservice' | 'process';
      /** @description Kubernetes: the container image. */
      image?: string;
      /** @description The program and its first arguments; Kubernetes: in place of the image's entry point. */
      command?: string[];
      /** @description Arguments that follow the command. */
      args?: string[];
      /** @description Environment variables. */
      env?: {
        [key: string]: string;
      };
      /** @description Kubernetes: variables that are taken from keys of secrets. */
      envFrom?: {
        /** @description The name of the Kubernetes secret. */
        secret: string;
        /** @description The key in that secret. */
        key: string;
        /** @description The variable that it becomes. */
        as: string;
      }[];
      /** @description Kubernetes: requests and limits of the container. */
      resources?: {
        /**
         * @description Quantities that are reserved, by resource.
         * @example {
         *       "cpu": "100m",
         *       "memory": "128Mi"
         *     }
         */
        requests?: {
          [key: string]: string;
        };
        /** @description Quantities that may be used at most, by resource. */
        limits?: {
          [key: string]: string;
        };
      };
      /** @description Kubernetes: a PodTemplateSpec that its pods are made from. */
      podTemplate?: components['schemas']['JsonObject'];
      /** @description Kubernetes only: true lets its containers run as root, without capabilities and without privilege to be gained. Only admins write workers. The namespace must take such pods: the Pod Security level `restricted` does not. */
      allowRoot?: boolean;
      /** @description Kubernetes: names of secrets by which the image is pulled. */
      imagePullSecrets?: string[];
      /** @description Kubernetes: the service account of its pods. */
      serviceAccount?: string;
      /** @description Kubernetes only: what jobs may set of a worker that brings rights of its own (envFrom, serviceAccount, imagePullSecrets, references of its podTemplate); of other workers they may set everything. An editor who may set `image` or `command` has all of these rights. `env` is every variable, `env.NAME` one. Without this: `args`, where the worker names a command that is no bare shell or interpreter. */
      jobFields?: (('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns') | string)[];
      /**
       * Format: uri
       * @description Web services: the address that is called to start an attempt.
       */
      url?: string;
      /** @description Web services: headers of the call. Values are stored encrypted and shown as `***`. One in `webhook-signature` that begins with `whsec_` signs the calls. */
      httpHeaders?: {
        [key: string]: string & (unknown & unknown);
      };
      /**
       * Format: uri
       * @description Web services: the address that is called when an attempt is to end.
       */
      cancelUrl?: string;
      /** @description Web services: true says that the same call may be sent twice, so that one without an answer is repeated. False unless given. */
      idempotentStart?: boolean;
      /** @description Of attempts. Each replica of the executor keeps them for the runs that it looks after. A run whose tasks are of several workers keeps those of the worker of its job. */
      limits?: {
        /** @description Attempts at once. */
        maxActive?: number;
        /** @description Attempts that are started in a second. */
        maxPerSecond?: number;
      };
      /** @description The tenants that may use it; all of them unless given. */
      tenants?: string[];
      /** @description Fields that a new job of this worker begins with. */
      template?: components['schemas']['JsonObject'];
    };
    WorkerReplacement: {
      /** @description Shown to people. */
      name: string;
      /** @description For people: what it does. */
      description?: string;
      /**
       * @description How its attempts are executed: as pods, as calls of a web service, or as processes of the executor's host. `kubernetes` unless given.
       * @enum {string}
       */
      engine?: 'kubernetes' | 'webservice' | 'process';
      /** @description Kubernetes: the container image. */
      image?: string;
      /** @description The program and its first arguments; Kubernetes: in place of the image's entry point. */
      command?: string[];
      /** @description Arguments that follow the command. */
      args?: string[];
      /** @description Environment variables. */
      env?: {
        [key: string]: string;
      };
      /** @description Kubernetes: variables that are taken from keys of secrets. */
      envFrom?: {
        /** @description The name of the Kubernetes secret. */
        secret: string;
        /** @description The key in that secret. */
        key: string;
        /** @description The variable that it becomes. */
        as: string;
      }[];
      /** @description Kubernetes: requests and limits of the container. */
      resources?: {
        /**
         * @description Quantities that are reserved, by resource.
         * @example {
         *       "cpu": "100m",
         *       "memory": "128Mi"
         *     }
         */
        requests?: {
          [key: string]: string;
        };
        /** @description Quantities that may be used at most, by resource. */
        limits?: {
          [key: string]: string;
        };
      };
      /** @description Kubernetes: a PodTemplateSpec that its pods are made from. */
      podTemplate?: components['schemas']['JsonObject'];
      /** @description Kubernetes only: true lets its containers run as root, without capabilities and without privilege to be gained. Only admins write workers. The namespace must take such pods: the Pod Security level `restricted` does not. */
      allowRoot?: boolean;
      /** @description Kubernetes: names of secrets by which the image is pulled. */
      imagePullSecrets?: string[];
      /** @description Kubernetes: the service account of its pods. */
      serviceAccount?: string;
      /** @description Kubernetes only: what jobs may set of a worker that brings rights of its own (envFrom, serviceAccount, imagePullSecrets, references of its podTemplate); of other workers they may set everything. An editor who may set `image` or `command` has all of these rights. `env` is every variable, `env.NAME` one. Without this: `args`, where the worker names a command that is no bare shell or interpreter. */
      jobFields?: (('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns') | string)[];
      /**
       * Format: uri
       * @description Web services: the address that is called to start an attempt.
       */
      url?: string;
      /** @description Web services: headers of the call; `***` in place of a value leaves it as it is. */
      httpHeaders?:
        | '***'
        | {
            [key: string]: string & (unknown & unknown);
          };
      /**
       * Format: uri
       * @description Web services: the address that is called when an attempt is to end.
       */
      cancelUrl?: string;
      /** @description Web services: true says that the same call may be sent twice, so that one without an answer is repeated. False unless given. */
      idempotentStart?: boolean;
      /** @description Of attempts. Each replica of the executor keeps them for the runs that it looks after. A run whose tasks are of several workers keeps those of the worker of its job. */
      limits?: {
        /** @description Attempts at once. */
        maxActive?: number;
        /** @description Attempts that are started in a second. */
        maxPerSecond?: number;
      };
      /** @description The tenants that may use it; all of them unless given. */
      tenants?: string[];
      /** @description Fields that a new job of this worker begins with. */
      template?: components['schemas']['JsonObject'];
      /** @description Only shown: may be sent back and changes nothing. */
      id?: string;
      /** @description Only shown: may be sent back and changes nothing. */
      version?: number;
      /** @description Only shown: may be sent back and changes nothing. */
      createdAt?: string;
      /** @description Only shown: may be sent back and changes nothing. */
      updatedAt?: string;
      /** @description Only shown: may be sent back and changes nothing. */
      updatedBy?: string;
      /** @description Only shown: may be sent back and changes nothing. */
      warnings?: unknown;
    };
    Job: {
      /** @description By which the job is addressed. */
      id: string;
      /** @description Counts edits from 1. */
      version: number;
      /** @description The id of the tenant that owns the job; it never changes. */
      tenant: string;
      /** @description Shown to people: one line, at most 200 characters. */
      name: string;
      /** @description The id of the worker that does the work. */
      worker: string;
      /** @description Pairs of name and value by which lists can be filtered. */
      labels: {
        [key: string]: string;
      };
      /** @description False: no new slots; runs by hand stay possible. */
      enabled: boolean;
      /** @description Who answers for the job; for people only. */
      owners: string[];
      /**
       * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/semantics.md.
       * @example 0 10 * * *
       * @example H 3 * * 1-5
       */
      cron?: string;
      /** @description When the job runs; a job without a schedule runs by hand only. */
      schedule?: components['schemas']['Schedule'];
      /** @description Ends of runs of other jobs after which the job runs, at most 32; docs/dependencies.md has the rules. A job that has a schedule, too, runs at its slots as well. */
      after?: {
        /**
         * @description The id of the job whose run has to end.
         * @example ibm-load
         */
        job: string;
        /**
         * @description How its run has to end: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). `succeeded` unless given.
         * @enum {string}
         */
        on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description Which run: the one of the `sameSlot` (or, where the chain began by hand, of the same chain), which is waited for; or the `latest` that has ended, which is looked at. `sameSlot` unless given.
         * @enum {string}
         */
        match?: 'sameSlot' | 'latest';
        /** @description Seconds: its run ended no longer than this before the last of the runs that the job runs after; at most 31622400. No limit unless given. */
        within?: number;
        /** @description The run ended with one of these exit codes. */
        exitCodes?: number[];
        /** @description What its outputs have to be, all of it; at most 16 tests. */
        outputs?: {
          /**
           * @description Which of the outputs, as a JSON Pointer.
           * @example /rows
           */
          path: string;
          /** @description Whether there is such an output. */
          exists?: boolean;
          /** @description The output is this value. */
          equals?: components['schemas']['JsonValue'];
          /** @description The output is a number, and no less than this. */
          min?: number;
          /** @description The output is a number, and no more than this. */
          max?: number;
        }[];
        /**
         * @description Outputs that become parameters of this job's run: the name of the parameter and a JSON Pointer into the outputs; at most 32. An output that is missing leaves the parameter as the job has it.
         * @example {
         *       "file": "/file"
         *     }
         */
        pass?: {
          [key: string]: string;
        };
      }[];
      /** @description How the conditions of `after` are joined, and by when they have to be met. */
      afterRule?: {
        /**
         * @description Whether `all` conditions of `after` have to be met, or `any` of them. `all` unless given.
         * @enum {string}
         */
        require?: 'all' | 'any';
        /** @description By when the job has to have got a run since the deadline before: otherwise the deadline is recorded as a missed slot of the job, and its notices are sent. */
        deadline?: {
          /**
           * @description A time of day, as `HH:MM`.
           * @example 06:00
           */
          at: string;
          /** @description IANA name of its zone; UTC unless given. */
          timezone?: string;
          /** @description On these days; on all unless given. */
          weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        };
      };
      /** @description What becomes of slots that passed while nothing could start them. */
      misfire?: {
        /**
         * @description `skip`: none of the slots that passed runs; `last`: the latest does; `all`: all do, up to `maxMissed`. `last` unless given.
         * @enum {string}
         */
        policy?: 'skip' | 'last' | 'all';
        /** @description How many slots that passed are made up for at most, the latest ones; 5 unless given. */
        maxMissed?: number;
        /** @description A slot that is later than so many seconds is missed; null, which it is unless given, is no limit. */
        startingDeadlineSeconds?: number | null;
      };
      /** @description How many runs of the job there may be at once, and what becomes of one too many. */
      concurrency?: {
        /**
         * @description What happens to a run for which no permit is free: `Allow` knows no limit, `Forbid` refuses it, `Enqueue` lets it wait, `Replace` ends the older run for it. `Allow` unless given.
         * @enum {string}
         */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /** @description Runs of the job that may be active at once, where the policy sets a limit; 1 unless given. */
        maxConcurrency?: number;
        /** @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` say how many there are. */
        group?: string;
        /** @description Runs that may wait with `Enqueue`; one more is refused. 20 unless given. */
        maxQueued?: number;
      };
      /** @description What each run is given: any JSON value. */
      parameters: components['schemas']['JsonValue'];
      /** @description Any JSON value. The values of an object, and a value of another form as a whole, are "***" except to owners and admins; "***" written back means unchanged. */
      secureParameters: components['schemas']['JsonValue'];
      /** @description Secrets that are kept outside, in Vault, Kubernetes Secrets or files: read when an attempt starts and never stored; at most 32. docs/guide/secrets.md. */
      secretsFrom?: {
        /** @description The variable that the value becomes; web services find it under this name in `secrets`. */
        as: string;
        /** @description The name of the provider, as an administrator has declared it. */
        from: string;
        /** @description Where it is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider. */
        path: string;
        /** @description Which value of the secret; for Vault and Kubernetes only, and needed there. */
        key?: string;
        /** @description Vault, KV version 2: this version of the secret; the newest unless given. */
        version?: number;
      }[];
      /** @description Typed values that may be given when a run is started; they are put in place of `${option.<name>}` in command, args, image and env. */
      options?: (
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: true or false.
             * @constant
             */
            type: 'bool';
            /** @description The value of a run that is given none. */
            default?: boolean;
            /**
             * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. `TrueFalse` unless given.
             * @enum {string}
             */
            format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
            /** @description With `Custom`: the text that stands for true; may be empty. */
            trueVal?: string;
            /** @description With `Custom`: the text that stands for false; may be empty. */
            falseVal?: string;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: a text.
             * @constant
             */
            type: 'string';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none. */
            default?: string;
            /** @description True: spaces at both ends of the value are removed. */
            trimSpaces?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: one of `values`.
             * @constant
             */
            type: 'select';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The values to choose from. */
            values: string[];
            /** @description The value of a run that is given none. */
            default?: string;
            /** @description True: values that are not among `values` are taken, too. */
            allowCustom?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: any of `values`.
             * @constant
             */
            type: 'multi';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The values to choose from. */
            values: string[];
            /** @description The value of a run that is given none. */
            default?: string[];
            /** @description Stands between the chosen values; a comma unless given, and may be empty. */
            delimiter?: string;
            /** @description True: values that are not among `values` are taken, too. */
            allowCustom?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: an instant.
             * @constant
             */
            type: 'date';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none: an RFC 3339 time. */
            default?: string;
            /** @description How the instant is written, such as `D MMM YYYY`; without it the instant stands as it was given. */
            format?: string;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: a number.
             * @constant
             */
            type: 'number';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none. */
            default?: number;
            /** @description The least value. */
            min?: number;
            /** @description The greatest value. */
            max?: number;
            /** @description True: whole numbers only. */
            integer?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: a text that is stored encrypted and shown to nobody.
             * @constant
             */
            type: 'secret';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none. Stored encrypted. */
            default?: string;
          }
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called, in place of the worker's.
       */
      url?: string;
      /** @description Values are "***" except to owners and admins. */
      httpHeaders: {
        [key: string]: string;
      };
      /** @description Attempts that an index of the run may have, the first one included; 1 unless given. */
      maxAttempts?: number;
      /** @description When a failed attempt is tried again, and when not. */
      retry?: {
        /** @description Seconds from the end of an attempt to the next one of its index; 0 unless given. With `exponential` the delay before the first retry. */
        delaySeconds?: number;
        /**
         * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each waits twice as long as the one before. `fixed` unless given.
         * @enum {string}
         */
        backoff?: 'fixed' | 'exponential';
        /** @description Upper limit of an exponential delay, in seconds. */
        maxDelaySeconds?: number;
        /**
         * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between nothing and all of it. `none` unless given.
         * @enum {string}
         */
        jitter?: 'none' | 'equal' | 'full';
        /** @description Only attempts that end with one of these exit codes are tried again. */
        onExitCodes?: number[];
        /** @description Attempts that end with one of these exit codes are not tried again. */
        notOnExitCodes?: number[];
        /** @description Whether an attempt that ended by the idle timeout is tried again; false unless given. */
        onIdleTimeout?: boolean;
        /** @description The first rule that fits the end of an attempt decides; all that it names have to fit. Where none does, the fields beside it decide. */
        rules?: {
          /** @description The attempt has ended with one of these exit codes. */
          exitCodes?: number[];
          /** @description Web services: its start was answered with one of these statuses, such as 500 or `5xx`. 429 and 503 are no ends: the call is repeated until the start deadline. */
          httpStatuses?: (number | ('3xx' | '4xx' | '5xx'))[];
          /** @description Its reason is one of these, as attempts show it: such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`. */
          reasons?: string[];
          /** @description Whether it is tried again; true unless given. */
          retry?: boolean;
          /** @description In place of the `delaySeconds` beside the rules; seconds from its end to the next attempt. */
          delaySeconds?: number;
        }[];
      };
      /** @description Seconds within which an attempt has to start; 900 unless given. */
      startDeadlineSeconds?: number;
      /** @description Seconds that an attempt may take; null is no limit. */
      timeoutSeconds?: number | null;
      /** @description Seconds of silence after which an attempt has failed: of a web service without any callback (43200 unless given), of a pod or process without a line of output (no limit unless given). */
      idleTimeoutSeconds?: number;
      /** @description Seconds that a whole run may take, retries included; null is no limit. */
      activeDeadlineSeconds?: number | null;
      /**
       * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`); `Never` unless given.
       * @enum {string}
       */
      restartPolicy?: 'Never' | 'OnFailure';
      /** @description Kubernetes: a PodTemplateSpec that is laid over the worker's. The tenant's `podTemplatePaths` say what it may hold. */
      podTemplate?: components['schemas']['JsonObject'];
      /** @description The program and its first arguments, in place of the worker's. */
      command?: string[];
      /** @description Arguments, in place of the worker's. */
      args?: string[];
      /** @description Environment variables, over the worker's by name. */
      env?: {
        [key: string]: string;
      };
      /** @description Kubernetes: requests and limits of the container, in place of the worker's. */
      resources?: {
        /**
         * @description Quantities that are reserved, by resource.
         * @example {
         *       "cpu": "100m",
         *       "memory": "128Mi"
         *     }
         */
        requests?: {
          [key: string]: string;
        };
        /** @description Quantities that may be used at most, by resource. */
        limits?: {
          [key: string]: string;
        };
      };
      /** @description How long its runs are kept; what is left out is the tenant's. */
      retention?: {
        /** @description How many successful runs of a job are kept. */
        successful?: number;
        /** @description How many runs of a job that did not succeed are kept. */
        failed?: number;
        /** @description Runs that ended longer ago than this, in seconds, are removed. */
        maxAgeSeconds?: number;
      };
      /** @description Webhooks that are notified when something goes wrong; at most 10 rules. */
      notify?: {
        /** @description The event: a run `failed`; a slot was `missed`; a run started `late` or takes `long`; the job `recovered`, which is its first success after a failure. */
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
        /**
         * Format: uri
         * @description The address that is sent a POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; what follows the host of an address is shown as `***` to those who may not see secrets.
         */
        webhook: string;
        /** @description Seconds after its effective time from which the run of a slot is late; 60 unless given. */
        lateAfterSeconds?: number;
        /** @description Seconds from which a run takes long; unless given, what is usual for the job decides. */
        longAfterSeconds?: number;
      }[];
      /** @description How many indexes have to succeed; null is as many as `parallelism` says. */
      completions?: number | null;
      /**
       * @description `Indexed`: each piece has a number of its own; `NonIndexed`: a work queue. `Indexed` unless given.
       * @enum {string}
       */
      completionMode?: 'Indexed' | 'NonIndexed';
      /** @description Pieces by number, keys or a matrix, and how many may be live. */
      parallelism?: {
        /** @description So many indexes, counted from 0. */
        withCount?: number;
        /** @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`. */
        withKeys?: string[];
        /**
         * @description An index for each combination of one value of every name.
         * @example {
         *       "region": [
         *         "eu",
         *         "us"
         *       ],
         *       "size": [
         *         "small",
         *         "large"
         *       ]
         *     }
         */
        withMatrix?: {
          [key: string]: string[];
        };
        /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
         * @enum {string}
         */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      /** @description When the run has succeeded before all of its indexes have. */
      successPolicy?: {
        /** @description The run has succeeded as soon as one of them holds. */
        rules: {
          /**
           * @description These indexes have succeeded.
           * @example 0-2,5
           */
          succeededIndexes?: string;
          /** @description So many indexes have succeeded; with `succeededIndexes`, of those. */
          succeededCount?: number;
        }[];
      };
      /**
       * @description What becomes of attempts that still run when the run has succeeded; `TerminateRemaining` unless given.
       * @enum {string}
       */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description What becomes of attempts that still run when the run has failed; `TerminateRemaining` unless given.
       * @enum {string}
       */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      /** @description Failed attempts of the whole run beyond which it fails; null is no limit. */
      backoffLimit?: number | null;
      /** @description Failed indexes beyond which the run fails; null is no limit. */
      maxFailedIndexes?: number | null;
      /** @description Groups of equal pieces, in place of one; at most 100. */
      tasks?: {
        /** @description Unique within the job; a DNS label. */
        name: string;
        /** @description How many equal pieces the task has; 1 unless given. In place of it `completions` or `parallelism` may say so. */
        replicas?: number;
        /** @description A work queue: how many attempts have to succeed. */
        completions?: number;
        /** @description Pieces by number, keys or a matrix, and how many may be live. */
        parallelism?: {
          /** @description So many indexes, counted from 0. */
          withCount?: number;
          /** @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`. */
          withKeys?: string[];
          /**
           * @description An index for each combination of one value of every name.
           * @example {
           *       "region": [
           *         "eu",
           *         "us"
           *       ],
           *       "size": [
           *         "small",
           *         "large"
           *       ]
           *     }
           */
          withMatrix?: {
            [key: string]: string[];
          };
          /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /** @description The worker of this task; the job's unless given. */
        worker?: string;
        /** @description Kubernetes: laid over those of worker and job. */
        podTemplate?: components['schemas']['JsonObject'];
        /** @description In place of the job's. */
        command?: string[];
        /** @description In place of the job's. */
        args?: string[];
        /** @description Variables, over the job's by name. */
        env?: {
          [key: string]: string;
        };
        /** @description Kubernetes: in place of the job's. */
        resources?: {
          /**
           * @description Quantities that are reserved, by resource.
           * @example {
           *       "cpu": "100m",
           *       "memory": "128Mi"
           *     }
           */
          requests?: {
            [key: string]: string;
          };
          /** @description Quantities that may be used at most, by resource. */
          limits?: {
            [key: string]: string;
          };
        };
        /** @description Lifecycle policies of this task; they are asked before the job's. */
        policies?: {
          /**
           * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
           * @enum {string}
           */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          /** @description Several events. */
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          /** @description An attempt ends with this exit code. */
          exitCode?: number;
          /** @description An attempt ends with one of these exit codes. */
          exitCodes?: number[];
          /**
           * @description What is done then.
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /** @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given. */
          timeoutSeconds?: number;
        }[];
        /** @description Tasks that this one waits for. */
        dependsOn?: {
          /** @description The name of the task. */
          task: string;
          /**
           * @description `Ready`: its pieces run; `Complete`: they have succeeded. `Ready` unless given.
           * @enum {string}
           */
          condition?: 'Ready' | 'Complete';
        }[];
        /** @description How many of its pieces have to be able to run before any of them starts. */
        minAvailable?: number | null;
        /** @description Kubernetes: the priority class of its pods. */
        priorityClassName?: string;
        /** @description Attempts of one index; the job's unless given. */
        maxAttempts?: number;
        /** @description How often policies may restart a piece of it; 3 unless given. */
        maxRestarts?: number;
      }[];
      /** @description Lifecycle policies: what is done on which event. The first that fits decides. */
      policies?: {
        /**
         * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
         * @enum {string}
         */
        event?:
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
        /** @description Several events. */
        events?: (
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
        )[];
        /** @description An attempt ends with this exit code. */
        exitCode?: number;
        /** @description An attempt ends with one of these exit codes. */
        exitCodes?: number[];
        /**
         * @description What is done then.
         * @enum {string}
         */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        /** @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given. */
        timeoutSeconds?: number;
      }[];
      /** @description How many pieces of the run have to be able to run before any of them starts; null: all start one by one. */
      minAvailable?: number | null;
      /** @description How many pieces have to succeed for the run to succeed; null: all. */
      minSuccess?: number | null;
      /** @description How often policies may restart the whole run; 3 unless given. */
      maxRetry?: number;
      /** @description Kubernetes: the priority class of its pods. */
      priorityClassName?: string;
      /** @description Kubernetes: the scheduler of its pods. */
      schedulerName?: string;
      /** @description A concurrency group of the tenant: that many runs of all its jobs at once. `default`, which limits nothing, unless given. */
      queue?: string;
      /** @description What the pods of a run are given to find each other. */
      plugins?: {
        /** @description Present: pods are given `VC_TASK_INDEX` and `VK_TASK_INDEX`. Arguments as in Volcano. */
        env?: string[];
        /** @description Present: pods have host names and find each other by name. Arguments as in Volcano. */
        svc?: string[];
        /** @description Present: pods of the run may log in to each other by a key of its own. Arguments as in Volcano. */
        ssh?: string[];
      };
      /** @description Volumes that are mounted in its pods; at most 32. */
      volumes?: {
        /**
         * @description Absolute path where it is mounted.
         * @example /data
         */
        mountPath: string;
        /** @description A volume claim that exists already; while it does not, the run stays `Pending`. Without this and `claim`: an emptyDir. */
        claimName?: string;
        /** @description A claim that is made for the run, kept over its restarts, and removed when the run cannot go on any more. */
        claim?: {
          /** @description How the volume may be mounted. */
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          /** @description Its size. */
          resources: {
            /**
             * @description What is asked for; `storage` is needed.
             * @example {
             *       "storage": "1Gi"
             *     }
             */
            requests: {
              [key: string]: string;
            };
            /** @description What may be used at most. */
            limits?: {
              [key: string]: string;
            };
          };
          /** @description The storage class; the empty text asks for a volume of no class. */
          storageClassName?: '' | string;
          /**
           * @description How the volume is presented.
           * @enum {string}
           */
          volumeMode?: 'Filesystem';
          /** @description A persistent volume by name. */
          volumeName?: string;
          /** @description A label selector over persistent volumes. */
          selector?: components['schemas']['JsonObject'];
        };
      }[];
      /** @description Secrets that cannot be read with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until they are given anew. Left out where there are none. */
      warnings?: {
        /**
         * @description The field that it concerns.
         * @example secureParameters
         * @example httpHeaders.Authorization
         * @example notify.0.webhook
         */
        field: string;
        /**
         * @description Why it cannot be opened: its key is not among the present ones, or the stored value is damaged.
         * @enum {string}
         */
        reason: 'SecretKeyMissing' | 'SecretDamaged';
        /** @description The id of the key that it is sealed with. */
        key: string;
        /** @description The same as a sentence. */
        message: string;
      }[];
      /**
       * Format: date-time
       * @description When it was made.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last edited; pausing is not an edit.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /** @description Who edited it last. */
      updatedBy: string;
      /** @description Who stopped new slots, when and why; null while it is not paused. */
      paused: {
        /** @description Who paused it. */
        by: string;
        /**
         * Format: date-time
         * @description When it was paused.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /** @description Why, if that was said. */
        note: string | null;
      } | null;
      /** @description What the scheduler and its runs say of it. */
      status: {
        /** @description The next slot; null if none is to come. */
        nextSlot: string | null;
        /** @description The latest slot that has passed; null if there was none. */
        lastSlot: string | null;
        /** @description When its latest successful run started; null if there was none. */
        lastSuccessStart: string | null;
        /** @description When its latest successful run ended; null if there was none. */
        lastSuccessFinish: string | null;
        /** @description Runs under way. */
        activeRuns: number;
        /** @description Runs that wait to be admitted. */
        queuedRuns: number;
      };
    };
    NewJob: {
      /** @description Begins with the tenant's id and `-`, as in `ibm-nightly`; one is made where none is given. */
      id?: string;
      /** @description The id of the tenant that owns the job; it never changes. */
      tenant: string;
      /** @description Shown to people: one line, at most 200 characters. */
      name: string;
      /** @description The id of the worker that does the work. */
      worker: string;
      /**
       * @description Pairs of name and value by which lists can be filtered; at most 32.
       * @example {
       *       "team": "reports"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /** @description False stops new slots; runs by hand stay possible. True unless given. */
      enabled?: boolean;
      /** @description Who answers for the job; for people only. */
      owners?: string[];
      /**
       * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/semantics.md.
       * @example 0 10 * * *
       * @example H 3 * * 1-5
       */
      cron?: string;
      /** @description When the job runs; a job without a schedule runs by hand only. */
      schedule?: components['schemas']['Schedule'];
      /** @description Ends of runs of other jobs after which the job runs, at most 32; docs/dependencies.md has the rules. A job that has a schedule, too, runs at its slots as well. */
      after?: {
        /**
         * @description The id of the job whose run has to end.
         * @example ibm-load
         */
        job: string;
        /**
         * @description How its run has to end: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). `succeeded` unless given.
         * @enum {string}
         */
        on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description Which run: the one of the `sameSlot` (or, where the chain began by hand, of the same chain), which is waited for; or the `latest` that has ended, which is looked at. `sameSlot` unless given.
         * @enum {string}
         */
        match?: 'sameSlot' | 'latest';
        /** @description Seconds: its run ended no longer than this before the last of the runs that the job runs after; at most 31622400. No limit unless given. */
        within?: number;
        /** @description The run ended with one of these exit codes. */
        exitCodes?: number[];
        /** @description What its outputs have to be, all of it; at most 16 tests. */
        outputs?: {
          /**
           * @description Which of the outputs, as a JSON Pointer.
           * @example /rows
           */
          path: string;
          /** @description Whether there is such an output. */
          exists?: boolean;
          /** @description The output is this value. */
          equals?: components['schemas']['JsonValue'];
          /** @description The output is a number, and no less than this. */
          min?: number;
          /** @description The output is a number, and no more than this. */
          max?: number;
        }[];
        /**
         * @description Outputs that become parameters of this job's run: the name of the parameter and a JSON Pointer into the outputs; at most 32. An output that is missing leaves the parameter as the job has it.
         * @example {
         *       "file": "/file"
         *     }
         */
        pass?: {
          [key: string]: string;
        };
      }[];
      /** @description How the conditions of `after` are joined, and by when they have to be met. */
      afterRule?: {
        /**
         * @description Whether `all` conditions of `after` have to be met, or `any` of them. `all` unless given.
         * @enum {string}
         */
        require?: 'all' | 'any';
        /** @description By when the job has to have got a run since the deadline before: otherwise the deadline is recorded as a missed slot of the job, and its notices are sent. */
        deadline?: {
          /**
           * @description A time of day, as `HH:MM`.
           * @example 06:00
           */
          at: string;
          /** @description IANA name of its zone; UTC unless given. */
          timezone?: string;
          /** @description On these days; on all unless given. */
          weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        };
      };
      /** @description What becomes of slots that passed while nothing could start them. */
      misfire?: {
        /**
         * @description `skip`: none of the slots that passed runs; `last`: the latest does; `all`: all do, up to `maxMissed`. `last` unless given.
         * @enum {string}
         */
        policy?: 'skip' | 'last' | 'all';
        /** @description How many slots that passed are made up for at most, the latest ones; 5 unless given. */
        maxMissed?: number;
        /** @description A slot that is later than so many seconds is missed; null, which it is unless given, is no limit. */
        startingDeadlineSeconds?: number | null;
      };
      /** @description How many runs of the job there may be at once, and what becomes of one too many. */
      concurrency?: {
        /**
         * @description What happens to a run for which no permit is free: `Allow` knows no limit, `Forbid` refuses it, `Enqueue` lets it wait, `Replace` ends the older run for it. `Allow` unless given.
         * @enum {string}
         */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /** @description Runs of the job that may be active at once, where the policy sets a limit; 1 unless given. */
        maxConcurrency?: number;
        /** @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` say how many there are. */
        group?: string;
        /** @description Runs that may wait with `Enqueue`; one more is refused. 20 unless given. */
        maxQueued?: number;
      };
      /** @description What each run is given: any JSON value of at most 98304 bytes. A run may be given others. */
      parameters?: components['schemas']['JsonValue'];
      /** @description As `parameters`, but stored encrypted and shown as `***` except to owners and admins; at most 98304 bytes as JSON. */
      secureParameters?: components['schemas']['JsonValue'];
      /** @description Secrets that are kept outside, in Vault, Kubernetes Secrets or files: read when an attempt starts and never stored; at most 32. docs/guide/secrets.md. */
      secretsFrom?: {
        /** @description The variable that the value becomes; web services find it under this name in `secrets`. */
        as: string;
        /** @description The name of the provider, as an administrator has declared it. */
        from: string;
        /** @description Where it is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider. */
        path: string;
        /** @description Which value of the secret; for Vault and Kubernetes only, and needed there. */
        key?: string;
        /** @description Vault, KV version 2: this version of the secret; the newest unless given. */
        version?: number;
      }[];
      /** @description Typed values that may be given when a run is started; they are put in place of `${option.<name>}` in command, args, image and env. */
      options?: (
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: true or false.
             * @constant
             */
            type: 'bool';
            /** @description The value of a run that is given none. */
            default?: boolean;
            /**
             * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. `TrueFalse` unless given.
             * @enum {string}
             */
            format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
            /** @description With `Custom`: the text that stands for true; may be empty. */
            trueVal?: string;
            /** @description With `Custom`: the text that stands for false; may be empty. */
            falseVal?: string;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: a text.
             * @constant
             */
            type: 'string';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none. */
            default?: string;
            /** @description True: spaces at both ends of the value are removed. */
            trimSpaces?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: one of `values`.
             * @constant
             */
            type: 'select';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The values to choose from. */
            values: string[];
            /** @description The value of a run that is given none. */
            default?: string;
            /** @description True: values that are not among `values` are taken, too. */
            allowCustom?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: any of `values`.
             * @constant
             */
            type: 'multi';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The values to choose from. */
            values: string[];
            /** @description The value of a run that is given none. */
            default?: string[];
            /** @description Stands between the chosen values; a comma unless given, and may be empty. */
            delimiter?: string;
            /** @description True: values that are not among `values` are taken, too. */
            allowCustom?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: an instant.
             * @constant
             */
            type: 'date';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none: an RFC 3339 time. */
            default?: string;
            /** @description How the instant is written, such as `D MMM YYYY`; without it the instant stands as it was given. */
            format?: string;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: a number.
             * @constant
             */
            type: 'number';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none. */
            default?: number;
            /** @description The least value. */
            min?: number;
            /** @description The greatest value. */
            max?: number;
            /** @description True: whole numbers only. */
            integer?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: a text that is stored encrypted and shown to nobody.
             * @constant
             */
            type: 'secret';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none. Stored encrypted. */
            default?: string;
          }
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called, in place of the worker's.
       */
      url?: string;
      /** @description Web services: headers of the call, over the worker's. Values are stored encrypted and shown as `***` except to owners and admins. */
      httpHeaders?: {
        [key: string]: string & (unknown & unknown);
      };
      /** @description Attempts that an index of the run may have, the first one included; 1 unless given. */
      maxAttempts?: number;
      /** @description When a failed attempt is tried again, and when not. */
      retry?: {
        /** @description Seconds from the end of an attempt to the next one of its index; 0 unless given. With `exponential` the delay before the first retry. */
        delaySeconds?: number;
        /**
         * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each waits twice as long as the one before. `fixed` unless given.
         * @enum {string}
         */
        backoff?: 'fixed' | 'exponential';
        /** @description Upper limit of an exponential delay, in seconds. */
        maxDelaySeconds?: number;
        /**
         * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between nothing and all of it. `none` unless given.
         * @enum {string}
         */
        jitter?: 'none' | 'equal' | 'full';
        /** @description Only attempts that end with one of these exit codes are tried again. */
        onExitCodes?: number[];
        /** @description Attempts that end with one of these exit codes are not tried again. */
        notOnExitCodes?: number[];
        /** @description Whether an attempt that ended by the idle timeout is tried again; false unless given. */
        onIdleTimeout?: boolean;
        /** @description The first rule that fits the end of an attempt decides; all that it names have to fit. Where none does, the fields beside it decide. */
        rules?: {
          /** @description The attempt has ended with one of these exit codes. */
          exitCodes?: number[];
          /** @description Web services: its start was answered with one of these statuses, such as 500 or `5xx`. 429 and 503 are no ends: the call is repeated until the start deadline. */
          httpStatuses?: (number | ('3xx' | '4xx' | '5xx'))[];
          /** @description Its reason is one of these, as attempts show it: such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`. */
          reasons?: string[];
          /** @description Whether it is tried again; true unless given. */
          retry?: boolean;
          /** @description In place of the `delaySeconds` beside the rules; seconds from its end to the next attempt. */
          delaySeconds?: number;
        }[];
      };
      /** @description Seconds within which an attempt has to start; 900 unless given. */
      startDeadlineSeconds?: number;
      /** @description Seconds that an attempt may take; null is no limit. */
      timeoutSeconds?: number | null;
      /** @description Seconds of silence after which an attempt has failed: of a web service without any callback (43200 unless given), of a pod or process without a line of output (no limit unless given). */
      idleTimeoutSeconds?: number;
      /** @description Seconds that a whole run may take, retries included; null is no limit. */
      activeDeadlineSeconds?: number | null;
      /**
       * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`); `Never` unless given.
       * @enum {string}
       */
      restartPolicy?: 'Never' | 'OnFailure';
      /** @description Kubernetes: a PodTemplateSpec that is laid over the worker's. The tenant's `podTemplatePaths` say what it may hold. */
      podTemplate?: components['schemas']['JsonObject'];
      /** @description The program and its first arguments, in place of the worker's. */
      command?: string[];
      /** @description Arguments, in place of the worker's. */
      args?: string[];
      /** @description Environment variables, over the worker's by name. */
      env?: {
        [key: string]: string;
      };
      /** @description Kubernetes: requests and limits of the container, in place of the worker's. */
      resources?: {
        /**
         * @description Quantities that are reserved, by resource.
         * @example {
         *       "cpu": "100m",
         *       "memory": "128Mi"
         *     }
         */
        requests?: {
          [key: string]: string;
        };
        /** @description Quantities that may be used at most, by resource. */
        limits?: {
          [key: string]: string;
        };
      };
      /** @description How long its runs are kept; what is left out is the tenant's. */
      retention?: {
        /** @description How many successful runs of a job are kept. */
        successful?: number;
        /** @description How many runs of a job that did not succeed are kept. */
        failed?: number;
        /** @description Runs that ended longer ago than this, in seconds, are removed. */
        maxAgeSeconds?: number;
      };
      /** @description Webhooks that are notified when something goes wrong; at most 10 rules. */
      notify?: {
        /** @description The event: a run `failed`; a slot was `missed`; a run started `late` or takes `long`; the job `recovered`, which is its first success after a failure. */
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
        /**
         * Format: uri
         * @description The address that is sent a POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; what follows the host of an address is shown as `***` to those who may not see secrets.
         */
        webhook: string;
        /** @description Seconds after its effective time from which the run of a slot is late; 60 unless given. */
        lateAfterSeconds?: number;
        /** @description Seconds from which a run takes long; unless given, what is usual for the job decides. */
        longAfterSeconds?: number;
      }[];
      /** @description How many indexes have to succeed; null is as many as `parallelism` says. */
      completions?: number | null;
      /**
       * @description `Indexed`: each piece has a number of its own; `NonIndexed`: a work queue. `Indexed` unless given.
       * @enum {string}
       */
      completionMode?: 'Indexed' | 'NonIndexed';
      /** @description Pieces by number, keys or a matrix, and how many may be live. */
      parallelism?: {
        /** @description So many indexes, counted from 0. */
        withCount?: number;
        /** @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`. */
        withKeys?: string[];
        /**
         * @description An index for each combination of one value of every name.
         * @example {
         *       "region": [
         *         "eu",
         *         "us"
         *       ],
         *       "size": [
         *         "small",
         *         "large"
         *       ]
         *     }
         */
        withMatrix?: {
          [key: string]: string[];
        };
        /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
         * @enum {string}
         */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      /** @description When the run has succeeded before all of its indexes have. */
      successPolicy?: {
        /** @description The run has succeeded as soon as one of them holds. */
        rules: {
          /**
           * @description These indexes have succeeded.
           * @example 0-2,5
           */
          succeededIndexes?: string;
          /** @description So many indexes have succeeded; with `succeededIndexes`, of those. */
          succeededCount?: number;
        }[];
      };
      /**
       * @description What becomes of attempts that still run when the run has succeeded; `TerminateRemaining` unless given.
       * @enum {string}
       */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description What becomes of attempts that still run when the run has failed; `TerminateRemaining` unless given.
       * @enum {string}
       */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      /** @description Failed attempts of the whole run beyond which it fails; null is no limit. */
      backoffLimit?: number | null;
      /** @description Failed indexes beyond which the run fails; null is no limit. */
      maxFailedIndexes?: number | null;
      /** @description Groups of equal pieces, in place of one; at most 100. */
      tasks?: {
        /** @description Unique within the job; a DNS label. */
        name: string;
        /** @description How many equal pieces the task has; 1 unless given. In place of it `completions` or `parallelism` may say so. */
        replicas?: number;
        /** @description A work queue: how many attempts have to succeed. */
        completions?: number;
        /** @description Pieces by number, keys or a matrix, and how many may be live. */
        parallelism?: {
          /** @description So many indexes, counted from 0. */
          withCount?: number;
          /** @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`. */
          withKeys?: string[];
          /**
           * @description An index for each combination of one value of every name.
           * @example {
           *       "region": [
           *         "eu",
           *         "us"
           *       ],
           *       "size": [
           *         "small",
           *         "large"
           *       ]
           *     }
           */
          withMatrix?: {
            [key: string]: string[];
          };
          /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /** @description The worker of this task; the job's unless given. */
        worker?: string;
        /** @description Kubernetes: laid over those of worker and job. */
        podTemplate?: components['schemas']['JsonObject'];
        /** @description In place of the job's. */
        command?: string[];
        /** @description In place of the job's. */
        args?: string[];
        /** @description Variables, over the job's by name. */
        env?: {
          [key: string]: string;
        };
        /** @description Kubernetes: in place of the job's. */
        resources?: {
          /**
           * @description Quantities that are reserved, by resource.
           * @example {
           *       "cpu": "100m",
           *       "memory": "128Mi"
           *     }
           */
          requests?: {
            [key: string]: string;
          };
          /** @description Quantities that may be used at most, by resource. */
          limits?: {
            [key: string]: string;
          };
        };
        /** @description Lifecycle policies of this task; they are asked before the job's. */
        policies?: {
          /**
           * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
           * @enum {string}
           */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          /** @description Several events. */
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          /** @description An attempt ends with this exit code. */
          exitCode?: number;
          /** @description An attempt ends with one of these exit codes. */
          exitCodes?: number[];
          /**
           * @description What is done then.
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /** @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given. */
          timeoutSeconds?: number;
        }[];
        /** @description Tasks that this one waits for. */
        dependsOn?: {
          /** @description The name of the task. */
          task: string;
          /**
           * @description `Ready`: its pieces run; `Complete`: they have succeeded. `Ready` unless given.
           * @enum {string}
           */
          condition?: 'Ready' | 'Complete';
        }[];
        /** @description How many of its pieces have to be able to run before any of them starts. */
        minAvailable?: number | null;
        /** @description Kubernetes: the priority class of its pods. */
        priorityClassName?: string;
        /** @description Attempts of one index; the job's unless given. */
        maxAttempts?: number;
        /** @description How often policies may restart a piece of it; 3 unless given. */
        maxRestarts?: number;
      }[];
      /** @description Lifecycle policies: what is done on which event. The first that fits decides. */
      policies?: {
        /**
         * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
         * @enum {string}
         */
        event?:
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
        /** @description Several events. */
        events?: (
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
        )[];
        /** @description An attempt ends with this exit code. */
        exitCode?: number;
        /** @description An attempt ends with one of these exit codes. */
        exitCodes?: number[];
        /**
         * @description What is done then.
         * @enum {string}
         */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        /** @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given. */
        timeoutSeconds?: number;
      }[];
      /** @description How many pieces of the run have to be able to run before any of them starts; null: all start one by one. */
      minAvailable?: number | null;
      /** @description How many pieces have to succeed for the run to succeed; null: all. */
      minSuccess?: number | null;
      /** @description How often policies may restart the whole run; 3 unless given. */
      maxRetry?: number;
      /** @description Kubernetes: the priority class of its pods. */
      priorityClassName?: string;
      /** @description Kubernetes: the scheduler of its pods. */
      schedulerName?: string;
      /** @description A concurrency group of the tenant: that many runs of all its jobs at once. `default`, which limits nothing, unless given. */
      queue?: string;
      /** @description What the pods of a run are given to find each other. */
      plugins?: {
        /** @description Present: pods are given `VC_TASK_INDEX` and `VK_TASK_INDEX`. Arguments as in Volcano. */
        env?: string[];
        /** @description Present: pods have host names and find each other by name. Arguments as in Volcano. */
        svc?: string[];
        /** @description Present: pods of the run may log in to each other by a key of its own. Arguments as in Volcano. */
        ssh?: string[];
      };
      /** @description Volumes that are mounted in its pods; at most 32. */
      volumes?: {
        /**
         * @description Absolute path where it is mounted.
         * @example /data
         */
        mountPath: string;
        /** @description A volume claim that exists already; while it does not, the run stays `Pending`. Without this and `claim`: an emptyDir. */
        claimName?: string;
        /** @description A claim that is made for the run, kept over its restarts, and removed when the run cannot go on any more. */
        claim?: {
          /** @description How the volume may be mounted. */
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          /** @description Its size. */
          resources: {
            /**
             * @description What is asked for; `storage` is needed.
             * @example {
             *       "storage": "1Gi"
             *     }
             */
            requests: {
              [key: string]: string;
            };
            /** @description What may be used at most. */
            limits?: {
              [key: string]: string;
            };
          };
          /** @description The storage class; the empty text asks for a volume of no class. */
          storageClassName?: '' | string;
          /**
           * @description How the volume is presented.
           * @enum {string}
           */
          volumeMode?: 'Filesystem';
          /** @description A persistent volume by name. */
          volumeName?: string;
          /** @description A label selector over persistent volumes. */
          selector?: components['schemas']['JsonObject'];
        };
      }[];
    };
    JobReplacement: {
      /** @description The tenant of the job, which never changes; may be left out. */
      tenant?: string;
      /** @description Shown to people: one line, at most 200 characters. */
      name: string;
      /** @description The id of the worker that does the work. */
      worker: string;
      /**
       * @description Pairs of name and value by which lists can be filtered; at most 32.
       * @example {
       *       "team": "reports"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /** @description False stops new slots; runs by hand stay possible. True unless given. */
      enabled?: boolean;
      /** @description Who answers for the job; for people only. */
      owners?: string[];
      /**
       * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/semantics.md.
       * @example 0 10 * * *
       * @example H 3 * * 1-5
       */
      cron?: string;
      /** @description When the job runs; a job without a schedule runs by hand only. */
      schedule?: components['schemas']['Schedule'];
      /** @description Ends of runs of other jobs after which the job runs, at most 32; docs/dependencies.md has the rules. A job that has a schedule, too, runs at its slots as well. */
      after?: {
        /**
         * @description The id of the job whose run has to end.
         * @example ibm-load
         */
        job: string;
        /**
         * @description How its run has to end: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). `succeeded` unless given.
         * @enum {string}
         */
        on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description Which run: the one of the `sameSlot` (or, where the chain began by hand, of the same chain), which is waited for; or the `latest` that has ended, which is looked at. `sameSlot` unless given.
         * @enum {string}
         */
        match?: 'sameSlot' | 'latest';
        /** @description Seconds: its run ended no longer than this before the last of the runs that the job runs after; at most 31622400. No limit unless given. */
        within?: number;
        /** @description The run ended with one of these exit codes. */
        exitCodes?: number[];
        /** @description What its outputs have to be, all of it; at most 16 tests. */
        outputs?: {
          /**
           * @description Which of the outputs, as a JSON Pointer.
           * @example /rows
           */
          path: string;
          /** @description Whether there is such an output. */
          exists?: boolean;
          /** @description The output is this value. */
          equals?: components['schemas']['JsonValue'];
          /** @description The output is a number, and no less than this. */
          min?: number;
          /** @description The output is a number, and no more than this. */
          max?: number;
        }[];
        /**
         * @description Outputs that become parameters of this job's run: the name of the parameter and a JSON Pointer into the outputs; at most 32. An output that is missing leaves the parameter as the job has it.
         * @example {
         *       "file": "/file"
         *     }
         */
        pass?: {
          [key: string]: string;
        };
      }[];
      /** @description How the conditions of `after` are joined, and by when they have to be met. */
      afterRule?: {
        /**
         * @description Whether `all` conditions of `after` have to be met, or `any` of them. `all` unless given.
         * @enum {string}
         */
        require?: 'all' | 'any';
        /** @description By when the job has to have got a run since the deadline before: otherwise the deadline is recorded as a missed slot of the job, and its notices are sent. */
        deadline?: {
          /**
           * @description A time of day, as `HH:MM`.
           * @example 06:00
           */
          at: string;
          /** @description IANA name of its zone; UTC unless given. */
          timezone?: string;
          /** @description On these days; on all unless given. */
          weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        };
      };
      /** @description What becomes of slots that passed while nothing could start them. */
      misfire?: {
        /**
         * @description `skip`: none of the slots that passed runs; `last`: the latest does; `all`: all do, up to `maxMissed`. `last` unless given.
         * @enum {string}
         */
        policy?: 'skip' | 'last' | 'all';
        /** @description How many slots that passed are made up for at most, the latest ones; 5 unless given. */
        maxMissed?: number;
        /** @description A slot that is later than so many seconds is missed; null, which it is unless given, is no limit. */
        startingDeadlineSeconds?: number | null;
      };
      /** @description How many runs of the job there may be at once, and what becomes of one too many. */
      concurrency?: {
        /**
         * @description What happens to a run for which no permit is free: `Allow` knows no limit, `Forbid` refuses it, `Enqueue` lets it wait, `Replace` ends the older run for it. `Allow` unless given.
         * @enum {string}
         */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /** @description Runs of the job that may be active at once, where the policy sets a limit; 1 unless given. */
        maxConcurrency?: number;
        /** @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` say how many there are. */
        group?: string;
        /** @description Runs that may wait with `Enqueue`; one more is refused. 20 unless given. */
        maxQueued?: number;
      };
      /** @description What each run is given: any JSON value of at most 98304 bytes. A run may be given others. */
      parameters?: components['schemas']['JsonValue'];
      /** @description As `parameters`, but stored encrypted; `***` in place of a value leaves it as it is. At most 98304 bytes as JSON. */
      secureParameters?: components['schemas']['JsonValue'];
      /** @description Secrets that are kept outside, in Vault, Kubernetes Secrets or files: read when an attempt starts and never stored; at most 32. docs/guide/secrets.md. */
      secretsFrom?: {
        /** @description The variable that the value becomes; web services find it under this name in `secrets`. */
        as: string;
        /** @description The name of the provider, as an administrator has declared it. */
        from: string;
        /** @description Where it is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider. */
        path: string;
        /** @description Which value of the secret; for Vault and Kubernetes only, and needed there. */
        key?: string;
        /** @description Vault, KV version 2: this version of the secret; the newest unless given. */
        version?: number;
      }[];
      /** @description Typed values that may be given when a run is started; they are put in place of `${option.<name>}` in command, args, image and env. */
      options?: (
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: true or false.
             * @constant
             */
            type: 'bool';
            /** @description The value of a run that is given none. */
            default?: boolean;
            /**
             * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. `TrueFalse` unless given.
             * @enum {string}
             */
            format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
            /** @description With `Custom`: the text that stands for true; may be empty. */
            trueVal?: string;
            /** @description With `Custom`: the text that stands for false; may be empty. */
            falseVal?: string;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: a text.
             * @constant
             */
            type: 'string';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none. */
            default?: string;
            /** @description True: spaces at both ends of the value are removed. */
            trimSpaces?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: one of `values`.
             * @constant
             */
            type: 'select';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The values to choose from. */
            values: string[];
            /** @description The value of a run that is given none. */
            default?: string;
            /** @description True: values that are not among `values` are taken, too. */
            allowCustom?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: any of `values`.
             * @constant
             */
            type: 'multi';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The values to choose from. */
            values: string[];
            /** @description The value of a run that is given none. */
            default?: string[];
            /** @description Stands between the chosen values; a comma unless given, and may be empty. */
            delimiter?: string;
            /** @description True: values that are not among `values` are taken, too. */
            allowCustom?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: an instant.
             * @constant
             */
            type: 'date';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none: an RFC 3339 time. */
            default?: string;
            /** @description How the instant is written, such as `D MMM YYYY`; without it the instant stands as it was given. */
            format?: string;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: a number.
             * @constant
             */
            type: 'number';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none. */
            default?: number;
            /** @description The least value. */
            min?: number;
            /** @description The greatest value. */
            max?: number;
            /** @description True: whole numbers only. */
            integer?: boolean;
          }
        | {
            /** @description By which the value is given and put in place; unique within the job. */
            name: string;
            /** @description What people are shown in place of the name. */
            label?: string;
            /**
             * @description The kind of value: a text that is stored encrypted and shown to nobody.
             * @constant
             */
            type: 'secret';
            /** @description True: a run without a value, where there is no default, is refused. False unless given. */
            required?: boolean;
            /** @description The value of a run that is given none. Stored encrypted. */
            default?: string;
          }
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called, in place of the worker's.
       */
      url?: string;
      /** @description Web services: headers of the call, over the worker's; `***` in place of a value leaves it as it is. */
      httpHeaders?:
        | '***'
        | {
            [key: string]: string & (unknown & unknown);
          };
      /** @description Attempts that an index of the run may have, the first one included; 1 unless given. */
      maxAttempts?: number;
      /** @description When a failed attempt is tried again, and when not. */
      retry?: {
        /** @description Seconds from the end of an attempt to the next one of its index; 0 unless given. With `exponential` the delay before the first retry. */
        delaySeconds?: number;
        /**
         * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each waits twice as long as the one before. `fixed` unless given.
         * @enum {string}
         */
        backoff?: 'fixed' | 'exponential';
        /** @description Upper limit of an exponential delay, in seconds. */
        maxDelaySeconds?: number;
        /**
         * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between nothing and all of it. `none` unless given.
         * @enum {string}
         */
        jitter?: 'none' | 'equal' | 'full';
        /** @description Only attempts that end with one of these exit codes are tried again. */
        onExitCodes?: number[];
        /** @description Attempts that end with one of these exit codes are not tried again. */
        notOnExitCodes?: number[];
        /** @description Whether an attempt that ended by the idle timeout is tried again; false unless given. */
        onIdleTimeout?: boolean;
        /** @description The first rule that fits the end of an attempt decides; all that it names have to fit. Where none does, the fields beside it decide. */
        rules?: {
          /** @description The attempt has ended with one of these exit codes. */
          exitCodes?: number[];
          /** @description Web services: its start was answered with one of these statuses, such as 500 or `5xx`. 429 and 503 are no ends: the call is repeated until the start deadline. */
          httpStatuses?: (number | ('3xx' | '4xx' | '5xx'))[];
          /** @description Its reason is one of these, as attempts show it: such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`. */
          reasons?: string[];
          /** @description Whether it is tried again; true unless given. */
          retry?: boolean;
          /** @description In place of the `delaySeconds` beside the rules; seconds from its end to the next attempt. */
          delaySeconds?: number;
        }[];
      };
      /** @description Seconds within which an attempt has to start; 900 unless given. */
      startDeadlineSeconds?: number;
      /** @description Seconds that an attempt may take; null is no limit. */
      timeoutSeconds?: number | null;
      /** @description Seconds of silence after which an attempt has failed: of a web service without any callback (43200 unless given), of a pod or process without a line of output (no limit unless given). */
      idleTimeoutSeconds?: number;
      /** @description Seconds that a whole run may take, retries included; null is no limit. */
      activeDeadlineSeconds?: number | null;
      /**
       * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`); `Never` unless given.
       * @enum {string}
       */
      restartPolicy?: 'Never' | 'OnFailure';
      /** @description Kubernetes: a PodTemplateSpec that is laid over the worker's. The tenant's `podTemplatePaths` say what it may hold. */
      podTemplate?: components['schemas']['JsonObject'];
      /** @description The program and its first arguments, in place of the worker's. */
      command?: string[];
      /** @description Arguments, in place of the worker's. */
      args?: string[];
      /** @description Environment variables, over the worker's by name. */
      env?: {
        [key: string]: string;
      };
      /** @description Kubernetes: requests and limits of the container, in place of the worker's. */
      resources?: {
        /**
         * @description Quantities that are reserved, by resource.
         * @example {
         *       "cpu": "100m",
         *       "memory": "128Mi"
         *     }
         */
        requests?: {
          [key: string]: string;
        };
        /** @description Quantities that may be used at most, by resource. */
        limits?: {
          [key: string]: string;
        };
      };
      /** @description How long its runs are kept; what is left out is the tenant's. */
      retention?: {
        /** @description How many successful runs of a job are kept. */
        successful?: number;
        /** @description How many runs of a job that did not succeed are kept. */
        failed?: number;
        /** @description Runs that ended longer ago than this, in seconds, are removed. */
        maxAgeSeconds?: number;
      };
      /** @description Webhooks that are notified when something goes wrong; at most 10 rules. */
      notify?: {
        /** @description The event: a run `failed`; a slot was `missed`; a run started `late` or takes `long`; the job `recovered`, which is its first success after a failure. */
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
        /**
         * Format: uri
         * @description The address that is sent a POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; what follows the host of an address is shown as `***` to those who may not see secrets.
         */
        webhook: string;
        /** @description Seconds after its effective time from which the run of a slot is late; 60 unless given. */
        lateAfterSeconds?: number;
        /** @description Seconds from which a run takes long; unless given, what is usual for the job decides. */
        longAfterSeconds?: number;
      }[];
      /** @description How many indexes have to succeed; null is as many as `parallelism` says. */
      completions?: number | null;
      /**
       * @description `Indexed`: each piece has a number of its own; `NonIndexed`: a work queue. `Indexed` unless given.
       * @enum {string}
       */
      completionMode?: 'Indexed' | 'NonIndexed';
      /** @description Pieces by number, keys or a matrix, and how many may be live. */
      parallelism?: {
        /** @description So many indexes, counted from 0. */
        withCount?: number;
        /** @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`. */
        withKeys?: string[];
        /**
         * @description An index for each combination of one value of every name.
         * @example {
         *       "region": [
         *         "eu",
         *         "us"
         *       ],
         *       "size": [
         *         "small",
         *         "large"
         *       ]
         *     }
         */
        withMatrix?: {
          [key: string]: string[];
        };
        /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
         * @enum {string}
         */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      /** @description When the run has succeeded before all of its indexes have. */
      successPolicy?: {
        /** @description The run has succeeded as soon as one of them holds. */
        rules: {
          /**
           * @description These indexes have succeeded.
           * @example 0-2,5
           */
          succeededIndexes?: string;
          /** @description So many indexes have succeeded; with `succeededIndexes`, of those. */
          succeededCount?: number;
        }[];
      };
      /**
       * @description What becomes of attempts that still run when the run has succeeded; `TerminateRemaining` unless given.
       * @enum {string}
       */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description What becomes of attempts that still run when the run has failed; `TerminateRemaining` unless given.
       * @enum {string}
       */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      /** @description Failed attempts of the whole run beyond which it fails; null is no limit. */
      backoffLimit?: number | null;
      /** @description Failed indexes beyond which the run fails; null is no limit. */
      maxFailedIndexes?: number | null;
      /** @description Groups of equal pieces, in place of one; at most 100. */
      tasks?: {
        /** @description Unique within the job; a DNS label. */
        name: string;
        /** @description How many equal pieces the task has; 1 unless given. In place of it `completions` or `parallelism` may say so. */
        replicas?: number;
        /** @description A work queue: how many attempts have to succeed. */
        completions?: number;
        /** @description Pieces by number, keys or a matrix, and how many may be live. */
        parallelism?: {
          /** @description So many indexes, counted from 0. */
          withCount?: number;
          /** @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`. */
          withKeys?: string[];
          /**
           * @description An index for each combination of one value of every name.
           * @example {
           *       "region": [
           *         "eu",
           *         "us"
           *       ],
           *       "size": [
           *         "small",
           *         "large"
           *       ]
           *     }
           */
          withMatrix?: {
            [key: string]: string[];
          };
          /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /** @description The worker of this task; the job's unless given. */
        worker?: string;
        /** @description Kubernetes: laid over those of worker and job. */
        podTemplate?: components['schemas']['JsonObject'];
        /** @description In place of the job's. */
        command?: string[];
        /** @description In place of the job's. */
        args?: string[];
        /** @description Variables, over the job's by name. */
        env?: {
          [key: string]: string;
        };
        /** @description Kubernetes: in place of the job's. */
        resources?: {
          /**
           * @description Quantities that are reserved, by resource.
           * @example {
           *       "cpu": "100m",
           *       "memory": "128Mi"
           *     }
           */
          requests?: {
            [key: string]: string;
          };
          /** @description Quantities that may be used at most, by resource. */
          limits?: {
            [key: string]: string;
          };
        };
        /** @description Lifecycle policies of this task; they are asked before the job's. */
        policies?: {
          /**
           * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
           * @enum {string}
           */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          /** @description Several events. */
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          /** @description An attempt ends with this exit code. */
          exitCode?: number;
          /** @description An attempt ends with one of these exit codes. */
          exitCodes?: number[];
          /**
           * @description What is done then.
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /** @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given. */
          timeoutSeconds?: number;
        }[];
        /** @description Tasks that this one waits for. */
        dependsOn?: {
          /** @description The name of the task. */
          task: string;
          /**
           * @description `Ready`: its pieces run; `Complete`: they have succeeded. `Ready` unless given.
           * @enum {string}
           */
          condition?: 'Ready' | 'Complete';
        }[];
        /** @description How many of its pieces have to be able to run before any of them starts. */
        minAvailable?: number | null;
        /** @description Kubernetes: the priority class of its pods. */
        priorityClassName?: string;
        /** @description Attempts of one index; the job's unless given. */
        maxAttempts?: number;
        /** @description How often policies may restart a piece of it; 3 unless given. */
        maxRestarts?: number;
      }[];
      /** @description Lifecycle policies: what is done on which event. The first that fits decides. */
      policies?: {
        /**
         * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
         * @enum {string}
         */
        event?:
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
        /** @description Several events. */
        events?: (
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
        )[];
        /** @description An attempt ends with this exit code. */
        exitCode?: number;
        /** @description An attempt ends with one of these exit codes. */
        exitCodes?: number[];
        /**
         * @description What is done then.
         * @enum {string}
         */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        /** @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given. */
        timeoutSeconds?: number;
      }[];
      /** @description How many pieces of the run have to be able to run before any of them starts; null: all start one by one. */
      minAvailable?: number | null;
      /** @description How many pieces have to succeed for the run to succeed; null: all. */
      minSuccess?: number | null;
      /** @description How often policies may restart the whole run; 3 unless given. */
      maxRetry?: number;
      /** @description Kubernetes: the priority class of its pods. */
      priorityClassName?: string;
      /** @description Kubernetes: the scheduler of its pods. */
      schedulerName?: string;
      /** @description A concurrency group of the tenant: that many runs of all its jobs at once. `default`, which limits nothing, unless given. */
      queue?: string;
      /** @description What the pods of a run are given to find each other. */
      plugins?: {
        /** @description Present: pods are given `VC_TASK_INDEX` and `VK_TASK_INDEX`. Arguments as in Volcano. */
        env?: string[];
        /** @description Present: pods have host names and find each other by name. Arguments as in Volcano. */
        svc?: string[];
        /** @description Present: pods of the run may log in to each other by a key of its own. Arguments as in Volcano. */
        ssh?: string[];
      };
      /** @description Volumes that are mounted in its pods; at most 32. */
      volumes?: {
        /**
         * @description Absolute path where it is mounted.
         * @example /data
         */
        mountPath: string;
        /** @description A volume claim that exists already; while it does not, the run stays `Pending`. Without this and `claim`: an emptyDir. */
        claimName?: string;
        /** @description A claim that is made for the run, kept over its restarts, and removed when the run cannot go on any more. */
        claim?: {
          /** @description How the volume may be mounted. */
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          /** @description Its size. */
          resources: {
            /**
             * @description What is asked for; `storage` is needed.
             * @example {
             *       "storage": "1Gi"
             *     }
             */
            requests: {
              [key: string]: string;
            };
            /** @description What may be used at most. */
            limits?: {
              [key: string]: string;
            };
          };
          /** @description The storage class; the empty text asks for a volume of no class. */
          storageClassName?: '' | string;
          /**
           * @description How the volume is presented.
           * @enum {string}
           */
          volumeMode?: 'Filesystem';
          /** @description A persistent volume by name. */
          volumeName?: string;
          /** @description A label selector over persistent volumes. */
          selector?: components['schemas']['JsonObject'];
        };
      }[];
      /** @description Only shown: may be sent back and changes nothing. */
      id?: string;
      /** @description Only shown: may be sent back and changes nothing. */
      version?: number;
      /** @description Only shown: may be sent back and changes nothing. */
      createdAt?: string;
      /** @description Only shown: may be sent back and changes nothing. */
      updatedAt?: string;
      /** @description Only shown: may be sent back and changes nothing. */
      updatedBy?: string;
      /** @description Only shown: may be sent back and changes nothing. */
      paused?: unknown;
      /** @description Only shown: may be sent back and changes nothing. */
      status?: unknown;
      /** @description Only shown: may be sent back and changes nothing. */
      warnings?: unknown;
    };
    JobVersion: {
      /** @description Counts edits from 1. */
      version: number;
      /**
       * Format: date-time
       * @description When it was saved.
       * @example 2026-12-01T00:00:00.000Z
       */
      savedAt: string;
      /** @description Who saved it. */
      savedBy: string;
      /** @description True for the version that runs are made from. */
      current: boolean;
      /** @description The job as it was in that version. */
      job: {
        /** @description The id of the tenant that owns the job; it never changes. */
        tenant: string;
        /** @description Shown to people: one line, at most 200 characters. */
        name: string;
        /** @description The id of the worker that does the work. */
        worker: string;
        /** @description Pairs of name and value by which lists can be filtered. */
        labels: {
          [key: string]: string;
        };
        /** @description False: no new slots; runs by hand stay possible. */
        enabled: boolean;
        /** @description Who answers for the job; for people only. */
        owners: string[];
        /**
         * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/semantics.md.
         * @example 0 10 * * *
         * @example H 3 * * 1-5
         */
        cron?: string;
        /** @description When the job runs; a job without a schedule runs by hand only. */
        schedule?: components['schemas']['Schedule'];
        /** @description Ends of runs of other jobs after which the job runs, at most 32; docs/dependencies.md has the rules. A job that has a schedule, too, runs at its slots as well. */
        after?: {
          /**
           * @description The id of the job whose run has to end.
           * @example ibm-load
           */
          job: string;
          /**
           * @description How its run has to end: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). `succeeded` unless given.
           * @enum {string}
           */
          on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
          /**
           * @description Which run: the one of the `sameSlot` (or, where the chain began by hand, of the same chain), which is waited for; or the `latest` that has ended, which is looked at. `sameSlot` unless given.
           * @enum {string}
           */
          match?: 'sameSlot' | 'latest';
          /** @description Seconds: its run ended no longer than this before the last of the runs that the job runs after; at most 31622400. No limit unless given. */
          within?: number;
          /** @description The run ended with one of these exit codes. */
          exitCodes?: number[];
          /** @description What its outputs have to be, all of it; at most 16 tests. */
          outputs?: {
            /**
             * @description Which of the outputs, as a JSON Pointer.
             * @example /rows
             */
            path: string;
            /** @description Whether there is such an output. */
            exists?: boolean;
            /** @description The output is this value. */
            equals?: components['schemas']['JsonValue'];
            /** @description The output is a number, and no less than this. */
            min?: number;
            /** @description The output is a number, and no more than this. */
            max?: number;
          }[];
          /**
           * @description Outputs that become parameters of this job's run: the name of the parameter and a JSON Pointer into the outputs; at most 32. An output that is missing leaves the parameter as the job has it.
           * @example {
           *       "file": "/file"
           *     }
           */
          pass?: {
            [key: string]: string;
          };
        }[];
        /** @description How the conditions of `after` are joined, and by when they have to be met. */
        afterRule?: {
          /**
           * @description Whether `all` conditions of `after` have to be met, or `any` of them. `all` unless given.
           * @enum {string}
           */
          require?: 'all' | 'any';
          /** @description By when the job has to have got a run since the deadline before: otherwise the deadline is recorded as a missed slot of the job, and its notices are sent. */
          deadline?: {
            /**
             * @description A time of day, as `HH:MM`.
             * @example 06:00
             */
            at: string;
            /** @description IANA name of its zone; UTC unless given. */
            timezone?: string;
            /** @description On these days; on all unless given. */
            weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
          };
        };
        /** @description What becomes of slots that passed while nothing could start them. */
        misfire?: {
          /**
           * @description `skip`: none of the slots that passed runs; `last`: the latest does; `all`: all do, up to `maxMissed`. `last` unless given.
           * @enum {string}
           */
          policy?: 'skip' | 'last' | 'all';
          /** @description How many slots that passed are made up for at most, the latest ones; 5 unless given. */
          maxMissed?: number;
          /** @description A slot that is later than so many seconds is missed; null, which it is unless given, is no limit. */
          startingDeadlineSeconds?: number | null;
        };
        /** @description How many runs of the job there may be at once, and what becomes of one too many. */
        concurrency?: {
          /**
           * @description What happens to a run for which no permit is free: `Allow` knows no limit, `Forbid` refuses it, `Enqueue` lets it wait, `Replace` ends the older run for it. `Allow` unless given.
           * @enum {string}
           */
          policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
          /** @description Runs of the job that may be active at once, where the policy sets a limit; 1 unless given. */
          maxConcurrency?: number;
          /** @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` say how many there are. */
          group?: string;
          /** @description Runs that may wait with `Enqueue`; one more is refused. 20 unless given. */
          maxQueued?: number;
        };
        /** @description What each run is given: any JSON value. */
        parameters: components['schemas']['JsonValue'];
        /** @description Any JSON value. The values of an object, and a value of another form as a whole, are "***" except to owners and admins; "***" written back means unchanged. */
        secureParameters: components['schemas']['JsonValue'];
        /** @description Secrets that are kept outside, in Vault, Kubernetes Secrets or files: read when an attempt starts and never stored; at most 32. docs/guide/secrets.md. */
        secretsFrom?: {
          /** @description The variable that the value becomes; web services find it under this name in `secrets`. */
          as: string;
          /** @description The name of the provider, as an administrator has declared it. */
          from: string;
          /** @description Where it is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider. */
          path: string;
          /** @description Which value of the secret; for Vault and Kubernetes only, and needed there. */
          key?: string;
          /** @description Vault, KV version 2: this version of the secret; the newest unless given. */
          version?: number;
        }[];
        /** @description Typed values that may be given when a run is started; they are put in place of `${option.<name>}` in command, args, image and env. */
        options?: (
          | {
              /** @description By which the value is given and put in place; unique within the job. */
              name: string;
              /** @description What people are shown in place of the name. */
              label?: string;
              /**
               * @description The kind of value: true or false.
               * @constant
               */
              type: 'bool';
              /** @description The value of a run that is given none. */
              default?: boolean;
              /**
               * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. `TrueFalse` unless given.
               * @enum {string}
               */
              format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
              /** @description With `Custom`: the text that stands for true; may be empty. */
              trueVal?: string;
              /** @description With `Custom`: the text that stands for false; may be empty. */
              falseVal?: string;
            }
          | {
              /** @description By which the value is given and put in place; unique within the job. */
              name: string;
              /** @description What people are shown in place of the name. */
              label?: string;
              /**
               * @description The kind of value: a text.
               * @constant
               */
              type: 'string';
              /** @description True: a run without a value, where there is no default, is refused. False unless given. */
              required?: boolean;
              /** @description The value of a run that is given none. */
              default?: string;
              /** @description True: spaces at both ends of the value are removed. */
              trimSpaces?: boolean;
            }
          | {
              /** @description By which the value is given and put in place; unique within the job. */
              name: string;
              /** @description What people are shown in place of the name. */
              label?: string;
              /**
               * @description The kind of value: one of `values`.
               * @constant
               */
              type: 'select';
              /** @description True: a run without a value, where there is no default, is refused. False unless given. */
              required?: boolean;
              /** @description The values to choose from. */
              values: string[];
              /** @description The value of a run that is given none. */
              default?: string;
              /** @description True: values that are not among `values` are taken, too. */
              allowCustom?: boolean;
            }
          | {
              /** @description By which the value is given and put in place; unique within the job. */
              name: string;
              /** @description What people are shown in place of the name. */
              label?: string;
              /**
               * @description The kind of value: any of `values`.
               * @constant
               */
              type: 'multi';
              /** @description True: a run without a value, where there is no default, is refused. False unless given. */
              required?: boolean;
              /** @description The values to choose from. */
              values: string[];
              /** @description The value of a run that is given none. */
              default?: string[];
              /** @description Stands between the chosen values; a comma unless given, and may be empty. */
              delimiter?: string;
              /** @description True: values that are not among `values` are taken, too. */
              allowCustom?: boolean;
            }
          | {
              /** @description By which the value is given and put in place; unique within the job. */
              name: string;
              /** @description What people are shown in place of the name. */
              label?: string;
              /**
               * @description The kind of value: an instant.
               * @constant
               */
              type: 'date';
              /** @description True: a run without a value, where there is no default, is refused. False unless given. */
              required?: boolean;
              /** @description The value of a run that is given none: an RFC 3339 time. */
              default?: string;
              /** @description How the instant is written, such as `D MMM YYYY`; without it the instant stands as it was given. */
              format?: string;
            }
          | {
              /** @description By which the value is given and put in place; unique within the job. */
              name: string;
              /** @description What people are shown in place of the name. */
              label?: string;
              /**
               * @description The kind of value: a number.
               * @constant
               */
              type: 'number';
              /** @description True: a run without a value, where there is no default, is refused. False unless given. */
              required?: boolean;
              /** @description The value of a run that is given none. */
              default?: number;
              /** @description The least value. */
              min?: number;
              /** @description The greatest value. */
              max?: number;
              /** @description True: whole numbers only. */
              integer?: boolean;
            }
          | {
              /** @description By which the value is given and put in place; unique within the job. */
              name: string;
              /** @description What people are shown in place of the name. */
              label?: string;
              /**
               * @description The kind of value: a text that is stored encrypted and shown to nobody.
               * @constant
               */
              type: 'secret';
              /** @description True: a run without a value, where there is no default, is refused. False unless given. */
              required?: boolean;
              /** @description The value of a run that is given none. Stored encrypted. */
              default?: string;
            }
        )[];
        /**
         * Format: uri
         * @description Web services: the address that is called, in place of the worker's.
         */
        url?: string;
        /** @description Values are "***" except to owners and admins. */
        httpHeaders: {
          [key: string]: string;
        };
        /** @description Attempts that an index of the run may have, the first one included; 1 unless given. */
        maxAttempts?: number;
        /** @description When a failed attempt is tried again, and when not. */
        retry?: {
          /** @description Seconds from the end of an attempt to the next one of its index; 0 unless given. With `exponential` the delay before the first retry. */
          delaySeconds?: number;
          /**
           * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each waits twice as long as the one before. `fixed` unless given.
           * @enum {string}
           */
          backoff?: 'fixed' | 'exponential';
          /** @description Upper limit of an exponential delay, in seconds. */
          maxDelaySeconds?: number;
          /**
           * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between nothing and all of it. `none` unless given.
           * @enum {string}
           */
          jitter?: 'none' | 'equal' | 'full';
          /** @description Only attempts that end with one of these exit codes are tried again. */
          onExitCodes?: number[];
          /** @description Attempts that end with one of these exit codes are not tried again. */
          notOnExitCodes?: number[];
          /** @description Whether an attempt that ended by the idle timeout is tried again; false unless given. */
          onIdleTimeout?: boolean;
          /** @description The first rule that fits the end of an attempt decides; all that it names have to fit. Where none does, the fields beside it decide. */
          rules?: {
            /** @description The attempt has ended with one of these exit codes. */
            exitCodes?: number[];
            /** @description Web services: its start was answered with one of these statuses, such as 500 or `5xx`. 429 and 503 are no ends: the call is repeated until the start deadline. */
            httpStatuses?: (number | ('3xx' | '4xx' | '5xx'))[];
            /** @description Its reason is one of these, as attempts show it: such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`. */
            reasons?: string[];
            /** @description Whether it is tried again; true unless given. */
            retry?: boolean;
            /** @description In place of the `delaySeconds` beside the rules; seconds from its end to the next attempt. */
            delaySeconds?: number;
          }[];
        };
        /** @description Seconds within which an attempt has to start; 900 unless given. */
        startDeadlineSeconds?: number;
        /** @description Seconds that an attempt may take; null is no limit. */
        timeoutSeconds?: number | null;
        /** @description Seconds of silence after which an attempt has failed: of a web service without any callback (43200 unless given), of a pod or process without a line of output (no limit unless given). */
        idleTimeoutSeconds?: number;
        /** @description Seconds that a whole run may take, retries included; null is no limit. */
        activeDeadlineSeconds?: number | null;
        /**
         * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`); `Never` unless given.
         * @enum {string}
         */
        restartPolicy?: 'Never' | 'OnFailure';
        /** @description Kubernetes: a PodTemplateSpec that is laid over the worker's. The tenant's `podTemplatePaths` say what it may hold. */
        podTemplate?: components['schemas']['JsonObject'];
        /** @description The program and its first arguments, in place of the worker's. */
        command?: string[];
        /** @description Arguments, in place of the worker's. */
        args?: string[];
        /** @description Environment variables, over the worker's by name. */
        env?: {
          [key: string]: string;
        };
        /** @description Kubernetes: requests and limits of the container, in place of the worker's. */
        resources?: {
          /**
           * @description Quantities that are reserved, by resource.
           * @example {
           *       "cpu": "100m",
           *       "memory": "128Mi"
           *     }
           */
          requests?: {
            [key: string]: string;
          };
          /** @description Quantities that may be used at most, by resource. */
          limits?: {
            [key: string]: string;
          };
        };
        /** @description How long its runs are kept; what is left out is the tenant's. */
        retention?: {
          /** @description How many successful runs of a job are kept. */
          successful?: number;
          /** @description How many runs of a job that did not succeed are kept. */
          failed?: number;
          /** @description Runs that ended longer ago than this, in seconds, are removed. */
          maxAgeSeconds?: number;
        };
        /** @description Webhooks that are notified when something goes wrong; at most 10 rules. */
        notify?: {
          /** @description The event: a run `failed`; a slot was `missed`; a run started `late` or takes `long`; the job `recovered`, which is its first success after a failure. */
          on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
          /**
           * Format: uri
           * @description The address that is sent a POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; what follows the host of an address is shown as `***` to those who may not see secrets.
           */
          webhook: string;
          /** @description Seconds after its effective time from which the run of a slot is late; 60 unless given. */
          lateAfterSeconds?: number;
          /** @description Seconds from which a run takes long; unless given, what is usual for the job decides. */
          longAfterSeconds?: number;
        }[];
        /** @description How many indexes have to succeed; null is as many as `parallelism` says. */
        completions?: number | null;
        /**
         * @description `Indexed`: each piece has a number of its own; `NonIndexed`: a work queue. `Indexed` unless given.
         * @enum {string}
         */
        completionMode?: 'Indexed' | 'NonIndexed';
        /** @description Pieces by number, keys or a matrix, and how many may be live. */
        parallelism?: {
          /** @description So many indexes, counted from 0. */
          withCount?: number;
          /** @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`. */
          withKeys?: string[];
          /**
           * @description An index for each combination of one value of every name.
           * @example {
           *       "region": [
           *         "eu",
           *         "us"
           *       ],
           *       "size": [
           *         "small",
           *         "large"
           *       ]
           *     }
           */
          withMatrix?: {
            [key: string]: string[];
          };
          /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /** @description When the run has succeeded before all of its indexes have. */
        successPolicy?: {
          /** @description The run has succeeded as soon as one of them holds. */
          rules: {
            /**
             * @description These indexes have succeeded.
             * @example 0-2,5
             */
            succeededIndexes?: string;
            /** @description So many indexes have succeeded; with `succeededIndexes`, of those. */
            succeededCount?: number;
          }[];
        };
        /**
         * @description What becomes of attempts that still run when the run has succeeded; `TerminateRemaining` unless given.
         * @enum {string}
         */
        onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
        /**
         * @description What becomes of attempts that still run when the run has failed; `TerminateRemaining` unless given.
         * @enum {string}
         */
        onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
        /** @description Failed attempts of the whole run beyond which it fails; null is no limit. */
        backoffLimit?: number | null;
        /** @description Failed indexes beyond which the run fails; null is no limit. */
        maxFailedIndexes?: number | null;
        /** @description Groups of equal pieces, in place of one; at most 100. */
        tasks?: {
          /** @description Unique within the job; a DNS label. */
          name: string;
          /** @description How many equal pieces the task has; 1 unless given. In place of it `completions` or `parallelism` may say so. */
          replicas?: number;
          /** @description A work queue: how many attempts have to succeed. */
          completions?: number;
          /** @description Pieces by number, keys or a matrix, and how many may be live. */
          parallelism?: {
            /** @description So many indexes, counted from 0. */
            withCount?: number;
            /** @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`. */
            withKeys?: string[];
            /**
             * @description An index for each combination of one value of every name.
             * @example {
             *       "region": [
             *         "eu",
             *         "us"
             *       ],
             *       "size": [
             *         "small",
             *         "large"
             *       ]
             *     }
             */
            withMatrix?: {
              [key: string]: string[];
            };
            /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
            maxActive?: number | null;
            /**
             * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
             * @enum {string}
             */
            completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
          };
          /** @description The worker of this task; the job's unless given. */
          worker?: string;
          /** @description Kubernetes: laid over those of worker and job. */
          podTemplate?: components['schemas']['JsonObject'];
          /** @description In place of the job's. */
          command?: string[];
          /** @description In place of the job's. */
          args?: string[];
          /** @description Variables, over the job's by name. */
          env?: {
            [key: string]: string;
          };
          /** @description Kubernetes: in place of the job's. */
          resources?: {
            /**
             * @description Quantities that are reserved, by resource.
             * @example {
             *       "cpu": "100m",
             *       "memory": "128Mi"
             *     }
             */
            requests?: {
              [key: string]: string;
            };
            /** @description Quantities that may be used at most, by resource. */
            limits?: {
              [key: string]: string;
            };
          };
          /** @description Lifecycle policies of this task; they are asked before the job's. */
          policies?: {
            /**
             * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
             * @enum {string}
             */
            event?:
              '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
            /** @description Several events. */
            events?: (
              '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
            )[];
            /** @description An attempt ends with this exit code. */
            exitCode?: number;
            /** @description An attempt ends with one of these exit codes. */
            exitCodes?: number[];
            /**
             * @description What is done then.
             * @enum {string}
             */
            action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
            /** @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given. */
            timeoutSeconds?: number;
          }[];
          /** @description Tasks that this one waits for. */
          dependsOn?: {
            /** @description The name of the task. */
            task: string;
            /**
             * @description `Ready`: its pieces run; `Complete`: they have succeeded. `Ready` unless given.
             * @enum {string}
             */
            condition?: 'Ready' | 'Complete';
          }[];
          /** @description How many of its pieces have to be able to run before any of them starts. */
          minAvailable?: number | null;
          /** @description Kubernetes: the priority class of its pods. */
          priorityClassName?: string;
          /** @description Attempts of one index; the job's unless given. */
          maxAttempts?: number;
          /** @description How often policies may restart a piece of it; 3 unless given. */
          maxRestarts?: number;
        }[];
        /** @description Lifecycle policies: what is done on which event. The first that fits decides. */
        policies?: {
          /**
           * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
           * @enum {string}
           */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          /** @description Several events. */
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          /** @description An attempt ends with this exit code. */
          exitCode?: number;
          /** @description An attempt ends with one of these exit codes. */
          exitCodes?: number[];
          /**
           * @description What is done then.
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /** @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given. */
          timeoutSeconds?: number;
        }[];
        /** @description How many pieces of the run have to be able to run before any of them starts; null: all start one by one. */
        minAvailable?: number | null;
        /** @description How many pieces have to succeed for the run to succeed; null: all. */
        minSuccess?: number | null;
        /** @description How often policies may restart the whole run; 3 unless given. */
        maxRetry?: number;
        /** @description Kubernetes: the priority class of its pods. */
        priorityClassName?: string;
        /** @description Kubernetes: the scheduler of its pods. */
        schedulerName?: string;
        /** @description A concurrency group of the tenant: that many runs of all its jobs at once. `default`, which limits nothing, unless given. */
        queue?: string;
        /** @description What the pods of a run are given to find each other. */
        plugins?: {
          /** @description Present: pods are given `VC_TASK_INDEX` and `VK_TASK_INDEX`. Arguments as in Volcano. */
          env?: string[];
          /** @description Present: pods have host names and find each other by name. Arguments as in Volcano. */
          svc?: string[];
          /** @description Present: pods of the run may log in to each other by a key of its own. Arguments as in Volcano. */
          ssh?: string[];
        };
        /** @description Volumes that are mounted in its pods; at most 32. */
        volumes?: {
          /**
           * @description Absolute path where it is mounted.
           * @example /data
           */
          mountPath: string;
          /** @description A volume claim that exists already; while it does not, the run stays `Pending`. Without this and `claim`: an emptyDir. */
          claimName?: string;
          /** @description A claim that is made for the run, kept over its restarts, and removed when the run cannot go on any more. */
          claim?: {
            /** @description How the volume may be mounted. */
            accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
            /** @description Its size. */
            resources: {
              /**
               * @description What is asked for; `storage` is needed.
               * @example {
               *       "storage": "1Gi"
               *     }
               */
              requests: {
                [key: string]: string;
              };
              /** @description What may be used at most. */
              limits?: {
                [key: string]: string;
              };
            };
            /** @description The storage class; the empty text asks for a volume of no class. */
            storageClassName?: '' | string;
            /**
             * @description How the volume is presented.
             * @enum {string}
             */
            volumeMode?: 'Filesystem';
            /** @description A persistent volume by name. */
            volumeName?: string;
            /** @description A label selector over persistent volumes. */
            selector?: components['schemas']['JsonObject'];
          };
        }[];
        /** @description Secrets that cannot be read with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until they are given anew. Left out where there are none. */
        warnings?: {
          /**
           * @description The field that it concerns.
           * @example secureParameters
           * @example httpHeaders.Authorization
           * @example notify.0.webhook
           */
          field: string;
          /**
           * @description Why it cannot be opened: its key is not among the present ones, or the stored value is damaged.
           * @enum {string}
           */
          reason: 'SecretKeyMissing' | 'SecretDamaged';
          /** @description The id of the key that it is sealed with. */
          key: string;
          /** @description The same as a sentence. */
          message: string;
        }[];
      };
    };
    Schedule: {
      /**
       * @description One cron expression or several, of five fields, six with seconds, or seven with seconds and year; a slot is what any of them yields. At most 16 of 200 characters.
       * @example 0 10 * * *
       * @example [
       *       "0 8 * * 1-5",
       *       "0 10 * * 6"
       *     ]
       */
      cron?: string | string[];
      /** @description A slot every so many seconds, counted from `anchor`. */
      every?: number;
      /** @description A slot so many seconds after the run of the one before has ended, however it ended. */
      fixedDelay?: number;
      /**
       * Format: date-time
       * @description The instant that `every` is counted from; the instant at which the job was made unless given.
       */
      anchor?: string;
      /**
       * Format: date-time
       * @description A single slot at this instant.
       */
      at?: string;
      /**
       * @description IANA name of the zone that `cron` and `windows` are read in; UTC unless given.
       * @example Europe/Prague
       */
      timezone?: string;
      /**
       * Format: date-time
       * @description There are no slots before this instant.
       */
      notBefore?: string;
      /**
       * Format: date-time
       * @description There are no slots after this instant.
       */
      notAfter?: string;
      /** @description Ids of calendars of the tenant; slots that lie in one of them do not run. */
      exclude?: string[];
      /**
       * @description Slots run within these windows only, in `timezone`; at any time unless given. At most 32.
       * @example [
       *       {
       *         "days": [
       *           "mon",
       *           "tue",
       *           "wed",
       *           "thu",
       *           "fri"
       *         ],
       *         "from": "22:00",
       *         "to": "06:00"
       *       }
       *     ]
       */
      windows?: {
        /** @description Days of the week on which the window opens; every day unless given. */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the window opens.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which it closes, not included; on the next day if it is earlier than `from`.
         * @example 06:00
         */
        to: string;
      }[];
      /**
       * @description A slot outside of `windows`: `skip` does not run it; `open` moves it to the time at which the next window opens, all that are moved there being one slot. `skip` unless given.
       * @enum {string}
       */
      outsideWindows?: 'skip' | 'open';
      /** @description A slot that is nearer than so many seconds to the last one that got a run does not run; no limit unless given. */
      minIntervalSeconds?: number;
      /** @description Each slot starts up to so many seconds later, always by the same share of them for one job; 0 unless given. */
      jitterSeconds?: number;
      /** @description What becomes of times of day that a change of the clock leaves out or repeats. */
      dst?: {
        /**
         * @description A time of day that does not exist: `after` runs when the clock has jumped, `before` in the last second before it jumps, `skip` does not run. `after` unless given.
         * @enum {string}
         */
        gap?: 'skip' | 'after' | 'before';
        /**
         * @description A time of day that comes twice: whether the first, the second or both run. `first` unless given.
         * @enum {string}
         */
        overlap?: 'first' | 'second' | 'both';
      };
    };
    Run: {
      /** @description By which the run is addressed; the run of a slot is named `<job>-<slot in epoch seconds>`. */
      id: string;
      /** @description The id of its job. */
      job: string;
      /** @description The name of its job when the run was recorded. */
      jobName: string;
      /** @description The version of the job that it was made from. */
      jobVersion: number;
      /** @description The tenant of its job. */
      tenant: string;
      /** @description The worker of its job. */
      worker: string;
      /**
       * @description How its attempts are executed.
       * @enum {string}
       */
      engine: 'kubernetes' | 'webservice' | 'process';
      /**
       * @description What asked for it.
       * @enum {string}
       */
      trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency';
      /** @description Who asked for it; null for a slot. */
      requestedBy: string | null;
      /** @description The slot; null for a run that no slot asked for. */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @description It starts no earlier than this.
       * @example 2026-12-01T00:00:00.000Z
       */
      startAfter: string;
      /**
       * Format: date-time
       * @description When it was recorded.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /** @description When its first attempt started; null before that. */
      started: string | null;
      /** @description When it ended; null before that. */
      finished: string | null;
      /**
       * @description Where it is, as one coarse word derived from `phase`.
       * @enum {string}
       */
      state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
      /**
       * @description Where it is, in detail; see docs/state-machines.md.
       * @enum {string}
       */
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
      /** @description Why it is in that phase, as a code. */
      reason: string;
      /** @description Why it is in that phase, as a sentence; empty where there is nothing to add. */
      message: string;
      /** @description The exit code that decided the run; null where there is none. */
      exitCode: number | null;
      /** @description Counts restarts of the whole run, from 0. */
      generation: number;
      /** @description Attempts that were made beyond the first of each index. */
      retries: number;
      /**
       * Format: date-time
       * @description When it entered its phase.
       * @example 2026-12-01T00:00:00.000Z
       */
      phaseSince: string;
      /** @description How many pieces have to be able to run before any of them starts; null: they start one by one. */
      minAvailable: number | null;
      /** @description The run that it repeats; null where it repeats none. */
      rerunOf: string | null;
      /** @description The backfill of its job that asked for it; null for other runs. */
      backfill: string | null;
      /** @description Indexes of all tasks, by where they are. */
      totals: {
        /** @description Indexes that have not started, or wait for a retry. */
        pending: number;
        /** @description Indexes with an attempt that runs. */
        running: number;
        /** @description Indexes that have succeeded. */
        succeeded: number;
        /** @description Indexes that have failed for good. */
        failed: number;
        /** @description Indexes whose attempt is being ended. */
        terminating: number;
        /** @description Attempts of which it is not known yet whether they were started. */
        unknown: number;
      };
      /** @description Its tasks; a plain job has one, `main`. */
      tasks: {
        /** @description The name of the task. */
        name: string;
        /** @description How many indexes it has. */
        indexes: number;
        /** @description Indexes that have not started, or wait for a retry. */
        pending: number;
        /** @description Indexes with an attempt that runs. */
        running: number;
        /** @description Indexes that have succeeded. */
        succeeded: number;
        /** @description Indexes that have failed for good. */
        failed: number;
        /** @description Indexes whose attempt is being ended. */
        terminating: number;
        /** @description Kubernetes' text form: `1,3-5,7`. */
        completedIndexes: string;
        /** @description As `completedIndexes`, of those that have failed for good. */
        failedIndexes: string;
      }[];
    };
    RunDetail: {
      /** @description By which the run is addressed; the run of a slot is named `<job>-<slot in epoch seconds>`. */
      id: string;
      /** @description The id of its job. */
      job: string;
      /** @description The name of its job when the run was recorded. */
      jobName: string;
      /** @description The version of the job that it was made from. */
      jobVersion: number;
      /** @description The tenant of its job. */
      tenant: string;
      /** @description The worker of its job. */
      worker: string;
      /**
       * @description How its attempts are executed.
       * @enum {string}
       */
      engine: 'kubernetes' | 'webservice' | 'process';
      /**
       * @description What asked for it.
       * @enum {string}
       */
      trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency';
      /** @description Who asked for it; null for a slot. */
      requestedBy: string | null;
      /** @description The slot; null for a run that no slot asked for. */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @description It starts no earlier than this.
       * @example 2026-12-01T00:00:00.000Z
       */
      startAfter: string;
      /**
       * Format: date-time
       * @description When it was recorded.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /** @description When its first attempt started; null before that. */
      started: string | null;
      /** @description When it ended; null before that. */
      finished: string | null;
      /**
       * @description Where it is, as one coarse word derived from `phase`.
       * @enum {string}
       */
      state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
      /**
       * @description Where it is, in detail; see docs/state-machines.md.
       * @enum {string}
       */
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
      /** @description Why it is in that phase, as a code. */
      reason: string;
      /** @description Why it is in that phase, as a sentence; empty where there is nothing to add. */
      message: string;
      /** @description The exit code that decided the run; null where there is none. */
      exitCode: number | null;
      /** @description Counts restarts of the whole run, from 0. */
      generation: number;
      /** @description Attempts that were made beyond the first of each index. */
      retries: number;
      /**
       * Format: date-time
       * @description When it entered its phase.
       * @example 2026-12-01T00:00:00.000Z
       */
      phaseSince: string;
      /** @description How many pieces have to be able to run before any of them starts; null: they start one by one. */
      minAvailable: number | null;
      /** @description The run that it repeats; null where it repeats none. */
      rerunOf: string | null;
      /** @description The backfill of its job that asked for it; null for other runs. */
      backfill: string | null;
      /** @description Indexes of all tasks, by where they are. */
      totals: {
        /** @description Indexes that have not started, or wait for a retry. */
        pending: number;
        /** @description Indexes with an attempt that runs. */
        running: number;
        /** @description Indexes that have succeeded. */
        succeeded: number;
        /** @description Indexes that have failed for good. */
        failed: number;
        /** @description Indexes whose attempt is being ended. */
        terminating: number;
        /** @description Attempts of which it is not known yet whether they were started. */
        unknown: number;
      };
      /** @description Its tasks; a plain job has one, `main`. */
      tasks: {
        /** @description The name of the task. */
        name: string;
        /** @description How many indexes it has. */
        indexes: number;
        /** @description Indexes that have not started, or wait for a retry. */
        pending: number;
        /** @description Indexes with an attempt that runs. */
        running: number;
        /** @description Indexes that have succeeded. */
        succeeded: number;
        /** @description Indexes that have failed for good. */
        failed: number;
        /** @description Indexes whose attempt is being ended. */
        terminating: number;
        /** @description Kubernetes' text form: `1,3-5,7`. */
        completedIndexes: string;
        /** @description As `completedIndexes`, of those that have failed for good. */
        failedIndexes: string;
      }[];
      /** @description What its workers are given: the job's parameters of `jobVersion`, with those of the run laid over them. null where there are none, or where the run's snapshot is gone. */
      parameters: components['schemas']['JsonValue'] | null;
      /** @description The values of the job's options in this run, defaults included; those of secret options are "***". */
      options: {
        [key: string]: components['schemas']['JsonValue'];
      };
      /** @description What its workers have said of its result; null where they have said nothing. */
      outputs: {
        [key: string]: components['schemas']['JsonValue'];
      } | null;
      /** @description What its chain goes back to; runs of one cause belong together. Null where no job depends on it. */
      cause: string | null;
      /** @description The runs of other jobs whose ends asked for it. */
      causedBy: {
        /** @description The id of the run. */
        run: string;
        /** @description The id of its job. */
        job: string;
      }[];
      /** @description Jobs that run after its job, and their runs of the same chain. */
      dependents: {
        /** @description The id of a job that runs after its job. */
        job: string;
        /** @description The name of that job. */
        jobName: string;
        /** @description The run that it has of this chain; null where it has none, or none yet. */
        run: string | null;
        /** @description Where that run is; null as above. */
        state: ('QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED') | null;
      }[];
    };
    RunRequest: {
      /** @description Laid over the job's name by name if both are objects, and in place of them otherwise. */
      parameters?: components['schemas']['JsonValue'];
      /** @description Laid over the job's name by name if both are objects, and in place of them otherwise. Stored encrypted. */
      secureParameters?: components['schemas']['JsonValue'];
      /**
       * Format: date-time
       * @description The run waits until this instant.
       */
      startAfter?: string;
      /**
       * @description In place of the job's, for this run alone.
       * @enum {string}
       */
      concurrencyPolicy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
      /** @description Values of options by their names. */
      options?: {
        [key: string]: components['schemas']['JsonValue'];
      };
      /** @description Over the job's: indexes in place of its indexes, everything else field by field. */
      parallelism?: {
        /** @description So many indexes, counted from 0. */
        withCount?: number;
        /** @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`. */
        withKeys?: string[];
        /**
         * @description An index for each combination of one value of every name.
         * @example {
         *       "region": [
         *         "eu",
         *         "us"
         *       ],
         *       "size": [
         *         "small",
         *         "large"
         *       ]
         *     }
         */
        withMatrix?: {
          [key: string]: string[];
        };
        /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
         * @enum {string}
         */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
    };
    RunTransition: {
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /**
       * @description The phase that the run was in from then on.
       * @enum {string}
       */
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
      /** @description Why, as a code. */
      reason: string;
      /** @description Why, as a sentence; empty where there is nothing to add. */
      message: string;
      /** @description Who or what caused it: a caller, or a service. */
      actor: string;
      /** @description The pod that it is about, where it is about one. */
      pod: string | null;
    };
    Attempt: {
      /** @description By which the attempt is addressed: `<run>/<generation>/<task>/<index>/<attempt>`. */
      id: string;
      /** @description The name of its task. */
      task: string;
      /** @description The number of its index, from 0. */
      index: number;
      /** @description The generation of the run that it belongs to. */
      generation: number;
      /** @description Counts from 1 within its index and generation. */
      attempt: number;
      /**
       * @description Where it is.
       * @enum {string}
       */
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
      /** @description When it started; null before that. */
      started: string | null;
      /** @description When it ended; null before that. */
      finished: string | null;
      /** @description Its exit code; null where there is none. */
      exitCode: number | null;
      /** @description Why it ended, or what it waits for, as a code. */
      reason: string;
      /** @description The same as a sentence; empty where there is nothing to add. */
      message: string;
      /** @description Where it runs: the Kubernetes node or the host; null before that is known. */
      node: string | null;
      /** @description The name of its pod, once there is one; null on other engines. */
      pod: string | null;
      /** @description False when some output could not be kept; null while unknown. */
      logComplete: boolean | null;
      /** @description Why output is missing, as a code; null where nothing is. */
      logReason: string | null;
      /** @description The progress that a web-service worker reported last by its callback. */
      progress: components['schemas']['JsonValue'] | null;
    };
    StorageVersion: {
      /** @description Counts what was saved, from 1. */
      version: number;
      /** @description null where it was deleted; `***` where secrets of the run are in it, for those who may not see the secrets of the job. */
      value: components['schemas']['JsonValue'];
      /** @description True where the value was deleted. */
      deleted: boolean;
      /**
       * Format: date-time
       * @description When it was saved.
       * @example 2026-12-01T00:00:00.000Z
       */
      savedAt: string;
      /** @description The attempt whose output or callback saved it, or the person. */
      savedBy: string;
    };
    Delivery: {
      /** @description The id of the delivery. */
      id: string;
      /** @description What the request carries as `Idempotency-Key`, the same in every try. */
      key: string;
      /** @description The tenant of the job or of the incident. */
      tenant: string;
      /** @description The id of the job; empty where it is about an incident. */
      job: string;
      /** @description The run that it is about; null for slots that were missed. */
      run: string | null;
      /** @description The incident that it is about; null for jobs and runs. */
      incident: string | null;
      /**
       * @description The event, or the step of the incident.
       * @enum {string}
       */
      on: 'failed' | 'missed' | 'late' | 'long' | 'recovered' | 'opened' | 'escalated' | 'resolved';
      /** @description Where it goes: the address up to its host. */
      to: string;
      /**
       * @description `pending` until it is delivered, or given up after 16 tries.
       * @enum {string}
       */
      state: 'pending' | 'delivered' | 'gaveUp';
      /**
       * Format: date-time
       * @description When it was decided.
       * @example 2026-12-01T00:00:00.000Z
       */
      decidedAt: string;
      /** @description When it is tried next; null where it is delivered or given up. */
      nextTryAt: string | null;
      /** @description How often it was tried. */
      tryCount: number;
      /** @description The newest 20 tries, oldest first. */
      tries: {
        /**
         * Format: date-time
         * @description When the try began.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /** @description Milliseconds until the answer, or until the try was broken off. */
        tookMs: number;
        /** @description The HTTP status of the answer; null where none came. */
        status: number | null;
        /** @description Why it was not delivered; null where it was. */
        reason: string | null;
      }[];
      /** @description When its delivery was last requested again; null if it never was. */
      askedAnewAt: string | null;
    };
    Monitor: {
      /** @description Its id within the tenant. */
      id: string;
      /** @description The tenant that it belongs to. */
      tenant: string;
      /** @description Shown to people; its id unless given. */
      name?: string;
      /** @description Names and values by which people sort their monitors. */
      labels?: {
        [key: string]: string;
      };
      /** @description When a success is due: at instants of a clock, or so long after the one before. */
      schedule: {
        /**
         * @description One cron expression or several, of five fields, six with seconds, or seven with seconds and year; a slot is what any of them yields. At most 16 of 200 characters.
         * @example 0 10 * * *
         * @example [
         *       "0 8 * * 1-5",
         *       "0 10 * * 6"
         *     ]
         */
        cron?: string | string[];
        /**
         * @description IANA name of the zone that `cron` and `windows` are read in; UTC unless given.
         * @example Europe/Prague
         */
        timezone?: string;
        /** @description A success is due so many seconds after the one before; at least 10. */
        every?: number;
      };
      /** @description Seconds after the due time until it is down; 300 unless given. */
      graceSeconds?: number;
      /** @description Seconds that the work may take after a `start` until it is down; as `graceSeconds` unless given. */
      runSeconds?: number;
      /** @description False: nothing is due, and nobody is notified. True unless given. */
      enabled?: boolean;
      /** @description Ids of the channels that hear of its incidents; nobody does unless given. */
      channels?: string[];
      /** @description Who hears of an incident that nobody has acknowledged. */
      escalation?: {
        /** @description Seconds after the first notice, if nobody has acknowledged by then. */
        afterSeconds: number;
        /** @description Ids of the channels that hear of it then. */
        channels: string[];
      };
      /** @description Notices are withheld in these hours, and sent at their end if the incident is still open then. */
      quietHours?: {
        /** @description IANA zone of the times of day. */
        timezone?: string;
        /** @description Days on which they begin; every day unless given. */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which they begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which they end, on the next day if that is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
      /** @description The secret address that its work pings; `***` for those who may not edit it. */
      pingUrl: string;
      /**
       * @description `new` before the first ping; `up`; `running` after a start; `late` in the grace; `down`; `paused` where it is not enabled.
       * @enum {string}
       */
      state: 'new' | 'up' | 'running' | 'late' | 'down' | 'paused';
      /** @description When it was last pinged; null if it never was. */
      lastPingAt: string | null;
      /** @description What the last ping said; null if there was none. */
      lastPing: ('start' | 'success' | 'fail') | null;
      /** @description When it last said that it succeeded; null if it never did. */
      lastSuccessAt: string | null;
      /** @description When the next success is due; null where none is. */
      dueAt: string | null;
      /** @description Since when it is down; null where it is not. */
      downSince: string | null;
      /**
       * Format: date-time
       * @description When it was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /** @description Who changed it last. */
      updatedBy: string;
    };
    NewMonitor: {
      /** @description Its id within the tenant. */
      id: string;
      /** @description The tenant that it belongs to. */
      tenant: string;
      /** @description Shown to people; its id unless given. */
      name?: string;
      /** @description Names and values by which people sort their monitors. */
      labels?: {
        [key: string]: string;
      };
      /** @description When a success is due: at instants of a clock, or so long after the one before. */
      schedule: {
        /**
         * @description One cron expression or several, of five fields, six with seconds, or seven with seconds and year; a slot is what any of them yields. At most 16 of 200 characters.
         * @example 0 10 * * *
         * @example [
         *       "0 8 * * 1-5",
         *       "0 10 * * 6"
         *     ]
         */
        cron?: string | string[];
        /**
         * @description IANA name of the zone that `cron` and `windows` are read in; UTC unless given.
         * @example Europe/Prague
         */
        timezone?: string;
        /** @description A success is due so many seconds after the one before; at least 10. */
        every?: number;
      };
      /** @description Seconds after the due time until it is down; 300 unless given. */
      graceSeconds?: number;
      /** @description Seconds that the work may take after a `start` until it is down; as `graceSeconds` unless given. */
      runSeconds?: number;
      /** @description False: nothing is due, and nobody is notified. True unless given. */
      enabled?: boolean;
      /** @description Ids of the channels that hear of its incidents; nobody does unless given. */
      channels?: string[];
      /** @description Who hears of an incident that nobody has acknowledged. */
      escalation?: {
        /** @description Seconds after the first notice, if nobody has acknowledged by then. */
        afterSeconds: number;
        /** @description Ids of the channels that hear of it then. */
        channels: string[];
      };
      /** @description Notices are withheld in these hours, and sent at their end if the incident is still open then. */
      quietHours?: {
        /** @description IANA zone of the times of day. */
        timezone?: string;
        /** @description Days on which they begin; every day unless given. */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which they begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which they end, on the next day if that is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
    };
    MonitorReplacement: {
      /** @description Shown to people; its id unless given. */
      name?: string;
      /** @description Names and values by which people sort their monitors. */
      labels?: {
        [key: string]: string;
      };
      /** @description When a success is due: at instants of a clock, or so long after the one before. */
      schedule: {
        /**
         * @description One cron expression or several, of five fields, six with seconds, or seven with seconds and year; a slot is what any of them yields. At most 16 of 200 characters.
         * @example 0 10 * * *
         * @example [
         *       "0 8 * * 1-5",
         *       "0 10 * * 6"
         *     ]
         */
        cron?: string | string[];
        /**
         * @description IANA name of the zone that `cron` and `windows` are read in; UTC unless given.
         * @example Europe/Prague
         */
        timezone?: string;
        /** @description A success is due so many seconds after the one before; at least 10. */
        every?: number;
      };
      /** @description Seconds after the due time until it is down; 300 unless given. */
      graceSeconds?: number;
      /** @description Seconds that the work may take after a `start` until it is down; as `graceSeconds` unless given. */
      runSeconds?: number;
      /** @description False: nothing is due, and nobody is notified. True unless given. */
      enabled?: boolean;
      /** @description Ids of the channels that hear of its incidents; nobody does unless given. */
      channels?: string[];
      /** @description Who hears of an incident that nobody has acknowledged. */
      escalation?: {
        /** @description Seconds after the first notice, if nobody has acknowledged by then. */
        afterSeconds: number;
        /** @description Ids of the channels that hear of it then. */
        channels: string[];
      };
      /** @description Notices are withheld in these hours, and sent at their end if the incident is still open then. */
      quietHours?: {
        /** @description IANA zone of the times of day. */
        timezone?: string;
        /** @description Days on which they begin; every day unless given. */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which they begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which they end, on the next day if that is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
    };
    Rule: {
      /** @description Its id within the tenant. */
      id: string;
      /** @description The tenant whose jobs it watches. */
      tenant: string;
      /** @description Shown to people; its id unless given. */
      name?: string;
      /** @description The jobs that it watches: all jobs of the tenant unless given. */
      match?: {
        /** @description The id of the only job that it watches. */
        job?: string;
        /**
         * @description Labels that its jobs bear, all of them.
         * @example {
         *       "team": "billing"
         *     }
         */
        labels?: {
          [key: string]: string;
        };
      };
      /** @description What opens an incident, for as long as it holds for any of the jobs. */
      when:
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'failed';
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'failuresInRow';
            /** @description Runs that have to fail one after the other. */
            count: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'flapping';
            /** @description Changes between success and failure among the newest 20 runs that ended. */
            changes: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'missed';
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'lateStart';
            /** @description Seconds after its time from which the run of a slot starts late. */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'tooLong';
            /** @description Seconds from which a run takes too long. */
            afterSeconds?: number;
            /** @description In place of `afterSeconds`: times what 95 of 100 of the job's newest successes took, once there are 5; 2 unless either is given. */
            factor?: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'tooShort';
            /** @description Seconds that a successful run has to take at least. */
            underSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'tooOften';
            /** @description Runs that a job may have within the time. */
            runs: number;
            /** @description The time, in seconds. */
            withinSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'queueTooLong';
            /** @description Seconds from which a run waits in the queue for too long. */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'noSuccessSince';
            /** @description Seconds without a success. */
            seconds: number;
          };
      /** @description False: nothing is watched, and nobody is notified. True unless given. */
      enabled?: boolean;
      /** @description Ids of the channels that hear of its incidents; nobody does unless given. */
      channels?: string[];
      /** @description Who hears of an incident that nobody has acknowledged. */
      escalation?: {
        /** @description Seconds after the first notice, if nobody has acknowledged by then. */
        afterSeconds: number;
        /** @description Ids of the channels that hear of it then. */
        channels: string[];
      };
      /** @description Notices are withheld in these hours, and sent at their end if the incident is still open then. */
      quietHours?: {
        /** @description IANA zone of the times of day. */
        timezone?: string;
        /** @description Days on which they begin; every day unless given. */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which they begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which they end, on the next day if that is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
      /**
       * @description `new` until all of its jobs were looked at; `ok`; `alert` while its condition holds for a job; `paused` where it is not enabled.
       * @enum {string}
       */
      state: 'new' | 'ok' | 'alert' | 'paused';
      /** @description How many jobs it watches, as of the last look at all of them; null before that. */
      watched: number | null;
      /** @description For how many of them its condition holds. */
      affected: number;
      /** @description When the last look at all of its jobs began, to the minute while nothing is found; null before that. */
      lookedAt: string | null;
      /**
       * Format: date-time
       * @description When it was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /** @description Who changed it last. */
      updatedBy: string;
    };
    NewRule: {
      /** @description Its id within the tenant. */
      id: string;
      /** @description The tenant whose jobs it watches. */
      tenant: string;
      /** @description Shown to people; its id unless given. */
      name?: string;
      /** @description The jobs that it watches: all jobs of the tenant unless given. */
      match?: {
        /** @description The id of the only job that it watches. */
        job?: string;
        /**
         * @description Labels that its jobs bear, all of them.
         * @example {
         *       "team": "billing"
         *     }
         */
        labels?: {
          [key: string]: string;
        };
      };
      /** @description What opens an incident, for as long as it holds for any of the jobs. */
      when:
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'failed';
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'failuresInRow';
            /** @description Runs that have to fail one after the other. */
            count: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'flapping';
            /** @description Changes between success and failure among the newest 20 runs that ended. */
            changes: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'missed';
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'lateStart';
            /** @description Seconds after its time from which the run of a slot starts late. */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'tooLong';
            /** @description Seconds from which a run takes too long. */
            afterSeconds?: number;
            /** @description In place of `afterSeconds`: times what 95 of 100 of the job's newest successes took, once there are 5; 2 unless either is given. */
            factor?: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'tooShort';
            /** @description Seconds that a successful run has to take at least. */
            underSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'tooOften';
            /** @description Runs that a job may have within the time. */
            runs: number;
            /** @description The time, in seconds. */
            withinSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'queueTooLong';
            /** @description Seconds from which a run waits in the queue for too long. */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'noSuccessSince';
            /** @description Seconds without a success. */
            seconds: number;
          };
      /** @description False: nothing is watched, and nobody is notified. True unless given. */
      enabled?: boolean;
      /** @description Ids of the channels that hear of its incidents; nobody does unless given. */
      channels?: string[];
      /** @description Who hears of an incident that nobody has acknowledged. */
      escalation?: {
        /** @description Seconds after the first notice, if nobody has acknowledged by then. */
        afterSeconds: number;
        /** @description Ids of the channels that hear of it then. */
        channels: string[];
      };
      /** @description Notices are withheld in these hours, and sent at their end if the incident is still open then. */
      quietHours?: {
        /** @description IANA zone of the times of day. */
        timezone?: string;
        /** @description Days on which they begin; every day unless given. */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which they begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which they end, on the next day if that is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
    };
    RuleReplacement: {
      /** @description Shown to people; its id unless given. */
      name?: string;
      /** @description The jobs that it watches: all jobs of the tenant unless given. */
      match?: {
        /** @description The id of the only job that it watches. */
        job?: string;
        /**
         * @description Labels that its jobs bear, all of them.
         * @example {
         *       "team": "billing"
         *     }
         */
        labels?: {
          [key: string]: string;
        };
      };
      /** @description What opens an incident, for as long as it holds for any of the jobs. */
      when:
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'failed';
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'failuresInRow';
            /** @description Runs that have to fail one after the other. */
            count: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'flapping';
            /** @description Changes between success and failure among the newest 20 runs that ended. */
            changes: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'missed';
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'lateStart';
            /** @description Seconds after its time from which the run of a slot starts late. */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'tooLong';
            /** @description Seconds from which a run takes too long. */
            afterSeconds?: number;
            /** @description In place of `afterSeconds`: times what 95 of 100 of the job's newest successes took, once there are 5; 2 unless either is given. */
            factor?: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'tooShort';
            /** @description Seconds that a successful run has to take at least. */
            underSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'tooOften';
            /** @description Runs that a job may have within the time. */
            runs: number;
            /** @description The time, in seconds. */
            withinSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'queueTooLong';
            /** @description Seconds from which a run waits in the queue for too long. */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @constant
             */
            type: 'noSuccessSince';
            /** @description Seconds without a success. */
            seconds: number;
          };
      /** @description False: nothing is watched, and nobody is notified. True unless given. */
      enabled?: boolean;
      /** @description Ids of the channels that hear of its incidents; nobody does unless given. */
      channels?: string[];
      /** @description Who hears of an incident that nobody has acknowledged. */
      escalation?: {
        /** @description Seconds after the first notice, if nobody has acknowledged by then. */
        afterSeconds: number;
        /** @description Ids of the channels that hear of it then. */
        channels: string[];
      };
      /** @description Notices are withheld in these hours, and sent at their end if the incident is still open then. */
      quietHours?: {
        /** @description IANA zone of the times of day. */
        timezone?: string;
        /** @description Days on which they begin; every day unless given. */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which they begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which they end, on the next day if that is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
    };
    Incident: {
      /** @description The id of the incident. */
      id: string;
      /** @description The tenant of its monitor or rule. */
      tenant: string;
      /**
       * @description What has found it: a `monitor` of work that runs elsewhere, or a `rule` about jobs.
       * @enum {string}
       */
      source: 'monitor' | 'rule';
      /** @description The id of its monitor, or of its rule: `source` says which. */
      monitor: string;
      /** @description What the monitor or the rule was called when it began. */
      monitorName: string;
      /**
       * @description Of a monitor: `failed`: it said so; `missed`: no success in time; `long`: none in time after a start. Of a rule: the `type` of its condition.
       * @enum {string}
       */
      reason:
        | 'failed'
        | 'missed'
        | 'long'
        | 'failuresInRow'
        | 'flapping'
        | 'lateStart'
        | 'tooLong'
        | 'tooShort'
        | 'tooOften'
        | 'queueTooLong'
        | 'noSuccessSince';
      /** @description A sentence for people. */
      message: string;
      /** @description The jobs that it is about, the first 20, as of its end; none for a monitor. */
      jobs: {
        /** @description The id of the job. */
        id: string;
        /** @description The name of the job. */
        name: string;
        /** @description What is wrong with it. */
        message: string;
        /**
         * Format: date-time
         * @description When that was found.
         * @example 2026-12-01T00:00:00.000Z
         */
        since: string;
      }[];
      /** @description How many jobs it is about; 0 for a monitor. */
      jobCount: number;
      /**
       * @description `open`; `acknowledged`, which keeps it from being escalated; `resolved`, which is its end.
       * @enum {string}
       */
      state: 'open' | 'acknowledged' | 'resolved';
      /**
       * Format: date-time
       * @description When it began.
       * @example 2026-12-01T00:00:00.000Z
       */
      openedAt: string;
      /** @description When it was acknowledged; null where it was not. */
      acknowledgedAt: string | null;
      /** @description Who has acknowledged it; null where nobody has. */
      acknowledgedBy: string | null;
      /** @description When it was escalated; null where it was not. */
      escalatedAt: string | null;
      /** @description When it ended; null before that. */
      resolvedAt: string | null;
      /** @description Who has ended it; null where it ended by itself. */
      resolvedBy: string | null;
      /** @description When its first notices were sent; null while they are withheld. */
      notifiedAt: string | null;
    };
    Channel: {
      /** @description Its id within the tenant: rules of jobs name it as `channel:<id>`. */
      id: string;
      /** @description The tenant that it belongs to. */
      tenant: string;
      /** @description Shown to people. */
      name?: string;
      /** @description What it is, and what is needed to send there. */
      target: components['schemas']['ChannelTarget'];
      /**
       * Format: date-time
       * @description When it was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /** @description Who changed it last. */
      updatedBy: string;
    };
    NewChannel: {
      /** @description Its id within the tenant: rules of jobs name it as `channel:<id>`. */
      id: string;
      /** @description The tenant that it belongs to. */
      tenant: string;
      /** @description Shown to people. */
      name?: string;
      /** @description What it is, and what is needed to send there. */
      target: components['schemas']['ChannelTarget'];
    };
    ChannelReplacement: {
      /** @description Shown to people. */
      name?: string;
      /** @description What it is, and what is needed to send there. */
      target: components['schemas']['ChannelTarget'];
    };
    ChannelTarget:
      | {
          /**
           * @description The kind of channel.
           * @constant
           */
          type: 'webhook';
          /** @description The address that is sent a POST with the body of `notice`. A secret: shown as `***`, which written back means unchanged. */
          url: '***' | string;
          /** @description Signs each request in the form of Standard Webhooks; unless given, none is signed. A secret: shown as `***`, which written back means unchanged. */
          signingSecret?: '***' | string;
        }
      | {
          /**
           * @description The kind of channel.
           * @constant
           */
          type: 'email';
          /** @description The mail server (SMTP). */
          host: string;
          /** @description Its port; 587 unless given. */
          port?: number;
          /**
           * @description How the connection is encrypted: `starttls` unless given, which refuses a server that does not offer it.
           * @enum {string}
           */
          security?: 'starttls' | 'tls' | 'none';
          /** @description Who signs in to the server; needs `password`. */
          user?: string;
          /** @description With which `user` signs in. A secret: shown as `***`, which written back means unchanged. */
          password?: '***' | string;
          /**
           * Format: email
           * @description The sender of the mail.
           */
          from: string;
          /** @description Who receives it. */
          to: string[];
        }
      | {
          /**
           * @description The kind of channel.
           * @constant
           */
          type: 'slack';
          /** @description The address of an incoming webhook of Slack. A secret: shown as `***`, which written back means unchanged. */
          url: '***' | string;
        }
      | {
          /**
           * @description The kind of channel.
           * @constant
           */
          type: 'teams';
          /** @description The address of a workflow of Microsoft Teams that posts what a webhook receives. A secret: shown as `***`, which written back means unchanged. */
          url: '***' | string;
        }
      | {
          /**
           * @description The kind of channel.
           * @constant
           */
          type: 'discord';
          /** @description The address of a webhook of Discord. A secret: shown as `***`, which written back means unchanged. */
          url: '***' | string;
        }
      | {
          /**
           * @description The kind of channel.
           * @constant
           */
          type: 'pagerduty';
          /** @description The integration key of a service (Events API v2). A secret: shown as `***`, which written back means unchanged. */
          routingKey: '***' | string;
          /**
           * Format: uri
           * @description Where events are sent; https://events.pagerduty.com/v2/enqueue unless given.
           */
          url?: string;
        }
      | {
          /**
           * @description The kind of channel.
           * @constant
           */
          type: 'opsgenie';
          /** @description The key of an API integration. A secret: shown as `***`, which written back means unchanged. */
          apiKey: '***' | string;
          /**
           * Format: uri
           * @description The origin of the API; https://api.opsgenie.com unless given.
           */
          url?: string;
        }
      | {
          /**
           * @description The kind of channel.
           * @constant
           */
          type: 'ntfy';
          /** @description The topic: without a token, who knows it may read and write it. A secret: shown as `***`, which written back means unchanged. */
          topic: '***' | string;
          /** @description An access token, where the topic needs one. A secret: shown as `***`, which written back means unchanged. */
          token?: '***' | string;
          /**
           * Format: uri
           * @description The server; https://ntfy.sh unless given.
           */
          url?: string;
        };
    RecentRuns: {
      /** @description The id of the job. */
      job: string;
      /** @description Newest first. */
      runs: {
        /** @description The id of the run. */
        id: string;
        /**
         * @description The coarse state of the run.
         * @enum {string}
         */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /**
         * @description The phase of the run.
         * @enum {string}
         */
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
        /** @description Why it is in that phase, as a code. */
        reason: string;
        /** @description The slot; null for a run that no slot asked for. */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When it was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /** @description When its first attempt started; null before that. */
        started: string | null;
        /** @description When it ended; null before that. */
        finished: string | null;
      }[];
    };
    Overview: {
      /**
       * Format: date-time
       * @description When this was gathered.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /**
       * Format: date-time
       * @description From when on runs and gaps are counted.
       * @example 2026-12-01T00:00:00.000Z
       */
      since: string;
      /** @description True where more than 5,000 runs were recorded since: only the newest are counted. */
      isPartial: boolean;
      /** @description Runs under way now. */
      active: number;
      /** @description Runs that wait to be admitted now. */
      queued: number;
      /** @description Runs by the hour in which they were recorded, oldest first. */
      hours: {
        /**
         * Format: date-time
         * @description The beginning of the hour.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /** @description Runs that have succeeded. */
        finished: number;
        /** @description Runs that have failed. */
        failed: number;
        /** @description Aborted, or not ended yet. */
        other: number;
        /** @description Seconds from a slot to the start of its run: half of them started sooner. */
        latenessP50: number | null;
        /** @description Seconds of the latest start; null where none started. */
        latenessMax: number | null;
      }[];
      /** @description The newest ended run of each job that has failed and not succeeded since. */
      failing: {
        /** @description The id of the run. */
        id: string;
        /**
         * @description The coarse state of the run.
         * @enum {string}
         */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /**
         * @description The phase of the run.
         * @enum {string}
         */
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
        /** @description Why it is in that phase, as a code. */
        reason: string;
        /** @description The slot; null for a run that no slot asked for. */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When it was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /** @description When its first attempt started; null before that. */
        started: string | null;
        /** @description When it ended; null before that. */
        finished: string | null;
        /** @description The id of the job. */
        job: string;
        /** @description The name of the job. */
        jobName: string;
        /** @description The tenant of the job. */
        tenant: string;
        /**
         * Format: date-time
         * @description When it entered its phase.
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        /** @description Why it is in that phase, as a sentence. */
        message: string;
        /** @description Failures in a row. */
        failures: number;
      }[];
      /** @description Runs that have waited for more than five minutes, and why. */
      waiting: {
        /** @description The id of the run. */
        id: string;
        /**
         * @description The coarse state of the run.
         * @enum {string}
         */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /**
         * @description The phase of the run.
         * @enum {string}
         */
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
        /** @description Why it is in that phase, as a code. */
        reason: string;
        /** @description The slot; null for a run that no slot asked for. */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When it was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /** @description When its first attempt started; null before that. */
        started: string | null;
        /** @description When it ended; null before that. */
        finished: string | null;
        /** @description The id of the job. */
        job: string;
        /** @description The name of the job. */
        jobName: string;
        /** @description The tenant of the job. */
        tenant: string;
        /**
         * Format: date-time
         * @description When it entered its phase.
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        /** @description Why it is in that phase, as a sentence. */
        message: string;
      }[];
      /** @description Runs that take twice as long as is usual for their job, and at least a minute longer. */
      long: {
        /** @description The id of the run. */
        id: string;
        /**
         * @description The coarse state of the run.
         * @enum {string}
         */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /**
         * @description The phase of the run.
         * @enum {string}
         */
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
        /** @description Why it is in that phase, as a code. */
        reason: string;
        /** @description The slot; null for a run that no slot asked for. */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When it was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /** @description When its first attempt started; null before that. */
        started: string | null;
        /** @description When it ended; null before that. */
        finished: string | null;
        /** @description The id of the job. */
        job: string;
        /** @description The name of the job. */
        jobName: string;
        /** @description The tenant of the job. */
        tenant: string;
        /**
         * Format: date-time
         * @description When it entered its phase.
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        /** @description Why it is in that phase, as a sentence. */
        message: string;
        /** @description What is usual for its job, in seconds. */
        usualSeconds: number;
      }[];
      /** @description Slots that were missed or skipped since, as ranges. */
      missed: {
        /** @description The id of the job. */
        job: string;
        /** @description The name of the job. */
        jobName: string;
        /** @description The tenant of the job. */
        tenant: string;
        /**
         * Format: date-time
         * @description The first slot of the range.
         * @example 2026-12-01T00:00:00.000Z
         */
        from: string;
        /**
         * Format: date-time
         * @description The last slot of the range.
         * @example 2026-12-01T00:00:00.000Z
         */
        to: string;
        /** @description How many slots. */
        count: number;
        /**
         * @description What became of them instead of runs.
         * @enum {string}
         */
        outcome: 'skipped' | 'missed' | 'paused' | 'excluded';
        /** @description Why, as a code. */
        reason: string;
        /** @description Why, as a sentence. */
        message: string;
      }[];
      /** @description The next slots. */
      next: {
        /** @description The id of the job. */
        job: string;
        /** @description The name of the job. */
        jobName: string;
        /** @description The tenant of the job. */
        tenant: string;
        /**
         * Format: date-time
         * @description The slot.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
      }[];
      /** @description Runs by tenant. */
      tenants: {
        /** @description The id of the tenant. */
        tenant: string;
        /** @description Runs under way now. */
        active: number;
        /** @description Runs that wait to be admitted now. */
        queued: number;
        /** @description Runs recorded since. */
        runs: number;
      }[];
    };
    Tenant: {
      /** @description By which the tenant is addressed. */
      id: string;
      /** @description Shown to people. */
      name: string;
      /** @description Unfinished admitted runs at once; null is no limit. */
      maxActiveRuns: number | null;
      /** @description Jobs that it may have; null is no limit. */
      maxJobs: number | null;
      /** @description Kubernetes namespace of its pods; null is the common one. */
      namespace: string | null;
      /** @description Hosts that its web-service workers may have; null leaves it to the operator's allow list. */
      webserviceHosts: string[] | null;
      /** @description How long runs of its jobs are kept, where a job does not say. */
      retention: {
        /** @description How many successful runs of a job are kept. */
        successful: number;
        /** @description How many runs of a job that did not succeed are kept. */
        failed: number;
        /** @description Runs that ended longer ago than this, in seconds, are removed. */
        maxAgeSeconds: number;
      };
      /** @description Sizes of concurrency groups; a group that is not named has one permit. */
      groups: {
        [key: string]: number;
      };
      /** @description Other tenants whose jobs may run after its jobs. */
      dependents: string[];
      /** @description Text kept of logs; null leaves it to the service's own limits. */
      logLimits: {
        /** @description Bytes of text kept of an attempt; null leaves it to the service. */
        maxBytesPerAttempt: number | null;
        /** @description Bytes of text kept of a run; null leaves it to the service. */
        maxBytesPerRun: number | null;
      } | null;
      /** @description What its pod templates may say; null is the common list. */
      podTemplatePaths: string[] | null;
      /** @description What of the cluster its jobs may refer to beyond what their workers bring: objects by name or by labels that they bear, keys (or key=value) of labels and annotations. Null is nothing. Judged when a job is saved and before each attempt. */
      clusterAccess: {
        /** @description Secrets of the tenant's namespace. */
        secrets?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description ConfigMaps of the tenant's namespace. */
        configMaps?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description Volume claims of the tenant's namespace. */
        persistentVolumeClaims?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description Persistent volumes, by name or label. */
        persistentVolumes?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description Service accounts of the tenant's namespace. */
        serviceAccounts?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description Priority classes. */
        priorityClasses?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description Labels that its pods may bear: a key, or key=value. */
        labels?: string[];
        /** @description Annotations that its pods may bear: a key, or key=value. */
        annotations?: string[];
      } | null;
      /**
       * Format: date-time
       * @description When it was made.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
    };
    NewTenant: {
      /** @description By which jobs, tokens and URLs name it. */
      id: string;
      /** @description Shown to people; the id unless given. */
      name?: string;
      /** @description Unfinished admitted runs at once; null is no limit. */
      maxActiveRuns?: number | null;
      /** @description Jobs that it may have; null is no limit. */
      maxJobs?: number | null;
      /** @description Kubernetes namespace of its pods; null is the common one. */
      namespace?: string | null;
      /** @description Hosts that its web-service workers may have; null leaves it to the operator's allow list. */
      webserviceHosts?: string[] | null;
      /** @description How long runs of its jobs are kept, where a job does not say. */
      retention?: {
        /** @description How many successful runs of a job are kept. */
        successful?: number;
        /** @description How many runs of a job that did not succeed are kept. */
        failed?: number;
        /** @description Runs that ended longer ago than this, in seconds, are removed. */
        maxAgeSeconds?: number;
      };
      /**
       * @description What pod templates of its workers, jobs and tasks may say; an entry allows all below it. Null is the list that keeps to the restricted Pod Security level.
       * @example [
       *       "spec.nodeSelector"
       *     ]
       */
      podTemplatePaths?: string[] | null;
      /** @description What of the cluster its jobs may refer to beyond what their workers bring; null is nothing. */
      clusterAccess?: {
        /** @description Secrets of the tenant's namespace. */
        secrets?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description ConfigMaps of the tenant's namespace. */
        configMaps?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description Volume claims of the tenant's namespace. */
        persistentVolumeClaims?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description Persistent volumes, by name or label. */
        persistentVolumes?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description Service accounts of the tenant's namespace. */
        serviceAccounts?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description Priority classes. */
        priorityClasses?: {
          /** @description Names of objects. */
          names?: string[];
          /** @description Labels that an object must bear, all of them. */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /** @description Labels that its pods may bear: a key, or key=value. */
        labels?: string[];
        /** @description Annotations that its pods may bear: a key, or key=value. */
        annotations?: string[];
      } | null;
      /**
       * @description Sizes of its concurrency groups by name; a group that is not named has one permit.
       * @example {
       *       "nightly": 2
       *     }
       */
      groups?: {
        [key: string]: number;
      };
      /**
       * @description Other tenants whose jobs may run after its jobs, and receive their ends and outputs; none unless given.
       * @example [
       *       "reports"
       *     ]
       */
      dependents?: string[];
      /** @description Text kept of logs, in bytes; null leaves it to the service's own limits, and more than those is never kept. */
      logLimits?: {
        /** @description Bytes of text kept of an attempt. */
        maxBytesPerAttempt?: number | null;
        /** @description Bytes of text kept of a run. */
        maxBytesPerRun?: number | null;
      } | null;
    };
    Token: {
      /** @description By which the token is addressed; no secret. */
      id: string;
      /** @description What it is for. */
      name: string;
      /** @description What it may do, and where. */
      roles: {
        /** @description A tenant; `*` is every tenant. */
        tenant: string;
        /**
         * @description What may be done there; each role includes those before it.
         * @enum {string}
         */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
      /**
       * Format: date-time
       * @description When it was made.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /** @description Who made it, by name. */
      createdBy: string;
      /** @description When it ends; null: never. */
      expiresAt: string | null;
      /** @description Who made it, as `subject` of `/me`: a token that was revoked with those it made takes these along. null: not known. */
      madeBy: string | null;
      /** @description To the minute. */
      lastUsedAt: string | null;
    };
    NewToken: {
      /** @description By which the token is addressed; no secret. */
      id: string;
      /** @description What it is for. */
      name: string;
      /** @description What it may do, and where. */
      roles: {
        /** @description A tenant; `*` is every tenant. */
        tenant: string;
        /**
         * @description What may be done there; each role includes those before it.
         * @enum {string}
         */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
      /**
       * Format: date-time
       * @description When it was made.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /** @description Who made it, by name. */
      createdBy: string;
      /** @description When it ends; null: never. */
      expiresAt: string | null;
      /** @description Who made it, as `subject` of `/me`: a token that was revoked with those it made takes these along. null: not known. */
      madeBy: string | null;
      /** @description To the minute. */
      lastUsedAt: string | null;
      /** @description The token itself, shown this once. */
      token: string;
    };
    Caller: {
      /** @description A stable identity, such as `token:<id>`, as the audit names it. */
      subject: string;
      /** @description The name for people. */
      name: string;
      /** @description What you may do, and where. */
      roles: {
        /** @description A tenant; `*` is every tenant. */
        tenant: string;
        /**
         * @description What may be done there; each role includes those before it.
         * @enum {string}
         */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
    };
    Calendar: {
      /** @description Its id within the tenant, by which `schedule.exclude` names it. */
      id: string;
      /** @description The tenant that it belongs to. */
      tenant: string;
      /** @description Shown to people. */
      name?: string;
      /** @description IANA zone in which dates and times of day are read; UTC unless given. */
      timezone?: string;
      /**
       * @description Whole days that are excluded.
       * @example [
       *       "2026-12-24",
       *       "2026-12-25"
       *     ]
       */
      dates?: string[];
      /** @description Cron expressions: the instants that they yield are excluded. */
      cron?: string[];
      /** @description Windows of the week that are excluded. */
      weekly?: {
        /** @description Days of the week. */
        days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the window begins.
         * @example 08:30
         */
        from: string;
        /**
         * @description Time of day at which it ends, not included; later than `from`.
         * @example 24:00
         */
        to: string;
      }[];
      /**
       * @description Text of an iCalendar file (RFC 5545), at most 131072 characters: the times of its events are excluded.
       * @example BEGIN:VCALENDAR
       *     BEGIN:VEVENT
       *     SUMMARY:Christmas Day
       *     DTSTART;VALUE=DATE:20261225
       *     RRULE:FREQ=YEARLY
       *     END:VEVENT
       *     END:VCALENDAR
       */
      ics?: string;
      /**
       * @description Working days of the week: all other days of the week are excluded.
       * @example [
       *       "mon",
       *       "tue",
       *       "wed",
       *       "thu",
       *       "fri"
       *     ]
       */
      workdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
      /**
       * @description Whole days that are not excluded, whatever else the calendar says: a Saturday that is worked on.
       * @example [
       *       "2026-10-10"
       *     ]
       */
      include?: string[];
      /**
       * Format: date-time
       * @description When it was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /** @description Who changed it last. */
      updatedBy: string;
    };
    NewCalendar: {
      /** @description Its id within the tenant, by which `schedule.exclude` names it. */
      id: string;
      /** @description The tenant that it belongs to. */
      tenant: string;
      /** @description Shown to people. */
      name?: string;
      /** @description IANA zone in which dates and times of day are read; UTC unless given. */
      timezone?: string;
      /**
       * @description Whole days that are excluded.
       * @example [
       *       "2026-12-24",
       *       "2026-12-25"
       *     ]
       */
      dates?: string[];
      /** @description Cron expressions: the instants that they yield are excluded. */
      cron?: string[];
      /** @description Windows of the week that are excluded. */
      weekly?: {
        /** @description Days of the week. */
        days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the window begins.
         * @example 08:30
         */
        from: string;
        /**
         * @description Time of day at which it ends, not included; later than `from`.
         * @example 24:00
         */
        to: string;
      }[];
      /**
       * @description Text of an iCalendar file (RFC 5545), at most 131072 characters: the times of its events are excluded.
       * @example BEGIN:VCALENDAR
       *     BEGIN:VEVENT
       *     SUMMARY:Christmas Day
       *     DTSTART;VALUE=DATE:20261225
       *     RRULE:FREQ=YEARLY
       *     END:VEVENT
       *     END:VCALENDAR
       */
      ics?: string;
      /**
       * @description Working days of the week: all other days of the week are excluded.
       * @example [
       *       "mon",
       *       "tue",
       *       "wed",
       *       "thu",
       *       "fri"
       *     ]
       */
      workdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
      /**
       * @description Whole days that are not excluded, whatever else the calendar says: a Saturday that is worked on.
       * @example [
       *       "2026-10-10"
       *     ]
       */
      include?: string[];
    };
    CalendarReplacement: {
      /** @description Shown to people. */
      name?: string;
      /** @description IANA zone in which dates and times of day are read; UTC unless given. */
      timezone?: string;
      /**
       * @description Whole days that are excluded.
       * @example [
       *       "2026-12-24",
       *       "2026-12-25"
       *     ]
       */
      dates?: string[];
      /** @description Cron expressions: the instants that they yield are excluded. */
      cron?: string[];
      /** @description Windows of the week that are excluded. */
      weekly?: {
        /** @description Days of the week. */
        days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the window begins.
         * @example 08:30
         */
        from: string;
        /**
         * @description Time of day at which it ends, not included; later than `from`.
         * @example 24:00
         */
        to: string;
      }[];
      /**
       * @description Text of an iCalendar file (RFC 5545), at most 131072 characters: the times of its events are excluded.
       * @example BEGIN:VCALENDAR
       *     BEGIN:VEVENT
       *     SUMMARY:Christmas Day
       *     DTSTART;VALUE=DATE:20261225
       *     RRULE:FREQ=YEARLY
       *     END:VEVENT
       *     END:VCALENDAR
       */
      ics?: string;
      /**
       * @description Working days of the week: all other days of the week are excluded.
       * @example [
       *       "mon",
       *       "tue",
       *       "wed",
       *       "thu",
       *       "fri"
       *     ]
       */
      workdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
      /**
       * @description Whole days that are not excluded, whatever else the calendar says: a Saturday that is worked on.
       * @example [
       *       "2026-10-10"
       *     ]
       */
      include?: string[];
    };
    JsonObject: {
      [key: string]: components['schemas']['JsonValue'];
    };
    JsonValue: unknown;
    ListWorkersAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Worker'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListJobsAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Job'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
      /** @description Only where it was asked for. */
      total?: {
        /** @description How many items the list has, all pages together. */
        count: number;
        /** @description False where the count is an estimate. */
        exact: boolean;
      };
    };
    ListJobVersionsAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['JobVersion'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    DiffJobVersionsAnswer: {
      /** @description The version before. */
      from: number;
      /** @description The version after. */
      to: number;
      /** @description In the order in which they are applied; none where nothing differs. */
      changes: {
        /**
         * @description What is done with the value at `path`.
         * @enum {string}
         */
        op: 'add' | 'remove' | 'replace';
        /** @description Where, as a JSON Pointer (RFC 6901) into the job. */
        path: string;
        /** @description The value after; none with `remove`. */
        value?: components['schemas']['JsonValue'];
        /** @description The value before; none with `add`. */
        before?: components['schemas']['JsonValue'];
      }[];
    };
    RollbackJobBody: {
      /** @description The version to go back to. */
      version: number;
    };
    PauseJobBody: {
      /** @description Why, for people; shown with the job. */
      note?: string;
    };
    ResumeJobBody: Record<string, never>;
    RunJobAnswer: {
      /** @description The run that was recorded. */
      run: components['schemas']['Run'];
    };
    ListSlotsAnswer: {
      /** @description Oldest first. */
      slots: {
        /**
         * Format: date-time
         * @description The slot itself.
         * @example 2026-12-01T00:00:00.000Z
         */
        nominal: string;
        /**
         * Format: date-time
         * @description When its run is to start: the slot and the jitter of the job.
         * @example 2026-12-01T00:00:00.000Z
         */
        effective: string;
        /** @description What is unusual about it: a change of the clock moved or doubled it, or a calendar excludes it. */
        flags: ('dst-gap' | 'dst-overlap' | 'excluded' | 'outside-window' | 'moved-to-window' | 'too-soon')[];
        /** @description What became of it; left out while it is to come, and where nothing is known of it any more. */
        outcome?: {
          /** @description Of the slot's run, or SKIPPED or MISSED; null if it is not known any more. */
          state: ('QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED') | null;
          /** @description The id of the slot's run; null where there is none. */
          run: string | null;
          /** @description Why, as a code. */
          reason: string;
          /** @description Why, as a sentence. */
          message: string;
        };
      }[];
    };
    ListGapsAnswer: {
      /** @description Ranges of slots, oldest first. */
      items: {
        /**
         * Format: date-time
         * @description The first slot of the range.
         * @example 2026-12-01T00:00:00.000Z
         */
        from: string;
        /**
         * Format: date-time
         * @description The last slot of the range.
         * @example 2026-12-01T00:00:00.000Z
         */
        to: string;
        /** @description How many slots. */
        count: number;
        /**
         * @description What became of them instead of runs.
         * @enum {string}
         */
        outcome: 'skipped' | 'missed' | 'paused' | 'excluded';
        /** @description Why, as a code. */
        reason: string;
        /** @description Why, as a sentence. */
        message: string;
      }[];
    };
    PreviewScheduleBody: {
      /** @description The schedule to look at. */
      schedule: components['schemas']['Schedule'];
      /** @description Whose calendars `exclude` names. */
      tenant?: string;
      /**
       * @description How many slots.
       * @default 20
       */
      count?: number;
      /**
       * Format: date-time
       * @description From this instant on; now unless given.
       */
      from?: string;
    };
    PreviewScheduleAnswer: {
      /** @description Oldest first. */
      slots: {
        /**
         * Format: date-time
         * @description The slot itself.
         * @example 2026-12-01T00:00:00.000Z
         */
        nominal: string;
        /**
         * Format: date-time
         * @description When its run is to start: the slot and the jitter of the job.
         * @example 2026-12-01T00:00:00.000Z
         */
        effective: string;
        /** @description What is unusual about it: a change of the clock moved or doubled it, or a calendar excludes it. */
        flags: ('dst-gap' | 'dst-overlap' | 'excluded' | 'outside-window' | 'moved-to-window' | 'too-soon')[];
      }[];
    };
    StartBackfillBody: {
      /**
       * Format: date-time
       * @description The beginning of the range, included.
       */
      from: string;
      /**
       * Format: date-time
       * @description The end of the range, included.
       */
      to: string;
      /**
       * @description True: what runs after the job runs for these slots, too. False unless given.
       * @default false
       */
      downstream?: boolean;
      /**
       * @description True: nothing is made, the answer names the slots.
       * @default false
       */
      dryRun?: boolean;
      /**
       * @description In place of the job's own; `Allow` runs them beside all others.
       * @enum {string}
       */
      concurrencyPolicy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
      /**
       * @description Runs that are recorded in a minute at most.
       * @default 60
       */
      maxPerMinute?: number;
    };
    StartBackfillAnswer: {
      /** @description null for a dry run. */
      backfill: components['schemas']['GetBackfillAnswer'] | null;
      /** @description Nominal instants, oldest first. */
      slots: string[];
    };
    ListBackfillsAnswer: {
      /** @description Newest first. */
      items: components['schemas']['GetBackfillAnswer'][];
    };
    GetBackfillAnswer: {
      /** @description By which the backfill is addressed. */
      id: string;
      /** @description The id of the job. */
      job: string;
      /**
       * Format: date-time
       * @description The beginning of the range, included.
       * @example 2026-12-01T00:00:00.000Z
       */
      from: string;
      /**
       * Format: date-time
       * @description The end of the range, included.
       * @example 2026-12-01T00:00:00.000Z
       */
      to: string;
      /**
       * @description How far it is.
       * @enum {string}
       */
      state: 'Running' | 'Completed' | 'Cancelled';
      /** @description What holds it up, or how it ended; empty where there is nothing to add. */
      message: string;
      /** @description What is used in place of the job's; null: the job's. */
      concurrencyPolicy: ('Allow' | 'Forbid' | 'Enqueue' | 'Replace') | null;
      /** @description Runs that are recorded in a minute at most. */
      maxPerMinute: number;
      /** @description How much is done. */
      slots: {
        /** @description Slots of the range. */
        total: number;
        /** @description Those that have their run. */
        made: number;
      };
      /** @description Whether what runs after the job runs for these slots, too. */
      downstream: boolean;
      /** @description Who asked for it. */
      requestedBy: string;
      /**
       * Format: date-time
       * @description When it was asked for.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /** @description When it ended; null before that. */
      finishedAt: string | null;
    };
    CancelBackfillBody: Record<string, never>;
    ListRunsAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Run'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
      /** @description Only where it was asked for. */
      total?: {
        /** @description How many items the list has, all pages together. */
        count: number;
        /** @description False where the count is an estimate. */
        exact: boolean;
      };
    };
    RunBatchBody: {
      /** @description The runs, in the order in which they are answered. */
      runs: {
        /** @description Laid over the job's name by name if both are objects, and in place of them otherwise. */
        parameters?: components['schemas']['JsonValue'];
        /** @description Laid over the job's name by name if both are objects, and in place of them otherwise. Stored encrypted. */
        secureParameters?: components['schemas']['JsonValue'];
        /**
         * Format: date-time
         * @description The run waits until this instant.
         */
        startAfter?: string;
        /**
         * @description In place of the job's, for this run alone.
         * @enum {string}
         */
        concurrencyPolicy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /** @description Values of options by their names. */
        options?: {
          [key: string]: components['schemas']['JsonValue'];
        };
        /** @description Over the job's: indexes in place of its indexes, everything else field by field. */
        parallelism?: {
          /** @description So many indexes, counted from 0. */
          withCount?: number;
          /** @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`. */
          withKeys?: string[];
          /**
           * @description An index for each combination of one value of every name.
           * @example {
           *       "region": [
           *         "eu",
           *         "us"
           *       ],
           *       "size": [
           *         "small",
           *         "large"
           *       ]
           *     }
           */
          withMatrix?: {
            [key: string]: string[];
          };
          /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /** @description The job that is to run. */
        job: string;
        /** @description Makes repeats of this item one run; its own, and not used for anything else. */
        idempotencyKey?: string;
      }[];
    };
    RunBatchAnswer: {
      /** @description How many of the runs are accepted. */
      accepted: number;
      /** @description How many are not. */
      refused: number;
      /** @description One for each of `runs`, in their order. */
      items: (
        | {
            /**
             * @description The run is accepted.
             * @constant
             */
            status: 202;
            /** @description The id of the run. */
            run: string;
          }
        | {
            /** @description As of an answer to this item alone: 404, 409 and so on. */
            status: number;
            /** @description The error code. */
            code: string;
            /** @description What is wrong, in a sentence. */
            detail: string;
            /** @description What is wrong field by field, where that is known. */
            errors?: {
              /** @description The field, within the item. */
              path: string;
              /** @description What is wrong with it. */
              message: string;
            }[];
          }
      )[];
    };
    PatchRunBody: {
      /** @description Of the run, or of its only task. */
      parallelism?: {
        /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
        maxActive?: number | null;
        /** @description How many indexes there are. */
        withCount?: number;
      };
      /** @description How many indexes have to succeed. */
      completions?: number;
      /** @description How many pieces have to be able to run before any of them starts. */
      minAvailable?: number | null;
      /** @description Changes of single tasks. */
      tasks?: {
        /** @description The task. */
        name: string;
        /** @description How many pieces it has. */
        replicas?: number;
        /** @description How many attempts have to succeed. */
        completions?: number;
        /** @description How many indexes it has. */
        withCount?: number;
        /** @description How many of its pieces have to be able to run before any of them starts. */
        minAvailable?: number | null;
        /** @description Attempts that may be live at once; 0 pauses, null is no limit. */
        maxActive?: number | null;
      }[];
    };
    CommandRunBody: {
      /**
       * @description `abort` ends it and lets `resume` open it again; `terminate` and `kill` end it for good, `kill` without grace; `restart` begins a new generation; `complete` ends it as a success.
       * @enum {string}
       */
      command: 'abort' | 'resume' | 'terminate' | 'restart' | 'complete' | 'kill';
      /** @description Why, for people; kept with the run. */
      reason?: string;
      /** @description Seconds that attempts have to end by themselves; 30 unless given. */
      graceSeconds?: number;
    };
    CommandRunAnswer: {
      /** @description The id of the command. */
      id: string;
      /** @description The id of the run. */
      run: string;
      /**
       * @description The command.
       * @enum {string}
       */
      command: 'abort' | 'resume' | 'terminate' | 'restart' | 'complete' | 'kill';
      /**
       * Format: date-time
       * @description When it was stored.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
    };
    RerunRunBody: {
      /** @description True: only indexes that have not succeeded run again. False unless given. */
      onlyFailed?: boolean;
      /** @description True: what runs after the job runs again, too, as a chain of its own. Otherwise the new run counts for the chain of that run, whose dependents run if they have not. False unless given. */
      downstream?: boolean;
    };
    RerunRunAnswer: {
      /** @description The new run. */
      run: components['schemas']['Run'];
    };
    ListAttemptsAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Attempt'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListIndexesAnswer: {
      /** @description The items of this page. */
      items: {
        /** @description The name of its task. */
        task: string;
        /** @description Its number within the task, from 0. */
        index: number;
        /** @description Of `withKeys`. */
        key: string | null;
        /** @description The cell of `withMatrix`. */
        matrix: {
          [key: string]: string;
        } | null;
        /**
         * @description Where it is.
         * @enum {string}
         */
        state: 'pending' | 'running' | 'terminating' | 'backoff' | 'succeeded' | 'failed';
        /** @description Attempts begun in this generation. */
        attempts: number;
        /** @description Those that count as failures. */
        failures: number;
        /** @description From when on it is tried again, or its refused start is repeated; null unless it waits for that. */
        nextAttemptAt: string | null;
      }[];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListEventsAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['RunTransition'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    JobGraphAnswer: {
      /** @description The job that was asked for. */
      job: string;
      /** @description The jobs, that one first. */
      nodes: {
        /** @description The id of the job. */
        job: string;
        /** @description Its name; null where the caller may not see it, or there is no such job. */
        name: string | null;
        /** @description Its tenant; null as above. */
        tenant: string | null;
        /**
         * @description Whether it runs after others now; `unknown` where the caller may not see it, or there is no such job.
         * @enum {string}
         */
        condition: 'active' | 'disabled' | 'paused' | 'deleted' | 'invalid' | 'unknown';
        /** @description Its newest run; null where there is none, or the caller may not see it. */
        newest: {
          /** @description The id of the run. */
          id: string;
          /**
           * @description Where it is, as one coarse word.
           * @enum {string}
           */
          state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
          /**
           * @description Where it is, in detail.
           * @enum {string}
           */
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
          /** @description The slot of its chain; null where a run by hand began it. */
          scheduledFor: string | null;
          /** @description When it ended; null before that. */
          finished: string | null;
        } | null;
        /** @description Runs under way. */
        activeRuns: number;
        /** @description Runs that wait to be admitted. */
        queuedRuns: number;
      }[];
      /** @description What runs after what. */
      edges: {
        /** @description The job whose run has to end. */
        from: string;
        /** @description The job that runs after it. */
        to: string;
        /**
         * @description How the run has to end.
         * @enum {string}
         */
        on: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description Which run.
         * @enum {string}
         */
        match: 'sameSlot' | 'latest';
        /**
         * @description Whether the job needs all of its conditions, or any.
         * @enum {string}
         */
        require: 'all' | 'any';
      }[];
      /** @description Jobs of tenants that the caller may not see, which run after some of these. */
      hidden: number;
      /** @description True where there are more jobs than are shown. */
      truncated: boolean;
    };
    RunDependentsAnswer: {
      /** @description What became of each job that the caller may see. */
      dependents: {
        /** @description The id of the job that runs after the run. */
        job: string;
        /**
         * @description `started`: it has its run; `waiting`: conditions are not met; `skipped`: the limits of the job refused the run; `inactive`: it is paused, disabled or deleted; `notAllowed`: its tenant may not run after this one.
         * @enum {string}
         */
        outcome: 'started' | 'waiting' | 'skipped' | 'inactive' | 'notAllowed';
        /** @description Its run; null where there is none. */
        run: string | null;
        /** @description Fields of the conditions that are not met, as in `after.1`. */
        unmet: string[];
      }[];
    };
    ListJobDeliveriesAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Delivery'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListChannelsAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Channel'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    TestChannelAnswer: {
      /** @description Whether the message was taken. */
      delivered: boolean;
      /** @description The status of the answer (HTTP or SMTP); null where none came. */
      status: number | null;
      /** @description Why it was not taken; null where it was. */
      reason: string | null;
      /** @description Milliseconds that it took. */
      tookMs: number;
    };
    ListMonitorsAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Monitor'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListPingsAnswer: {
      /** @description The items of this page. */
      items: {
        /** @description The id of the ping. */
        id: string;
        /**
         * Format: date-time
         * @description When it was received.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description What it said.
         * @enum {string}
         */
        kind: 'start' | 'success' | 'fail';
        /** @description The exit code that it gave; null where it gave none. */
        exitCode: number | null;
        /** @description What it sent along; the end is cut off where it was long. */
        text: string;
        /** @description From where it came. */
        address: string;
      }[];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListRulesAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Rule'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListIncidentsAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Incident'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    StartBulkBody:
      | (
          | {
              /**
               * @description What is done to each.
               * @constant
               */
              action: 'pause';
              /** @description Which jobs. */
              jobs: {
                /** @description These jobs. */
                ids?: string[];
                /** @description Jobs of this tenant. */
                tenant?: string;
                /** @description Jobs of this worker. */
                worker?: string;
                /** @description Jobs that are enabled, or those that are not. */
                enabled?: boolean;
                /** @description Jobs with this in their name or id. */
                q?: string;
                /**
                 * @description Jobs with all of these labels.
                 * @example [
                 *       "team=reports"
                 *     ]
                 */
                label?: string[];
              };
              /**
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               */
              dryRun?: boolean;
              /** @description Why, for people; shown with each job. */
              note?: string;
            }
          | {
              /**
               * @description What is done to each.
               * @constant
               */
              action: 'resume';
              /** @description Which jobs. */
              jobs: {
                /** @description These jobs. */
                ids?: string[];
                /** @description Jobs of this tenant. */
                tenant?: string;
                /** @description Jobs of this worker. */
                worker?: string;
                /** @description Jobs that are enabled, or those that are not. */
                enabled?: boolean;
                /** @description Jobs with this in their name or id. */
                q?: string;
                /**
                 * @description Jobs with all of these labels.
                 * @example [
                 *       "team=reports"
                 *     ]
                 */
                label?: string[];
              };
              /**
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               */
              dryRun?: boolean;
            }
          | {
              /**
               * @description What is done to each.
               * @constant
               */
              action: 'run';
              /** @description Which jobs. */
              jobs: {
                /** @description These jobs. */
                ids?: string[];
                /** @description Jobs of this tenant. */
                tenant?: string;
                /** @description Jobs of this worker. */
                worker?: string;
                /** @description Jobs that are enabled, or those that are not. */
                enabled?: boolean;
                /** @description Jobs with this in their name or id. */
                q?: string;
                /**
                 * @description Jobs with all of these labels.
                 * @example [
                 *       "team=reports"
                 *     ]
                 */
                label?: string[];
              };
              /**
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               */
              dryRun?: boolean;
              /** @description Laid over each job's, as by `POST /jobs/{id}/run`. */
              parameters?: components['schemas']['JsonValue'];
            }
          | {
              /**
               * @description What is done to each.
               * @constant
               */
              action: 'relabel';
              /** @description Which jobs. */
              jobs: {
                /** @description These jobs. */
                ids?: string[];
                /** @description Jobs of this tenant. */
                tenant?: string;
                /** @description Jobs of this worker. */
                worker?: string;
                /** @description Jobs that are enabled, or those that are not. */
                enabled?: boolean;
                /** @description Jobs with this in their name or id. */
                q?: string;
                /**
                 * @description Jobs with all of these labels.
                 * @example [
                 *       "team=reports"
                 *     ]
                 */
                label?: string[];
              };
              /**
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               */
              dryRun?: boolean;
              /**
               * @description Labels to set, and with null to take away; the others stay.
               * @example {
               *       "team": "reports",
               *       "source": null
               *     }
               */
              labels: {
                [key: string]: string | null;
              };
            }
          | {
              /**
               * @description What is done to each.
               * @constant
               */
              action: 'delete';
              /** @description Which jobs. */
              jobs: {
                /** @description These jobs. */
                ids?: string[];
                /** @description Jobs of this tenant. */
                tenant?: string;
                /** @description Jobs of this worker. */
                worker?: string;
                /** @description Jobs that are enabled, or those that are not. */
                enabled?: boolean;
                /** @description Jobs with this in their name or id. */
                q?: string;
                /**
                 * @description Jobs with all of these labels.
                 * @example [
                 *       "team=reports"
                 *     ]
                 */
                label?: string[];
              };
              /**
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               */
              dryRun?: boolean;
            }
        )
      | (
          | {
              /**
               * @description What is done to each.
               * @constant
               */
              action: 'abort';
              /** @description Which runs. */
              runs: {
                /** @description These runs. */
                ids?: string[];
                /** @description Runs of this tenant. */
                tenant?: string;
                /** @description Runs of this job. */
                job?: string;
                /**
                 * @description Runs in this coarse state.
                 * @enum {string}
                 */
                state?: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
                /**
                 * @description Runs in this phase.
                 * @enum {string}
                 */
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
                /**
                 * @description Runs that this asked for.
                 * @enum {string}
                 */
                trigger?: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency';
                /**
                 * Format: date-time
                 * @description Runs that were recorded from this instant on.
                 */
                from?: string;
                /**
                 * Format: date-time
                 * @description Runs that were recorded before this instant.
                 */
                to?: string;
              };
              /**
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               */
              dryRun?: boolean;
              /** @description Why, for people; kept with each run. */
              reason?: string;
            }
          | {
              /**
               * @description What is done to each.
               * @constant
               */
              action: 'rerun';
              /** @description Which runs. */
              runs: {
                /** @description These runs. */
                ids?: string[];
                /** @description Runs of this tenant. */
                tenant?: string;
                /** @description Runs of this job. */
                job?: string;
                /**
                 * @description Runs in this coarse state.
                 * @enum {string}
                 */
                state?: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
                /**
                 * @description Runs in this phase.
                 * @enum {string}
                 */
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
                /**
                 * @description Runs that this asked for.
                 * @enum {string}
                 */
                trigger?: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency';
                /**
                 * Format: date-time
                 * @description Runs that were recorded from this instant on.
                 */
                from?: string;
                /**
                 * Format: date-time
                 * @description Runs that were recorded before this instant.
                 */
                to?: string;
              };
              /**
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               */
              dryRun?: boolean;
              /** @description True: only indexes that have not succeeded run again. */
              onlyFailed?: boolean;
            }
          | {
              /**
               * @description What is done to each.
               * @constant
               */
              action: 'delete';
              /** @description Which runs. */
              runs: {
                /** @description These runs. */
                ids?: string[];
                /** @description Runs of this tenant. */
                tenant?: string;
                /** @description Runs of this job. */
                job?: string;
                /**
                 * @description Runs in this coarse state.
                 * @enum {string}
                 */
                state?: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
                /**
                 * @description Runs in this phase.
                 * @enum {string}
                 */
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
                /**
                 * @description Runs that this asked for.
                 * @enum {string}
                 */
                trigger?: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency';
                /**
                 * Format: date-time
                 * @description Runs that were recorded from this instant on.
                 */
                from?: string;
                /**
                 * Format: date-time
                 * @description Runs that were recorded before this instant.
                 */
                to?: string;
              };
              /**
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               */
              dryRun?: boolean;
            }
        );
    StartBulkAnswer: {
      /** @description Null for a dry run. */
      bulk: components['schemas']['GetBulkAnswer'] | null;
      /** @description How many jobs or runs the query gives. */
      total: number;
      /** @description The ids of the first 20 of them. */
      first: string[];
    };
    GetBulkAnswer: {
      /** @description By which the bulk operation is addressed. */
      id: string;
      /**
       * @description What it changes.
       * @enum {string}
       */
      kind: 'jobs' | 'runs';
      /** @description What is done to each. */
      action: string;
      /**
       * @description How far it is.
       * @enum {string}
       */
      state: 'Running' | 'Completed' | 'Cancelled' | 'Failed';
      /** @description Why it ended early; empty where there is nothing to add. */
      message: string;
      /** @description How many the query gave when it was asked for. */
      total: number;
      /** @description How many were looked at, refused ones included. */
      done: number;
      /** @description How many of these were left as they were. */
      refused: number;
      /** @description The first 100 that were left as they were, and why. */
      refusals: {
        /** @description The id of the job or run. */
        id: string;
        /** @description Why, as an error code. */
        code: string;
        /** @description The same as a sentence. */
        message: string;
      }[];
      /** @description Who asked for it. */
      requestedBy: string;
      /**
       * Format: date-time
       * @description When it was asked for.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /** @description When it ended; null before that. */
      finishedAt: string | null;
    };
    CancelBulkBody: Record<string, never>;
    ReadLogsAnswer: string;
    ListStorageVersionsAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['StorageVersion'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    RestoreStorageBody: {
      /** @description The version whose value is to be the value again. */
      version: number;
    };
    ReportStatusBody: {
      /**
       * @description `RUNNING` says that it goes on; the others end the attempt.
       * @enum {string}
       */
      state: 'RUNNING' | 'FINISHED' | 'FAILED';
      /** @description For people; at most 2000 characters. */
      message?: string;
      /** @description With an end: decides by the rules of the job as that of a process would. */
      exitCode?: number;
      /** @description Any JSON value of at most 512 bytes; shown with the attempt. */
      progress?: components['schemas']['JsonValue'];
      /** @description With an end: results by name, at most 8192 bytes as JSON; kept with the run, and passed on to jobs that run after it. */
      outputs?: components['schemas']['JsonObject'];
    };
    AppendLogBody:
      | string
      | {
          /** @description Lines without their ends; at most 20000. */
          lines: string[];
          /** @description The number of this call: what has a number that was stored already is not added again. */
          seq?: number;
        };
    ListTenantsAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Tenant'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListTokensAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Token'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    CreateTokenBody: {
      /** @description What the token is for. */
      name: string;
      /** @description What it may do, and where. */
      roles: {
        /** @description A tenant; `*` is every tenant, which only admins grant. */
        tenant: '*' | string;
        /**
         * @description What may be done there; each role includes those before it.
         * @enum {string}
         */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
      /** @description 90 days from now unless given; null, which only admins may say: never. */
      expiresAt?: string | null;
    };
    ListCalendarsAnswer: {
      /** @description The items of this page. */
      items: components['schemas']['Calendar'][];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    ListAuditAnswer: {
      /** @description The items of this page. */
      items: {
        /** @description By which the entry is known. */
        id: string;
        /**
         * Format: date-time
         * @description When it was asked for.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /** @description Who asked, by name. */
        actor: string;
        /** @description Who asked: the stable identity, such as `token:<id>`. */
        subject: string;
        /** @description The role in that tenant at that time; null where it is not known. */
        role: ('viewer' | 'operator' | 'editor' | 'owner' | 'admin') | null;
        /** @description The address that the request came from. */
        address: string | null;
        /** @description The tenant that it concerned; null for what belongs to none. */
        tenant: string | null;
        /** @description The operation's id. */
        action: string;
        /** @description What it concerned, such as `job/<id>`. */
        object: string;
        /** @description What was changed, in short; null where there is nothing to add. */
        detail: string | null;
        /** @description The error code, if it was refused. */
        refusedWith: string | null;
      }[];
      /** @description Ask for the next page with it; null on the last one. */
      nextCursor: string | null;
    };
    VerifyAuditAnswer: {
      /** @description True: nothing was removed or changed among those looked at. */
      intact: boolean;
      /** @description Looked at. */
      entries: number;
      /** @description What was found. */
      problems: {
        /** @description The number of the entry. */
        seq: number;
        /**
         * @description `missing`: entries before it were removed, or it was itself, at the end.
         * @enum {string}
         */
        problem: 'missing' | 'changed';
      }[];
      /** @description Ask again with it as `after`; null: all were looked at. */
      next: number | null;
    };
    GetHoldsAnswer: {
      /** @description The holds, one for each tenant, or one for all. */
      holds: components['schemas']['SetHoldAnswer'][];
      /** @description What a release would set going, of all tenants. */
      waiting: {
        /** @description Schedules with a slot that has passed, up to 1,000. */
        overdueSchedules: number;
        /** @description Unfinished runs by phase, of up to 10,000. */
        runs: {
          [key: string]: number;
        };
        /** @description False: more runs are unfinished than were counted. */
        complete: boolean;
      };
    };
    SetHoldBody: {
      /** @description Left out: all tenants. */
      tenant?: string;
      /**
       * @description What is held; both unless given.
       * @default [
       *       "admissions",
       *       "starts"
       *     ]
       */
      scopes?: ('admissions' | 'starts')[];
      /** @description Why, for people; at most 500 characters. */
      reason: string;
    };
    SetHoldAnswer: {
      /** @description Null: all tenants. */
      tenant: string | null;
      /** @description What is held: `admissions`, `starts` or both. */
      scopes: ('admissions' | 'starts')[];
      /** @description Why, for people. */
      reason: string;
      /** @description Who set it. */
      by: string;
      /**
       * Format: date-time
       * @description When it was set.
       * @example 2026-12-01T00:00:00.000Z
       */
      since: string;
      /**
       * Format: date-time
       * @description From here on no service, however slow, admits or starts anything of it.
       * @example 2026-12-01T00:00:00.000Z
       */
      effectiveAt: string;
      /** @description Slots up to this instant become a gap; null: none do. */
      skipSlotsUntil: string | null;
    };
    ReleaseHoldBody: {
      /** @description Left out: all tenants. */
      tenant?: string;
      /**
       * Format: date-time
       * @description Slots up to this instant do not run: they become a gap.
       */
      skipSlotsUntil?: string;
    };
    ExamineAnswer: {
      /**
       * @description The worst of all findings.
       * @enum {string}
       */
      status: 'ok' | 'warning' | 'error';
      /** @description What was looked at; what is wrong comes first. */
      findings: {
        /** @description What was looked at. */
        check: string;
        /**
         * @description Whether all is well with it.
         * @enum {string}
         */
        status: 'ok' | 'warning' | 'error';
        /** @description What was found. */
        message: string;
        /** @description What to do; null where all is well. */
        fix: string | null;
      }[];
    };
    SetLogLevelBody: {
      /**
       * @description From this level on lines are written.
       * @enum {string}
       */
      level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
      /**
       * @description Left out: all services.
       * @enum {string}
       */
      service?: 'api' | 'scheduler' | 'executor' | 'log-collector';
      /** @description Of `GET /system`; left out: all replicas. */
      replica?: string;
      /**
       * @description A part of the service; left out: all of it.
       * @enum {string}
       */
      module?:
        | 'access'
        | 'callbacks'
        | 'database'
        | 'events'
        | 'holds'
        | 'http'
        | 'kubernetes'
        | 'membership'
        | 'nats'
        | 'notices'
        | 'output'
        | 'process'
        | 'runs'
        | 'scheduling'
        | 'secrets'
        | 'sweeps';
      /**
       * @description How long it holds.
       * @default 900
       */
      seconds?: number;
    };
    SetLogLevelAnswer: {
      /** @description The replicas that received the change; each logs it. */
      replicas: string[];
      /**
       * Format: date-time
       * @description From then on the configured level holds again.
       * @example 2026-12-01T00:00:00.000Z
       */
      until: string;
    };
    DiagnoseBody: {
      /** @description Of `GET /system`. */
      replica: string;
      /**
       * @description What uses the processor, or what fills the memory.
       * @enum {string}
       */
      kind: 'cpuProfile' | 'heapSnapshot';
      /**
       * @description How long a CPU profile takes.
       * @default 10
       */
      seconds?: number;
    };
    DiagnoseAnswer: {
      /** @description Of the file, without its ending. */
      name: string;
    };
    GetScheduleLoadAnswer: {
      /**
       * Format: date-time
       * @description When this was gathered.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /** @description True where the tenant has more schedules than are counted. */
      isPartial: boolean;
      /** @description 60 numbers: jobs by the minute of the hour of their next slot. */
      minutes: number[];
      /** @description Jobs by the hour of their next slot, for 24 hours from the present one on. */
      hours: {
        /**
         * Format: date-time
         * @description The beginning of the minute or hour.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /** @description Jobs whose next slot falls in it. */
        jobs: number;
      }[];
      /** @description The minutes with the most next slots, the fullest first. */
      busiest: {
        /**
         * Format: date-time
         * @description The beginning of the minute or hour.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /** @description Jobs whose next slot falls in it. */
        jobs: number;
      }[];
    };
    ListRecentRunsAnswer: {
      /** @description One for each job. */
      items: components['schemas']['RecentRuns'][];
    };
    ListLimitsAnswer: {
      /** @description Its limits. */
      items: {
        /** @description null: the tenant's own quota. */
        group: string | null;
        /** @description Runs that may be active at once; null: any number. */
        size: number | null;
        /** @description Places that are taken. */
        held: number;
        /** @description The first 200, oldest first. */
        holders: {
          /** @description The id of the run. */
          run: string;
          /** @description The id of its job. */
          job: string;
          /**
           * Format: date-time
           * @description Since when it has held its permit, or waited.
           * @example 2026-12-01T00:00:00.000Z
           */
          since: string;
        }[];
        /** @description The runs that get the next permits, oldest first. */
        waiting: {
          /** @description The id of the run. */
          run: string;
          /** @description The id of its job. */
          job: string;
          /**
           * Format: date-time
           * @description Since when it has held its permit, or waited.
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
       * @description When this was gathered.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /** @description Parts that the jobs and runs are spread over. */
      shards: number;
      /** @description The replicas. */
      replicas: {
        /** @description The name of the replica. */
        replica: string;
        /**
         * @description The service that it is a replica of.
         * @enum {string}
         */
        service: 'api' | 'scheduler' | 'executor' | 'log-collector';
        /** @description The host that it runs on. */
        host: string;
        /** @description Its version. */
        version: string;
        /** @description False while it must own no shards: it starts, stops, or its clock is off. */
        ready: boolean;
        /**
         * Format: date-time
         * @description When it was last heard of.
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
      /** @description The id of the run. */
      runId: string;
      /** @description The id of the attempt; also in the header `Idempotency-Key`. */
      attemptId: string;
      /** @description The number of the attempt at this index, from 1. */
      attempt: number;
      /** @description The name of the task; `main` for a plain job. */
      task: string;
      /** @description The number of the index, from 0. */
      index: number;
      /** @description The key of the index, of `withKeys`; null where there is none. */
      indexKey: string | null;
      /** @description The values of the index, of `withMatrix`; null where there are none. */
      indexMatrix: {
        [key: string]: string;
      } | null;
      /** @description How many indexes the task has. */
      indexCount: number;
      /** @description The run's whole job snapshot, with parameters and secureParameters, without status. */
      job: components['schemas']['JsonObject'];
      /** @description What the job's options come to in this run, secret ones included; absent if it declares none. */
      options?: components['schemas']['JsonObject'];
      /** @description The secrets from outside that the job refers to in `secretsFrom`, by `as`; absent if it refers to none. */
      secrets?: {
        [key: string]: string;
      };
      /** @description The slot; null for a run that no slot asked for. */
      scheduledFor: string | null;
      /** @description What the job has saved; null where it has saved nothing. */
      jobStorage: components['schemas']['JsonValue'];
      /** @description When the latest successful run of the job started; null if there was none. */
      lastSuccessStart: string | null;
      /** @description When the latest successful run of the job ended; null if there was none. */
      lastSuccessFinish: string | null;
      /** @description Where the attempt reports. */
      callback: {
        /**
         * Format: uri
         * @description Where lines of its log are sent.
         */
        log: string;
        /**
         * Format: uri
         * @description Where its progress and its end are reported.
         */
        status: string;
        /**
         * Format: uri
         * @description Where job storage is saved.
         */
        jobStorage: string;
        /** @description The bearer token of these calls. */
        token: string;
      };
    };
    Notice: {
      /** @description The same however often it is sent; also in the header `Idempotency-Key`. */
      id: string;
      /**
       * @description The event; of an incident `opened`, `escalated` or `resolved`; `test` for a test of a channel.
       * @enum {string}
       */
      on: 'failed' | 'missed' | 'late' | 'long' | 'recovered' | 'opened' | 'escalated' | 'resolved' | 'test';
      /**
       * Format: date-time
       * @description When it happened.
       */
      at: string;
      /** @description The tenant of the job. */
      tenant: string;
      /** @description The id of the job; of the monitor or the rule where it is about an incident. */
      job: string;
      /** @description The name of the job, of the monitor or of the rule. */
      jobName: string;
      /** @description One sentence for people. */
      message: string;
      /** @description The run that it is about; null for `missed`, where there is none. */
      run: {
        /** @description The id of the run. */
        id: string;
        /** @description The coarse state of the run. */
        state: string;
        /** @description The phase of the run. */
        phase: string;
        /** @description Why it is in that phase, as a code. */
        reason: string;
        /** @description Why it is in that phase, as a sentence; empty where there is nothing to add. */
        message: string;
        /** @description The slot; null for a run that no slot asked for. */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When the run was recorded.
         */
        createdAt: string;
        /** @description When its first attempt started; null before that. */
        started: string | null;
        /** @description When it ended; null before that. */
        finished: string | null;
        /** @description The exit code that decided it; null where there is none. */
        exitCode: number | null;
        /**
         * Format: uri
         * @description Where people find the run in the web UI.
         */
        url: string;
      } | null;
      /** @description The slots that became no runs; null unless `missed`. */
      missed: {
        /**
         * Format: date-time
         * @description The first of the slots.
         */
        from: string;
        /**
         * Format: date-time
         * @description The last of the slots.
         */
        to: string;
        /** @description How many slots. */
        count: number;
        /** @description Why they did not run, as a code. */
        reason: string;
      } | null;
      /** @description The incident that it is about; only where there is one. */
      incident?: {
        /** @description The id of the incident. */
        id: string;
        /**
         * @description What has found it: a monitor of work that runs elsewhere, or a rule about jobs.
         * @enum {string}
         */
        source?: 'monitor' | 'rule';
        /** @description The id of the monitor, or of the rule. */
        monitor: string;
        /** @description Why it began: `failed`, `missed` or `long` for a monitor, the `type` of its condition for a rule. */
        reason: string;
        /** @description The affected jobs, the first 20; of a rule only. */
        jobs?: {
          /** @description The id of the job. */
          id: string;
          /** @description The name of the job. */
          name: string;
          /** @description What is wrong with it. */
          message: string;
        }[];
        /** @description How many jobs are affected; of a rule only. */
        jobCount?: number;
        /**
         * Format: date-time
         * @description When it began.
         */
        openedAt: string;
        /** @description Who has acknowledged it; null where nobody has. */
        acknowledgedBy: string | null;
        /** @description When it ended; null before that. */
        resolvedAt: string | null;
      };
    };
    Problem: {
      /**
       * Format: uri
       * @description Names the kind of problem: `urn:carillon:problem:` and the code.
       */
      type: string;
      /** @description What `code` means. */
      title: string;
      /** @description The HTTP status. */
      status: number;
      /**
       * @description What programs go by.
       * @enum {string}
       */
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
      /** @description What is wrong in this case, for people. */
      detail: string;
      /** @description What is wrong, field by field. */
      errors?: {
        /** @description The field, such as `schedule.cron`. */
        path: string;
        /** @description What is wrong with it. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds once that service is there. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds once that service is there. */
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
        /** @description Whether to tell how many items there are: exactly up to 1000, then estimated. */
        total?: 'true' | 'false';
        /** @description `name`: by tenant, then name; `-name`: the other way round; `nextSlot`: those that run soonest first, those without a next slot last. A job that is paused or disabled stands at the slot that it would have; a job whose slot passes while pages are read can come twice or not at all. There are no others, such as by the last result: each run would have to write to the job for it. */
        sort?: 'name' | '-name' | 'nextSlot';
        /** @description Only jobs of this tenant. */
        tenant?: string;
        /** @description Only jobs of this worker. */
        worker?: string;
        /** @description Only jobs that are enabled, or only those that are not. */
        enabled?: 'true' | 'false';
        /** @description A part of the name or id. */
        q?: string;
        /** @description Only jobs with this label; given several times, with all of them. */
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
        /** @description True: the body is laid over the template of its worker. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds once that service is there. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds once that service is there. */
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
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds once that service is there. */
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
        /** @description The id of what is addressed. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds once that service is there. */
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
        /** @description The id of what is addressed. */
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
  diffJobVersions: {
    parameters: {
      query?: {
        /** @description The version before; the one before `to` unless given. */
        from?: number;
        /** @description The version after; the present one unless given. */
        to?: number;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Compare two versions of a job */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "from": 1,
           *       "to": 2,
           *       "changes": [
           *         {
           *           "op": "replace",
           *           "path": "/schedules/0/cron",
           *           "before": "0 1 * * *",
           *           "value": "0 2 * * *"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DiffJobVersionsAnswer'];
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
        /** @description The id of what is addressed. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds once that service is there. */
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
        /** @description The id of what is addressed. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds once that service is there. */
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
        /** @description The id of what is addressed. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds once that service is there. */
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
        /** @description The id of what is addressed. */
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
        /** @description From this instant on; now unless given. */
        from?: string;
        /** @description How many slots. */
        count?: number;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
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
        /** @description Only slots from this instant on. */
        from?: string;
        /** @description Only slots up to this instant. */
        to?: string;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
           *         "downstream": false,
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
      /**
       * @description `CONFLICT`: The present state does not allow this
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
  listBackfills: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of what is addressed. */
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
           *           "downstream": false,
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
        /** @description The id of the job. */
        id: string;
        /** @description The id of the backfill. */
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
           *       "downstream": false,
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
        /** @description The id of the job. */
        id: string;
        /** @description The id of the backfill. */
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
           *       "downstream": false,
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
        /** @description Whether to tell how many items there are: exactly up to 1000, then estimated. */
        total?: 'true' | 'false';
        /** @description `-createdAt`: newest first; `createdAt`: oldest first. There are no others, such as by duration: each would need an index that every run would have to be written to. `state` filters by state. */
        sort?: '-createdAt' | 'createdAt';
        /** @description Only runs of this tenant. */
        tenant?: string;
        /** @description Only runs of this job. */
        job?: string;
        /** @description Only runs in this coarse state. */
        state?: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /** @description Only runs in this phase. */
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
        /** @description Only runs that this asked for. */
        trigger?: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency';
        /** @description Only runs that were recorded from this instant on. */
        from?: string;
        /** @description Only runs that were recorded before this instant. */
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
  runBatch: {
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
         *       "runs": [
         *         {
         *           "job": "c33d29933ce131e4b0e97da5",
         *           "parameters": {
         *             "day": "2026-12-01"
         *           },
         *           "idempotencyKey": "upload-2026-12-01"
         *         },
         *         {
         *           "job": "ibm-unknown"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['RunBatchBody'];
      };
    };
    responses: {
      /** @description Start many runs now, of one or several jobs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "accepted": 1,
           *       "refused": 1,
           *       "items": [
           *         {
           *           "status": 202,
           *           "run": "01kbcx0000zq4m8r2v6y1t5w9a"
           *         },
           *         {
           *           "status": 404,
           *           "code": "NOT_FOUND",
           *           "detail": "there is no job ibm-unknown"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['RunBatchAnswer'];
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
  getRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of what is addressed. */
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
           *       "options": {},
           *       "outputs": {
           *         "rows": 1204
           *       },
           *       "cause": null,
           *       "causedBy": [],
           *       "dependents": []
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
        /** @description Only of this task. */
        task?: string;
        /** @description Only of the index with this number. */
        index?: number;
        /** @description Only attempts in this state. */
        state?: 'pending' | 'running' | 'terminating' | 'succeeded' | 'failed';
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
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
        /** @description Only of this task. */
        task?: string;
        /** @description Only indexes in this state. */
        state?: 'pending' | 'running' | 'terminating' | 'backoff' | 'succeeded' | 'failed';
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
  jobGraph: {
    parameters: {
      query?: {
        /** @description How many steps from the job are shown, in both directions; 2 unless given. */
        depth?: number;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What a job runs after, and what runs after it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobGraphAnswer'];
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
  runDependents: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Run what depends on a run */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunDependentsAnswer'];
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
  listJobDeliveries: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the notices of a job, and whether they were delivered */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "YzMzZC0xNzk2MTE5MjAwLzAvZmFpbGVkL1hiM2tROXZMbTJQYQ",
           *           "key": "c33d-1796119200/0/failed/Xb3kQ9vLm2Pa",
           *           "tenant": "ibm",
           *           "job": "c33d",
           *           "run": "c33d-1796119200",
           *           "incident": null,
           *           "on": "failed",
           *           "to": "https://hooks.example.com/***",
           *           "state": "pending",
           *           "decidedAt": "2026-12-01T10:00:22.000Z",
           *           "nextTryAt": "2026-12-01T10:00:27.300Z",
           *           "tryCount": 1,
           *           "tries": [
           *             {
           *               "at": "2026-12-01T10:00:22.100Z",
           *               "tookMs": 187,
           *               "status": 503,
           *               "reason": "the webhook answered 503"
           *             }
           *           ],
           *           "askedAnewAt": null
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListJobDeliveriesAnswer'];
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
  listRunDeliveries: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the notices of a run, and whether they were delivered */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "YzMzZC0xNzk2MTE5MjAwLzAvZmFpbGVkL1hiM2tROXZMbTJQYQ",
           *           "key": "c33d-1796119200/0/failed/Xb3kQ9vLm2Pa",
           *           "tenant": "ibm",
           *           "job": "c33d",
           *           "run": "c33d-1796119200",
           *           "incident": null,
           *           "on": "failed",
           *           "to": "https://hooks.example.com/***",
           *           "state": "pending",
           *           "decidedAt": "2026-12-01T10:00:22.000Z",
           *           "nextTryAt": "2026-12-01T10:00:27.300Z",
           *           "tryCount": 1,
           *           "tries": [
           *             {
           *               "at": "2026-12-01T10:00:22.100Z",
           *               "tookMs": 187,
           *               "status": 503,
           *               "reason": "the webhook answered 503"
           *             }
           *           ],
           *           "askedAnewAt": null
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListJobDeliveriesAnswer'];
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
  listIncidentDeliveries: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the notices of an incident, and whether they were delivered */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "YzMzZC0xNzk2MTE5MjAwLzAvZmFpbGVkL1hiM2tROXZMbTJQYQ",
           *           "key": "c33d-1796119200/0/failed/Xb3kQ9vLm2Pa",
           *           "tenant": "ibm",
           *           "job": "c33d",
           *           "run": "c33d-1796119200",
           *           "incident": null,
           *           "on": "failed",
           *           "to": "https://hooks.example.com/***",
           *           "state": "pending",
           *           "decidedAt": "2026-12-01T10:00:22.000Z",
           *           "nextTryAt": "2026-12-01T10:00:27.300Z",
           *           "tryCount": 1,
           *           "tries": [
           *             {
           *               "at": "2026-12-01T10:00:22.100Z",
           *               "tookMs": 187,
           *               "status": 503,
           *               "reason": "the webhook answered 503"
           *             }
           *           ],
           *           "askedAnewAt": null
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListJobDeliveriesAnswer'];
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
  redeliver: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deliver a notice again */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "YzMzZC0xNzk2MTE5MjAwLzAvZmFpbGVkL1hiM2tROXZMbTJQYQ",
           *       "key": "c33d-1796119200/0/failed/Xb3kQ9vLm2Pa",
           *       "tenant": "ibm",
           *       "job": "c33d",
           *       "run": "c33d-1796119200",
           *       "incident": null,
           *       "on": "failed",
           *       "to": "https://hooks.example.com/***",
           *       "state": "pending",
           *       "decidedAt": "2026-12-01T10:00:22.000Z",
           *       "nextTryAt": "2026-12-01T10:00:27.300Z",
           *       "tryCount": 1,
           *       "tries": [
           *         {
           *           "at": "2026-12-01T10:00:22.100Z",
           *           "tookMs": 187,
           *           "status": 503,
           *           "reason": "the webhook answered 503"
           *         }
           *       ],
           *       "askedAnewAt": null
           *     }
           */
          'application/json': components['schemas']['Delivery'];
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
  listChannels: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those of this tenant. */
        tenant?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List channels */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListChannelsAnswer'];
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
  createChannel: {
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
         *       "id": "ops",
         *       "tenant": "ibm",
         *       "name": "Operations",
         *       "target": {
         *         "type": "slack",
         *         "url": "https://hooks.slack.com/services/T000/B000/XXXX"
         *       }
         *     }
         */
        'application/json': components['schemas']['NewChannel'];
      };
    };
    responses: {
      /** @description Create a channel */
      201: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Channel'];
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
  getChannel: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers with roles in one only. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a channel */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "ops",
           *       "tenant": "ibm",
           *       "name": "Operations",
           *       "target": {
           *         "type": "slack",
           *         "url": "***"
           *       },
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Channel'];
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
  replaceChannel: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers with roles in one only. */
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
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "target": {
         *         "type": "ntfy",
         *         "topic": "night-shift"
         *       }
         *     }
         */
        'application/json': components['schemas']['ChannelReplacement'];
      };
    };
    responses: {
      /** @description Replace a channel */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Channel'];
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
  deleteChannel: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers with roles in one only. */
        tenant?: string;
      };
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
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
  testChannel: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers with roles in one only. */
        tenant?: string;
      };
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Send a test message to a channel */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "delivered": false,
           *       "status": 404,
           *       "reason": "the webhook answered 404",
           *       "tookMs": 87
           *     }
           */
          'application/json': components['schemas']['TestChannelAnswer'];
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
  listMonitors: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those of this tenant. */
        tenant?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List monitors */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "backup",
           *           "tenant": "ibm",
           *           "name": "Nightly backup",
           *           "schedule": {
           *             "cron": "0 3 * * *",
           *             "timezone": "Europe/Prague"
           *           },
           *           "graceSeconds": 600,
           *           "channels": [
           *             "ops"
           *           ],
           *           "pingUrl": "https://carillon.example.com/ping/m7Qw1Xr0c5uJp9bYt2Lk8sVe4HnAzd3G",
           *           "state": "up",
           *           "lastPingAt": "2026-12-01T02:07:31.000Z",
           *           "lastPing": "success",
           *           "lastSuccessAt": "2026-12-01T02:07:31.000Z",
           *           "dueAt": "2026-12-02T02:00:00.000Z",
           *           "downSince": null,
           *           "updatedAt": "2026-11-20T09:30:00.000Z",
           *           "updatedBy": "ada"
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListMonitorsAnswer'];
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
  createMonitor: {
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
         *       "id": "backup",
         *       "tenant": "ibm",
         *       "name": "Nightly backup",
         *       "schedule": {
         *         "cron": "0 3 * * *",
         *         "timezone": "Europe/Prague"
         *       },
         *       "graceSeconds": 600,
         *       "channels": [
         *         "ops"
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewMonitor'];
      };
    };
    responses: {
      /** @description Create a monitor of work that runs elsewhere */
      201: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "backup",
           *       "tenant": "ibm",
           *       "name": "Nightly backup",
           *       "schedule": {
           *         "cron": "0 3 * * *",
           *         "timezone": "Europe/Prague"
           *       },
           *       "graceSeconds": 600,
           *       "channels": [
           *         "ops"
           *       ],
           *       "pingUrl": "https://carillon.example.com/ping/m7Qw1Xr0c5uJp9bYt2Lk8sVe4HnAzd3G",
           *       "state": "up",
           *       "lastPingAt": "2026-12-01T02:07:31.000Z",
           *       "lastPing": "success",
           *       "lastSuccessAt": "2026-12-01T02:07:31.000Z",
           *       "dueAt": "2026-12-02T02:00:00.000Z",
           *       "downSince": null,
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Monitor'];
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
  getMonitor: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers with roles in one only. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a monitor */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "backup",
           *       "tenant": "ibm",
           *       "name": "Nightly backup",
           *       "schedule": {
           *         "cron": "0 3 * * *",
           *         "timezone": "Europe/Prague"
           *       },
           *       "graceSeconds": 600,
           *       "channels": [
           *         "ops"
           *       ],
           *       "pingUrl": "https://carillon.example.com/ping/m7Qw1Xr0c5uJp9bYt2Lk8sVe4HnAzd3G",
           *       "state": "up",
           *       "lastPingAt": "2026-12-01T02:07:31.000Z",
           *       "lastPing": "success",
           *       "lastSuccessAt": "2026-12-01T02:07:31.000Z",
           *       "dueAt": "2026-12-02T02:00:00.000Z",
           *       "downSince": null,
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Monitor'];
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
  replaceMonitor: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers with roles in one only. */
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
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "schedule": {
         *         "every": 3600
         *       },
         *       "channels": [
         *         "ops"
         *       ]
         *     }
         */
        'application/json': components['schemas']['MonitorReplacement'];
      };
    };
    responses: {
      /** @description Replace a monitor */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "backup",
           *       "tenant": "ibm",
           *       "name": "Nightly backup",
           *       "schedule": {
           *         "cron": "0 3 * * *",
           *         "timezone": "Europe/Prague"
           *       },
           *       "graceSeconds": 600,
           *       "channels": [
           *         "ops"
           *       ],
           *       "pingUrl": "https://carillon.example.com/ping/m7Qw1Xr0c5uJp9bYt2Lk8sVe4HnAzd3G",
           *       "state": "up",
           *       "lastPingAt": "2026-12-01T02:07:31.000Z",
           *       "lastPing": "success",
           *       "lastSuccessAt": "2026-12-01T02:07:31.000Z",
           *       "dueAt": "2026-12-02T02:00:00.000Z",
           *       "downSince": null,
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Monitor'];
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
  deleteMonitor: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers with roles in one only. */
        tenant?: string;
      };
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
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
  rotateMonitor: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers with roles in one only. */
        tenant?: string;
      };
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Give a monitor another address */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "backup",
           *       "tenant": "ibm",
           *       "name": "Nightly backup",
           *       "schedule": {
           *         "cron": "0 3 * * *",
           *         "timezone": "Europe/Prague"
           *       },
           *       "graceSeconds": 600,
           *       "channels": [
           *         "ops"
           *       ],
           *       "pingUrl": "https://carillon.example.com/ping/m7Qw1Xr0c5uJp9bYt2Lk8sVe4HnAzd3G",
           *       "state": "up",
           *       "lastPingAt": "2026-12-01T02:07:31.000Z",
           *       "lastPing": "success",
           *       "lastSuccessAt": "2026-12-01T02:07:31.000Z",
           *       "dueAt": "2026-12-02T02:00:00.000Z",
           *       "downSince": null,
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Monitor'];
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
  listPings: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        /** @description The tenant; may be left out by callers with roles in one only. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the pings of a monitor, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListPingsAnswer'];
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
  listRules: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those of this tenant. */
        tenant?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List rules */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "billing-fails",
           *           "tenant": "ibm",
           *           "name": "Billing fails",
           *           "match": {
           *             "labels": {
           *               "team": "billing"
           *             }
           *           },
           *           "when": {
           *             "type": "failuresInRow",
           *             "count": 3
           *           },
           *           "channels": [
           *             "ops"
           *           ],
           *           "state": "ok",
           *           "watched": 12,
           *           "affected": 0,
           *           "lookedAt": "2026-12-01T02:07:31.000Z",
           *           "updatedAt": "2026-11-20T09:30:00.000Z",
           *           "updatedBy": "ada"
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListRulesAnswer'];
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
  createRule: {
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
         *       "id": "billing-fails",
         *       "tenant": "ibm",
         *       "name": "Billing fails",
         *       "match": {
         *         "labels": {
         *           "team": "billing"
         *         }
         *       },
         *       "when": {
         *         "type": "failuresInRow",
         *         "count": 3
         *       },
         *       "channels": [
         *         "ops"
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewRule'];
      };
    };
    responses: {
      /** @description Create a rule about jobs */
      201: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "billing-fails",
           *       "tenant": "ibm",
           *       "name": "Billing fails",
           *       "match": {
           *         "labels": {
           *           "team": "billing"
           *         }
           *       },
           *       "when": {
           *         "type": "failuresInRow",
           *         "count": 3
           *       },
           *       "channels": [
           *         "ops"
           *       ],
           *       "state": "ok",
           *       "watched": 12,
           *       "affected": 0,
           *       "lookedAt": "2026-12-01T02:07:31.000Z",
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Rule'];
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
  getRule: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers with roles in one only. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a rule */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "billing-fails",
           *       "tenant": "ibm",
           *       "name": "Billing fails",
           *       "match": {
           *         "labels": {
           *           "team": "billing"
           *         }
           *       },
           *       "when": {
           *         "type": "failuresInRow",
           *         "count": 3
           *       },
           *       "channels": [
           *         "ops"
           *       ],
           *       "state": "ok",
           *       "watched": 12,
           *       "affected": 0,
           *       "lookedAt": "2026-12-01T02:07:31.000Z",
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Rule'];
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
  replaceRule: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers with roles in one only. */
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
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "when": {
         *         "type": "noSuccessSince",
         *         "seconds": 86400
         *       },
         *       "channels": [
         *         "ops"
         *       ]
         *     }
         */
        'application/json': components['schemas']['RuleReplacement'];
      };
    };
    responses: {
      /** @description Replace a rule */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "billing-fails",
           *       "tenant": "ibm",
           *       "name": "Billing fails",
           *       "match": {
           *         "labels": {
           *           "team": "billing"
           *         }
           *       },
           *       "when": {
           *         "type": "failuresInRow",
           *         "count": 3
           *       },
           *       "channels": [
           *         "ops"
           *       ],
           *       "state": "ok",
           *       "watched": 12,
           *       "affected": 0,
           *       "lookedAt": "2026-12-01T02:07:31.000Z",
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Rule'];
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
  deleteRule: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers with roles in one only. */
        tenant?: string;
      };
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
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
  listIncidents: {
    parameters: {
      query?: {
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those of this tenant. */
        tenant?: string;
        /** @description Only those in this state. */
        state?: 'open' | 'acknowledged' | 'resolved';
        /** @description Only those of this monitor; needs `tenant`, unless you have roles in one only. */
        monitor?: string;
        /** @description Only those of this rule; the same, and not together with `monitor`. */
        rule?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List incidents, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "5f0c9e1d2b3a4c5d6e7f8a9b-1",
           *           "tenant": "ibm",
           *           "source": "monitor",
           *           "jobs": [],
           *           "jobCount": 0,
           *           "monitor": "backup",
           *           "monitorName": "Nightly backup",
           *           "reason": "missed",
           *           "message": "Nightly backup: it did not say in time that it succeeded",
           *           "state": "acknowledged",
           *           "openedAt": "2026-12-01T03:05:00.000Z",
           *           "acknowledgedAt": "2026-12-01T03:11:40.000Z",
           *           "acknowledgedBy": "ada",
           *           "escalatedAt": null,
           *           "resolvedAt": null,
           *           "resolvedBy": null,
           *           "notifiedAt": "2026-12-01T03:05:02.100Z"
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListIncidentsAnswer'];
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
  getIncident: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read an incident */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f0c9e1d2b3a4c5d6e7f8a9b-1",
           *       "tenant": "ibm",
           *       "source": "monitor",
           *       "jobs": [],
           *       "jobCount": 0,
           *       "monitor": "backup",
           *       "monitorName": "Nightly backup",
           *       "reason": "missed",
           *       "message": "Nightly backup: it did not say in time that it succeeded",
           *       "state": "acknowledged",
           *       "openedAt": "2026-12-01T03:05:00.000Z",
           *       "acknowledgedAt": "2026-12-01T03:11:40.000Z",
           *       "acknowledgedBy": "ada",
           *       "escalatedAt": null,
           *       "resolvedAt": null,
           *       "resolvedBy": null,
           *       "notifiedAt": "2026-12-01T03:05:02.100Z"
           *     }
           */
          'application/json': components['schemas']['Incident'];
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
  acknowledgeIncident: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Take up an incident: it is not escalated any more */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f0c9e1d2b3a4c5d6e7f8a9b-1",
           *       "tenant": "ibm",
           *       "source": "monitor",
           *       "jobs": [],
           *       "jobCount": 0,
           *       "monitor": "backup",
           *       "monitorName": "Nightly backup",
           *       "reason": "missed",
           *       "message": "Nightly backup: it did not say in time that it succeeded",
           *       "state": "acknowledged",
           *       "openedAt": "2026-12-01T03:05:00.000Z",
           *       "acknowledgedAt": "2026-12-01T03:11:40.000Z",
           *       "acknowledgedBy": "ada",
           *       "escalatedAt": null,
           *       "resolvedAt": null,
           *       "resolvedBy": null,
           *       "notifiedAt": "2026-12-01T03:05:02.100Z"
           *     }
           */
          'application/json': components['schemas']['Incident'];
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
  resolveIncident: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End an incident by hand */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f0c9e1d2b3a4c5d6e7f8a9b-1",
           *       "tenant": "ibm",
           *       "source": "monitor",
           *       "jobs": [],
           *       "jobCount": 0,
           *       "monitor": "backup",
           *       "monitorName": "Nightly backup",
           *       "reason": "missed",
           *       "message": "Nightly backup: it did not say in time that it succeeded",
           *       "state": "acknowledged",
           *       "openedAt": "2026-12-01T03:05:00.000Z",
           *       "acknowledgedAt": "2026-12-01T03:11:40.000Z",
           *       "acknowledgedBy": "ada",
           *       "escalatedAt": null,
           *       "resolvedAt": null,
           *       "resolvedBy": null,
           *       "notifiedAt": "2026-12-01T03:05:02.100Z"
           *     }
           */
          'application/json': components['schemas']['Incident'];
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
  startBulk: {
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
         *       "action": "pause",
         *       "jobs": {
         *         "label": [
         *           "source=git"
         *         ]
         *       },
         *       "note": "the database is being moved"
         *     }
         */
        'application/json': components['schemas']['StartBulkBody'];
      };
    };
    responses: {
      /** @description Change many jobs or runs */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "bulk": {
           *         "id": "5f0c2a3b9d1e4f6a7b8c9d0e",
           *         "kind": "jobs",
           *         "action": "pause",
           *         "state": "Running",
           *         "message": "",
           *         "total": 1204,
           *         "done": 400,
           *         "refused": 1,
           *         "refusals": [
           *           {
           *             "id": "ibm-nightly",
           *             "code": "NOT_FOUND",
           *             "message": "there is no job ibm-nightly"
           *           }
           *         ],
           *         "requestedBy": "anna",
           *         "createdAt": "2026-11-21T12:00:00.000Z",
           *         "finishedAt": null
           *       },
           *       "total": 1204,
           *       "first": [
           *         "ibm-nightly"
           *       ]
           *     }
           */
          'application/json': components['schemas']['StartBulkAnswer'];
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
  getBulk: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description See how far a bulk operation is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f0c2a3b9d1e4f6a7b8c9d0e",
           *       "kind": "jobs",
           *       "action": "pause",
           *       "state": "Running",
           *       "message": "",
           *       "total": 1204,
           *       "done": 400,
           *       "refused": 1,
           *       "refusals": [
           *         {
           *           "id": "ibm-nightly",
           *           "code": "NOT_FOUND",
           *           "message": "there is no job ibm-nightly"
           *         }
           *       ],
           *       "requestedBy": "anna",
           *       "createdAt": "2026-11-21T12:00:00.000Z",
           *       "finishedAt": null
           *     }
           */
          'application/json': components['schemas']['GetBulkAnswer'];
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
  cancelBulk: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': components['schemas']['CancelBulkBody'];
      };
    };
    responses: {
      /** @description End a bulk operation early */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f0c2a3b9d1e4f6a7b8c9d0e",
           *       "kind": "jobs",
           *       "action": "pause",
           *       "state": "Cancelled",
           *       "message": "cancelled by anna",
           *       "total": 1204,
           *       "done": 400,
           *       "refused": 1,
           *       "refusals": [
           *         {
           *           "id": "ibm-nightly",
           *           "code": "NOT_FOUND",
           *           "message": "there is no job ibm-nightly"
           *         }
           *       ],
           *       "requestedBy": "anna",
           *       "createdAt": "2026-11-21T12:00:00.000Z",
           *       "finishedAt": null
           *     }
           */
          'application/json': components['schemas']['GetBulkAnswer'];
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
    };
  };
  readLogs: {
    parameters: {
      query?: {
        /** @description Only attempts of this task. */
        task?: string;
        /** @description Only attempts of the index with this number. */
        index?: number;
        /** @description Only attempts with this number, from 1. */
        attempt?: number;
        /** @description Only that many of the newest lines, and what follows. */
        tail?: number;
        /** @description Only lines from this instant on. */
        since?: string;
        /** @description Only lines that hold this text, whatever its case; not for a log that is followed. */
        q?: string;
        /** @description True: each line begins with its time. */
        timestamps?: 'true' | 'false';
      };
      header?: {
        /** @description The id of the last event seen, where the stream can be resumed. */
        'Last-Event-ID'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
        /** @description Only runs of this tenant. */
        tenant?: string;
        /** @description Only runs of this job. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
        /** @description The id of what is addressed. */
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
        /** @description Only those of this tenant. */
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
  getCalendar: {
    parameters: {
      query?: {
        /** @description A caller with one tenant may leave it out. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of what is addressed. */
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
        /** @description A caller with one tenant may leave it out. */
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
        /** @description The id of what is addressed. */
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
        /** @description A caller with one tenant may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeat with the same key gets the first answer; 503 while the first is still being carried out. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of what is addressed. */
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
        /** @description Only entries of this tenant. */
        tenant?: string;
        /** @description Only entries of this operation, such as `createJob`. */
        action?: string;
        /** @description Only entries about this, such as `job/<id>`. */
        object?: string;
        /** @description Only entries from this instant on. */
        from?: string;
        /** @description Only entries before this instant. */
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
        /** @description Only entries from this instant on. */
        from?: string;
        /** @description Only entries before this instant. */
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
        /** @description Only entries with a higher number. */
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
  setLogLevel: {
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
         *       "level": "debug",
         *       "service": "executor",
         *       "module": "kubernetes",
         *       "seconds": 600
         *     }
         */
        'application/json': components['schemas']['SetLogLevelBody'];
      };
    };
    responses: {
      /** @description Change the log level of running services for a while */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SetLogLevelAnswer'];
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
  diagnose: {
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
         *       "replica": "executor-node7-1-5f3a9c01",
         *       "kind": "cpuProfile",
         *       "seconds": 10
         *     }
         */
        'application/json': components['schemas']['DiagnoseBody'];
      };
    };
    responses: {
      /** @description Take a CPU profile or a heap snapshot of a replica */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DiagnoseAnswer'];
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
  getOverview: {
    parameters: {
      query?: {
        /** @description Only of this tenant. */
        tenant?: string;
        /** @description How many hours are looked back. */
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
  getScheduleLoad: {
    parameters: {
      query?: {
        /** @description The tenant; may be left out by callers of one tenant. */
        tenant?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description See at which minutes the jobs of a tenant start */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetScheduleLoadAnswer'];
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
        /** @description Runs of each job. */
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
        /** @description The id of the tenant. */
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
