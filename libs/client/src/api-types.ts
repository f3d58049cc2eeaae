// Generated from the routes of apps/api by "npm run docs"; edit the routes, not this file.
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
     * @description The workers that at least one tenant of the caller may use, by id. Secrets are shown as "***" to every caller: a worker that is read alone shows them to those who may see them.
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
     * @description Later runs of its jobs use the new version. If the worker has more than 2000 jobs, the further ones change to the new version some time after the answer. A header that is sent back as "***" stays as it is.
     */
    put: operations['replaceWorker'];
    post?: never;
    /**
     * Remove a worker
     * @description The request is refused while jobs use the worker.
     */
    delete: operations['deleteWorker'];
    options?: never;
    head?: never;
    /**
     * Change parts of a worker
     * @description JSON merge patch (RFC 7396): objects are merged, null removes a field, all other values replace the present ones.
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
     * @description With `fromTemplate=true` the body is merged over the template of the worker: objects are merged, all other values replace those of the template. A given `id` must begin with the id of the tenant, as in `ibm-nightly`, because ids are unique over all tenants; only administrators may choose any id.
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
     * @description Creates a new version. Read-only fields (such as `id`, `version` and `status`) may be sent back, and change nothing; a secret that is sent back as "***" stays as it is. The tenant never changes.
     */
    put: operations['replaceJob'];
    post?: never;
    /**
     * Delete a job
     * @description The schedule ends at once; the runs of the job stay until retention removes them.
     */
    delete: operations['deleteJob'];
    options?: never;
    head?: never;
    /**
     * Change parts of a job
     * @description JSON merge patch (RFC 7396): objects are merged, null removes a field, all other values replace the present ones.
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
     * @description The changes from one version to the other, as a JSON Patch (RFC 6902) whose operations also contain the value before. Secrets that the caller may not see are not compared.
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
     * Restore an earlier version of a job
     * @description Creates a new version with the content of the earlier one. The newest 500 former versions are kept.
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
     * Pause a job, so that it gets no new slots, or archive it
     * @description Manual runs stay possible; queued runs stay queued. Runs of an archived job are kept as those of any other job.
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
     * Resume a paused or archived job
     * @description Slots that passed during the pause are not run.
     */
    post: operations['resumeJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/jobs:batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create many jobs
     * @description Up to 100 jobs. Each is handled like a request `POST /jobs`: it is authorised, validated, recorded in the audit, confirmed by the scheduler and possibly refused by itself. The answers have the order of the request, with the status and the error that each would have alone. Jobs that depend on each other belong in requests one after the other. After a request without an answer the same `Idempotency-Key` creates those that are missing, and answers for all.
     */
    post: operations['jobBatch'];
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
     * @description The values in the body apply to this run only. If both are objects, `parameters` and `secureParameters` override those of the job name by name; otherwise they replace them. The same `Idempotency-Key` gives the same run, even if the first answer was lost. If the job has `deduplicate`, `debounce` or `collect`, several requests can become one run: each request is answered at once with that run.
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
     * List slots of a job: future slots, and the outcomes of past slots
     * @description Slots from now or from the instant `from` on; past slots are those of the schedule that the job had then. If a slot did not run, its outcome gives the reason as a code and as a sentence.
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
     * @description The newest 1000 gaps, oldest first, including gaps of earlier schedules of the job. A gap stays when a backfill runs its slots: `backfilled` counts these slots, for as long as the backfill is kept.
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
     * Preview the slots of a schedule
     * @description `H` stands for an example value here; the value that a job gets depends on its id. Slots that are excluded by the calendars in `exclude`, or lie outside of `windows`, have the flag `excluded`. The calendars are those of `tenant`, which callers with a single tenant may leave out.
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
     * Start a backfill: run past slots of a job
     * @description Every slot of the job's present schedule in the range, both ends included, gets a run of its own, no matter what the outcome of the slot was. Slots that calendars exclude are not run. At most 10000 slots. The limits of the job apply to these runs, too: a slot whose run is refused is tried again, and later slots wait for it. A job may have 20 active backfills. With `dryRun` no run is created.
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
     * @description The newest 100 backfills.
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
     * @description No further slots get runs; runs that exist go on.
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
     * @description Newest first, unless `sort` says otherwise. `from` and `to` bound the time at which the run was recorded. Long `completedIndexes` and `failedIndexes` are cut after 1,000 characters and end with `,…`; they are only `…` where a page has more than about ten runs with very many indexes. `GET /runs/{id}` returns them completely.
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
     * @description Up to 1,000 runs. Each is handled like a request `POST /jobs/{id}/run`: it is authorised, admitted, recorded in the audit and possibly refused by itself. The answers have the order of the request, with the status and the error that each would have alone. A body that is not valid is refused as a whole. The same `Idempotency-Key` of the request gives the same runs; the same `idempotencyKey` of an item gives the same run, in any batch. `GET /runs/{id}` shows a run that was accepted.
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
     * Resize a run while it is active
     * @description Fields that are left out stay as they are. The number of indexes is given in the field that the job uses: `completions`, `parallelism.withCount`, or `replicas`, `completions` and `withCount` of a task; keys and matrices cannot be changed. If a number becomes smaller, the least advanced attempts are stopped; they count neither as failure nor as success.
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
     * @description The command is stored before the answer, and is applied once by the service that owns the run.
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
     * @description Runs the job as it is now, with the parameters that were given for the earlier run. With `onlyFailed` the indexes that have succeeded in the earlier run count as succeeded, and only the others are run, with the size to which the earlier run was changed and the `maxActive` of the job. If the job has other indexes now (their number, keys or matrix), or no index is left to run, the answer is 409 `CONFLICT`. For a work queue, `onlyFailed` keeps no successes, because its slots are not pieces of work.
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
    /**
     * List a run's attempts
     * @description In the order of their ids, which are texts: the attempts of index 10 come before those of index 2.
     */
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
     * @description The indexes in the order of tasks and numbers, with their keys or cells and their states in this generation.
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
     * Read the dependencies of a job: the jobs before and after it
     * @description The nearest jobs around a job, at most 200, with their present states.
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
     * Run the dependents of a run
     * @description Runs all jobs that run after an ended run, and the jobs after these, as a new chain, even if they have run before. Their conditions apply as usual. The same `Idempotency-Key` gives the same runs.
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
     * @description Newest first. A delivery is kept for 7 days after it was decided or last requested again.
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
     * @description Newest first. A delivery is kept for 7 days after it was decided or last requested again.
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
     * @description Newest first. A delivery is kept for 7 days after it was decided or last requested again.
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
     * @description Sends the same notice with the same key to the same address at once, with a new series of tries, no matter whether it was delivered, given up, or waits for its next try. This is possible once in 10 seconds.
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
     * @description A tenant has at most 100. The secrets of a channel are stored encrypted and shown to nobody.
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
     * @description Waiting notices use the channel as it is when they are sent. A secret that is given as `***` stays as it is.
     */
    put: operations['replaceChannel'];
    post?: never;
    /**
     * Remove a channel that no job uses
     * @description While rules of jobs use the channel, the answer is 409 `IN_USE` and names the jobs.
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
     * @description The message is sent once, and the answer says whether it was accepted. Each executor performs at most 8 tests at the same time.
     */
    post: operations['testChannel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send events to a channel again
     * @description Every event after a place of the log is sent to a channel of type `cloudevents` again, in order and under the same ids, and whatever follows. The log holds 3 days; a gap before that is told.
     */
    post: operations['replayChannel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/{id}/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show a message of a channel without sending it
     * @description The message of an event with made-up values, by the given template or else by that of the channel.
     */
    post: operations['previewChannel'];
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
     * @description A tenant has at most 1000. No success is due before the first ping.
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
     * @description The address and the history of the monitor stay. New times apply from now on. If the monitor is disabled, its incident ends.
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
     * Replace the address of a monitor
     * @description The former address is not accepted any more.
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
     * @description A tenant has at most 100. Up to 100 jobs of the tenant are checked every 10 s. Runs that ended before the rule was created do not count.
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
     * @description If the rule then watches other jobs or another condition, or is disabled, its incident ends.
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
  '/triggers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List triggers */
    get: operations['listTriggers'];
    put?: never;
    /**
     * Create a trigger: signed messages from outside start runs of a job
     * @description A tenant has at most 200. Messages are POSTed to the `url` of the answer.
     */
    post: operations['createTrigger'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/triggers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a trigger */
    get: operations['getTrigger'];
    /**
     * Replace a trigger
     * @description The address of the trigger stays. A secret that is given as `***` stays as it is.
     */
    put: operations['replaceTrigger'];
    post?: never;
    /** Remove a trigger, with its deliveries */
    delete: operations['deleteTrigger'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/triggers/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries to a trigger, with their outcomes
     * @description Newest first. Each message is listed once, even if it came several times.
     */
    get: operations['listTriggerDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
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
     * @description An incident is kept for 90 days after its end, and is removed together with its monitor or rule.
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
  '/incidents/{id}/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what was changed before an incident
     * @description Newest first: changes of definitions of the tenant, and of the workers of the affected jobs, in the 60 minutes before the incident was opened; at most 50.
     */
    get: operations['listIncidentChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/incidents/{id}/notes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a note to an incident, also after its end
     * @description The answer is 409 `CONFLICT` if the incident has 100 notes.
     */
    post: operations['addIncidentNote'];
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
     * Acknowledge an incident, so that it is not escalated
     * @description The answer is 409 `CONFLICT` if the incident was acknowledged before, or has ended.
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
     * Resolve an incident
     * @description The monitor stays down until its next success; a failure after that opens another incident. A rule opens another incident only after no job was affected any more. The answer is 409 `CONFLICT` if the incident has ended.
     */
    post: operations['resolveIncident'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/errors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List error groups
     * @description An error group contains failed runs of a tenant that have the same reason, the same exit code and the same normalised last lines. A run joins its group shortly after its end. A tenant has at most 500 groups: if there are more, groups with a single failure are removed first, then those whose last failure is longest ago. A group is kept for 90 days after its last failure. A page may have fewer items than `limit` if few groups match the query.
     */
    get: operations['listErrors'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/errors/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an error group
     * @description `GET /runs?errorGroup=` lists the stored runs of the group, and `POST /bulk` with the action `redrive` runs them again.
     */
    get: operations['getError'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/errors/{id}/mute': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Mute an error group
     * @description A muted group goes on counting failures. What opens it again: `newVersion`: the first failure of a later version than those that have failed so far, or of another job; `version`: the first failure of that version or a later one; `time`: the given instant; `forever`: only a request. If the group is muted already, the new terms replace the former ones.
     */
    post: operations['muteError'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/errors/{id}/unmute': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open a muted error group again
     * @description The answer is 409 `CONFLICT` if the group is not muted.
     */
    post: operations['unmuteError'];
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
     * @description Selects the jobs or runs that match the query now, 20000 at most, and changes them one by one in the background. Each change has the effect of a single request: it needs your rights on the object, is recorded in the audit, and may be refused. `abort` with a query of jobs aborts their queued and active runs; these runs are counted. `redrive` runs the failed runs of an error group again, each only once: a run that an earlier redrive ran again is left out, no matter who requested it. The operation continues after a restart of any service, and ends when your token becomes invalid. A caller may have 10 operations in progress. With `dryRun` nothing is changed.
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
     * Read the state of a bulk operation
     * @description Callers see their own operations, admins see all. An operation is kept for a week after its end.
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
     * @description Changes that were made already stay.
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
     * @description The lines of all attempts, merged by time; `task`, `index` and `attempt` select some of them. If there are several attempts, each line begins with `<task>/<index>.<attempt> `. With `Accept: text/event-stream` the log is followed live: events of type `line`, and `end` when the run has ended; with `tail` the first event is `omitted`, whose `lines` says how many lines come before; `Last-Event-ID` resumes after that event.
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
     * Read the storage of a job
     * @description The value that the next run is given. The answer is 404 if there is none. If a worker has put secrets of its run into the value, callers who may not see the secrets of the job get `***`; `***` in a request leaves the value unchanged.
     */
    get: operations['getStorage'];
    /** Set the storage of a job, which the next run is given */
    put: operations['putStorage'];
    post?: never;
    /**
     * Delete the storage of a job
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
     * List the stored versions of a job's storage
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
    /** Restore an earlier version of the storage of a job */
    post: operations['restoreStorage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/events/log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the ends of runs of a tenant from a log
     * @description In the form of CloudEvents 1.0, in the order of the log, from `after` on. The log is written while the tenant has a channel of type `cloudevents`, and holds 3 days; an event is in it some seconds after the end, at the latest after two minutes. Events of one run are in the order of its ends.
     */
    get: operations['readEventLog'];
    put?: never;
    post?: never;
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
     * @description Server-sent events of type `run`, from now on: the run as it is, and its `transitions` since the event before. With `Last-Event-ID` the changes since that event come first: each changed run as it is now, with its transitions since then; changes of the last 10 s before that event may be repeated. An event of type `gap` (`from`) says that more runs have changed than are sent again: read `GET /runs`. A client that reads too slowly is disconnected, and can resume. A stream ends within 5 s after its token is revoked or expires. A caller may have 50 streams open at a replica, a tenant 500.
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
     * Report the progress or the end of an attempt
     * @description The answer follows when the status is stored. `message` and `progress` are shown with the attempt while it runs, and the last ones stay. A repetition of the same final status is answered 204; another status after the end, or a call for an attempt that is not the current one, is answered 409. A field that is `null` counts as left out.
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
     * @description Plain text, or JSON whose `seq` makes repeated calls harmless. In plain text U+FFFD replaces bytes that are not UTF-8; JSON with such bytes is answered 400. The call is accepted until 60 seconds after the end of the attempt.
     */
    post: operations['appendLog'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/callbacks/runs/{attempt}/identity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Give the attempt a new token of its job's identity
     * @description For an attempt that runs for longer than its token is valid, or whose recipients must each get a token of their own. A token is valid for an hour at most, and not for longer than the attempt may run. Refused as soon as the attempt has ended.
     */
    get: operations['renewIdentity'];
    put?: never;
    post?: never;
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
     * @description Any JSON value, which the next run is given; numbers are kept as they are written. The call is accepted until 60 seconds after the end of the attempt, unless a newer run of the job was created or has saved since then: then it is answered 409.
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
     * Create a tenant
     * @description A tenant that is not created by a request comes into existence with its first job.
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
     * @description JSON merge patch (RFC 7396); null removes a limit.
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
    /** Read the identity and the roles of the caller */
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
     * @description The tokens all of whose roles the caller could grant.
     */
    get: operations['listTokens'];
    put?: never;
    /**
     * Create a token
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
     * @description While schedules of jobs exclude the calendar, the answer is 409 `IN_USE` and names the jobs.
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
     * List audit entries: who changed what, and when
     * @description Newest first. An entry is written before its change. The audit also contains refused requests and reads of secrets.
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
     * Export the audit of a tenant as JSON lines
     * @description Oldest first, as the entries are stored: with the number (`seq`), the hash, and the hash of the entry before (`prev`), which `verify` checks. An entry with `outcomeOf` says that the operation of an earlier entry was refused after all. Of an entry that was erased with its tenant only its time and place in the chain are left, and `erased`.
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
     * Verify that no entry of the audit was removed or changed
     * @description Each entry carries the hash of the one before it. One request checks at most 50000 entries; repeat it with `after` as long as `next` is not null.
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
    /** Read the holds and the work that waits */
    get: operations['getHolds'];
    put?: never;
    /**
     * Set a hold for a tenant, or for all tenants
     * @description A hold is durable: it stays set after restarts of all services. With `admissions` no slot becomes a run and no run leaves its queue; requested runs wait. With `starts` no attempt is started. Attempts that run go on, and deadlines stay in force.
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
     * Release a hold
     * @description Slots that have passed in the meantime are handled by the `misfire` policy of each job. After a restore, give in `skipSlotsUntil` the instant up to which slots had run before the restore: these slots become a gap with the reason `AlreadyRun`, and their stored runs that had not begun end as `Skipped`.
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
     * Diagnose the installation: what is wrong, and how to repair it
     * @description Database, indexes, NATS, encryption, certificates, services, versions, clocks, keys, rights in the cluster, variables of secrets, identities, the archive, shipped logs, limits, holds and backlog. Findings of problems come first.
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
     * Change the log level of running services for a limited time
     * @description Changes the level of all services, of one `service` or of one `replica`, and optionally only of one `module`. After `seconds` the level is the configured one (`LOG_LEVEL`) again. Replicas that start in the meantime have the configured level.
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
     * @description The file is written to `DIAGNOSIS_DIR` on the host of the replica and is readable only by its user: it may contain secrets, and is never sent. The replica logs when the file is written (`a diagnosis file was written`), and keeps the newest five files. A heap snapshot stops the process for about a second for each 100 MB; other replicas take over its shards in the meantime.
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
     * Read the overview: what needs attention, and the figures of the last hours
     * @description Runs that have failed, wait or take longer than usual; missed slots; the next slots; runs and lateness by the hour. The figures are at most 5 s old.
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
     * Count the starts of jobs of a tenant by minute
     * @description Counts at most 20,000 jobs by their next slots within 24 hours; the figures are at most 10 s old. Many jobs in the same minute compete for the same resources; `H` in a cron expression gives each job a minute of its own.
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
     * @description A few fields of each run, for lists of jobs with their last results. Jobs that the caller may not read are left out.
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
  '/jobs/{id}/outcomes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count the results of runs of a job by day
     * @description Counts runs by the day on which they were recorded; only the newest 50,000 stored runs are counted.
     */
    get: operations['countOutcomes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/last-successes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List jobs by the time since their last success
     * @description Lists jobs of which runs are expected (they are active, and have a schedule or run after other jobs): first jobs that have never succeeded, then jobs whose latest success is longest ago. A job that succeeds while pages are read can be missing. With `olderThanSeconds` the list contains the jobs that a rule with `noSuccessSince` would find.
     */
    get: operations['listLastSuccesses'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/schedules/herd': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Report which jobs of a tenant start in the same minutes, and how to spread them
     * @description Counts the slots of at most 5,000 schedules by the minute in which their runs start, including jitter and calendars, and calculates the peak that would remain if every suggestion were followed. Nothing is changed. The report is at most 30 s old.
     */
    get: operations['getHerd'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what tenants, jobs or days used in a month
     * @description Counts runs that ended in the month, about two minutes after their end: for each tenant or each job that had any, or had something in job storage, in the order of ids, or for each day. CPU and memory are those that the pods of an attempt requested after admission, for the time in which the attempt ran; processes and web services request none. Usage is kept for about 26 months and does not depend on how long runs are kept: it contains removed runs and removed jobs. The usage of a tenant is removed with the tenant.
     */
    get: operations['listUsage'];
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
     * List the limits of a tenant, with the runs that hold permits and the runs that wait
     * @description The quota of active runs, and the concurrency groups that have a size or are in use.
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
  '/services': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the state of each service
     * @description A service without a ready replica is not available; its work waits.
     */
    get: operations['listServices'];
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
     * List the replicas of the services with their shards and lags, and the encryption keys in use
     * @description Contains replicas that have sent a heartbeat within the last minute. Of the encryption keys it contains only the ids and how many stored values need each key, as counted once a day and after `npm run rekey`.
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
     * The request that starts an attempt of a web-service worker
     * @description The request goes to the url of the job or worker, with the headers of both (those of the job take precedence) and `Idempotency-Key: <attempt id>`. The answers 200, 201 and 202 mean that the attempt is started. 429, 503 and a refused connection mean that it was not started: the same request is repeated. Any other answer means that the attempt has failed.
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
     * The request to the webhook of a rule in `notify`
     * @description The request has the header `Idempotency-Key: <id>`. It is repeated with the same id until it is answered 2xx, at most 16 times within about an hour and a half.
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
      /**
       * @description The id by which jobs refer to the worker.
       * @example acme-reports
       */
      id: string;
      /**
       * @description The version of the worker: the number of the edit, from 1.
       * @example 3
       */
      version: number;
      /**
       * @description The display name.
       * @example Reports
       */
      name: string;
      /**
       * @description A description of the worker, for people.
       * @example Writes the report of the day before.
       */
      description?: string;
      /**
       * @description The engine that executes the attempts.
       * @example kubernetes
       * @enum {string}
       */
      engine: 'kubernetes' | 'webservice' | 'process';
      /**
       * @description Kubernetes: the container image.
       * @example registry.acme.example/reports:3
       */
      image?: string;
      /**
       * @description The program and its first arguments. Kubernetes: they replace the entry point of the image.
       * @example [
       *       "/opt/acme/report"
       *     ]
       */
      command?: string[];
      /**
       * @description Arguments that follow the command.
       * @example [
       *       "--all"
       *     ]
       */
      args?: string[];
      /**
       * @description Environment variables.
       * @example {
       *       "REPORT_FORMAT": "csv"
       *     }
       */
      env?: {
        [key: string]: string;
      };
      /**
       * @description Kubernetes: environment variables whose values come from keys of secrets.
       * @example [
       *       {
       *         "secret": "reports-database",
       *         "key": "password",
       *         "as": "DATABASE_PASSWORD"
       *       }
       *     ]
       */
      envFrom?: {
        /**
         * @description The name of the Kubernetes secret.
         * @example reports-database
         */
        secret: string;
        /**
         * @description The key in that secret.
         * @example password
         */
        key: string;
        /**
         * @description The name of the environment variable that holds the value.
         * @example DATABASE_PASSWORD
         */
        as: string;
      }[];
      /**
       * @description Kubernetes: requests and limits of the container.
       * @example {
       *       "requests": {
       *         "cpu": "100m",
       *         "memory": "128Mi"
       *       }
       *     }
       */
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
        /**
         * @description Quantities that may be used at most, by resource.
         * @example {
         *       "cpu": "500m",
         *       "memory": "256Mi"
         *     }
         */
        limits?: {
          [key: string]: string;
        };
      };
      /**
       * @description Kubernetes: the PodTemplateSpec from which pods are created.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description Kubernetes only: true lets the containers run as root, without capabilities and without privilege escalation. Only admins may change workers. The namespace must accept such pods; the Pod Security level `restricted` does not.
       * @example true
       */
      allowRoot?: boolean;
      /**
       * @description Kubernetes: the names of the secrets that are used to pull the image.
       * @example [
       *       "registry-acme"
       *     ]
       */
      imagePullSecrets?: string[];
      /**
       * @description Kubernetes: the service account of the pods.
       * @example reports
       */
      serviceAccount?: string;
      /**
       * @description Kubernetes: the fields that jobs may set if the worker has rights of its own (envFrom, serviceAccount, imagePullSecrets, references in its podTemplate); jobs of other workers may set every field. An editor who may set `image` or `command` thereby has all of these rights. `env` stands for every variable, `env.NAME` for one. Kubernetes and processes: `secretsFrom` of jobs may set these variables, also in place of those of the worker; `identity` lets jobs have one. Web services: `http` lets jobs set `answer`, `http` and `idempotentStart`; a worker without a `url` always does. Default: `args` if the command of the worker is not just a shell or interpreter, otherwise none.
       * @example [
       *       "image"
       *     ]
       */
      jobFields?: (
        ('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns' | 'http' | 'identity') | string
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called to start an attempt.
       * @example https://reports.acme.example/work
       */
      url?: string;
      /**
       * @description Only admins see the values, and owners if only their own tenants may use the worker; for others they are "***".
       * @example {
       *       "x-source": "carillon"
       *     }
       */
      httpHeaders: {
        [key: string]: string;
      };
      /**
       * Format: uri
       * @description Web services: the address that is called when an attempt has to end early.
       * @example https://reports.acme.example/work/cancel
       */
      cancelUrl?: string;
      /**
       * @description Web services: `accepts`, if the answer says that the work has begun and callbacks report its end; `ends`, if the work is done when the answer arrives, whose status decides. Default: `accepts`.
       * @example accepts
       * @enum {string}
       */
      answer?: 'accepts' | 'ends';
      /**
       * @description Web services with `answer: ends`: what is sent, and how the answer is judged.
       * @example {
       *       "method": "POST",
       *       "body": "{\"day\":\"${run.scheduled_for}\"}",
       *       "outputs": {
       *         "rows": "/data/count"
       *       }
       *     }
       */
      http?: {
        /**
         * @description Default: `POST` if there is a body, otherwise `GET`.
         * @example GET
         * @enum {string}
         */
        method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * @description Parameters that are added to the query of the address; `${…}` as in `body`. They are no secrets.
         * @example {
         *       "day": "${run.scheduled_for}"
         *     }
         */
        query?: {
          [key: string]: string;
        };
        /**
         * @description The body, in which `${job.name}`, `${run.scheduled_for}`, `${option.<name>}` and the like are replaced; `${option.<name>:json}` becomes a JSON string with its quotation marks. Its type is `application/json` if it is JSON, otherwise `text/plain`, unless `httpHeaders` name one. Default: none.
         * @example {"day":"${run.scheduled_for}"}
         */
        body?: string;
        /**
         * @description The statuses, and ranges of them, that mean success. Any other fails the attempt. Default: `200-299`.
         * @example [
         *       "200-299",
         *       404
         *     ]
         */
        success?: (number | string)[];
        /**
         * @description Outputs of the run: JSON Pointers into the answer, by name. A successful answer that is no JSON, or has no such value, fails the attempt (`OutputMissing`).
         * @example {
         *       "rows": "/data/count"
         *     }
         */
        outputs?: {
          [key: string]: string;
        };
        /**
         * @description Seconds from the call to the end of its answer, at most 1800. Default: 180.
         * @example 290
         */
        timeoutSeconds?: number;
        /**
         * @description How the call says who makes it. It replaces a header `Authorization`.
         * @example {
         *       "oauth": {
         *         "tokenUrl": "https://login.acme.example/oauth2/token",
         *         "clientId": "carillon",
         *         "clientSecret": "CLIENT_SECRET"
         *       }
         *     }
         */
        auth?: {
          /**
           * @description A token of OAuth 2.0 for the client itself (RFC 6749, 4.4), in the header `Authorization`.
           * @example {
           *       "tokenUrl": "https://login.acme.example/oauth2/token",
           *       "clientId": "carillon",
           *       "clientSecret": "CLIENT_SECRET"
           *     }
           */
          oauth: {
            /**
             * Format: uri
             * @description The token endpoint of the authorization server. The same hosts are allowed as for calls.
             * @example https://login.acme.example/oauth2/token
             */
            tokenUrl: string;
            /**
             * @description The id of the client.
             * @example carillon
             */
            clientId: string;
            /**
             * @description The name (`as`) of the reference in `secretsFrom` of the job that gives the secret of the client.
             * @example CLIENT_SECRET
             */
            clientSecret: string;
            /**
             * @description The scopes that are requested, separated by spaces.
             * @example reports.write
             */
            scope?: string;
            /**
             * @description The audience that is requested, where the server takes one.
             * @example https://reports.acme.example
             */
            audience?: string;
            /**
             * @description Whether id and secret are sent in the header `Authorization` or in the body. Default: `basic`.
             * @example basic
             * @enum {string}
             */
            clientAuthentication?: 'basic' | 'post';
          };
        };
      };
      /**
       * @description Web services: true if the same call may be sent twice; then a call without an answer is repeated. Default: false; with `answer: ends`, true for GET, HEAD, PUT and DELETE.
       * @example true
       */
      idempotentStart?: boolean;
      /**
       * @description The limits of attempts, for all executors together. If the tasks of a run have several workers, the limits of the worker of the job apply.
       * @example {
       *       "maxActive": 10
       *     }
       */
      limits?: {
        /**
         * @description How many attempts may be live at once.
         * @example 10
         */
        maxActive?: number;
        /**
         * @description How many attempts are started in a second at most.
         * @example 20
         */
        maxPerSecond?: number;
      };
      /**
       * @description The tenants that may use the worker. Default: all tenants.
       * @example [
       *       "acme"
       *     ]
       */
      tenants?: string[];
      /**
       * @description The fields with which a new job of this worker begins.
       * @example {
       *       "cron": "0 3 * * *",
       *       "parameters": {
       *         "rows": 1000
       *       }
       *     }
       */
      template?: components['schemas']['JsonObject'];
      /**
       * @description Why no attempt can call the worker: its address is outside of `WEBSERVICE_ALLOW`. Left out otherwise.
       * @example billing.shop.svc is outside WEBSERVICE_ALLOW, which is public
       */
      callRefused?: string;
      /**
       * @description Secrets that cannot be decrypted with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until new values are given. The field is left out if there are none.
       * @example []
       */
      warnings?: {
        /**
         * @description The field that the warning concerns.
         * @example secureParameters
         * @example httpHeaders.Authorization
         * @example notify.0.webhook
         */
        field: string;
        /**
         * @description Why the secret cannot be decrypted: its key is not among the present keys, or the stored value is damaged.
         * @example SecretKeyMissing
         * @enum {string}
         */
        reason: 'SecretKeyMissing' | 'SecretDamaged';
        /**
         * @description The id of the key with which the secret is encrypted.
         * @example 2026-01
         */
        key: string;
        /**
         * @description The reason, as a sentence.
         * @example The key 2026-01 of the secret is not among SECRET_KEYS.
         */
        message: string;
      }[];
      /**
       * Format: date-time
       * @description When the worker was created.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the worker was last edited.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description The name of the caller who made the last edit.
       * @example ada
       */
      updatedBy: string;
    };
    NewWorker: {
      /**
       * @description The id by which jobs refer to the worker.
       * @example acme-reports
       */
      id: string;
      /**
       * @description The display name.
       * @example Reports
       */
      name: string;
      /**
       * @description A description of the worker, for people.
       * @example Writes the report of the day before.
       */
      description?: string;
      /**
       * @description The engine that executes attempts: as pods, as calls of a web service, or as processes on the executor's host. Default: `kubernetes`.
       * @example kubernetes
       * @enum {string}
       */
      engine?: 'kubernetes' | 'webservice' | 'process';
      /**
       * @description Kubernetes: the container image.
       * @example registry.acme.example/reports:3
       */
      image?: string;
      /**
       * @description The program and its first arguments. Kubernetes: they replace the entry point of the image.
       * @example [
       *       "/opt/acme/report"
       *     ]
       */
      command?: string[];
      /**
       * @description Arguments that follow the command.
       * @example [
       *       "--all"
       *     ]
       */
      args?: string[];
      /**
       * @description Environment variables.
       * @example {
       *       "REPORT_FORMAT": "csv"
       *     }
       */
      env?: {
        [key: string]: string;
      };
      /**
       * @description Kubernetes: environment variables whose values come from keys of secrets.
       * @example [
       *       {
       *         "secret": "reports-database",
       *         "key": "password",
       *         "as": "DATABASE_PASSWORD"
       *       }
       *     ]
       */
      envFrom?: {
        /**
         * @description The name of the Kubernetes secret.
         * @example reports-database
         */
        secret: string;
        /**
         * @description The key in that secret.
         * @example password
         */
        key: string;
        /**
         * @description The name of the environment variable that holds the value.
         * @example DATABASE_PASSWORD
         */
        as: string;
      }[];
      /**
       * @description Kubernetes: requests and limits of the container.
       * @example {
       *       "requests": {
       *         "cpu": "100m",
       *         "memory": "128Mi"
       *       }
       *     }
       */
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
        /**
         * @description Quantities that may be used at most, by resource.
         * @example {
         *       "cpu": "500m",
         *       "memory": "256Mi"
         *     }
         */
        limits?: {
          [key: string]: string;
        };
      };
      /**
       * @description Kubernetes: the PodTemplateSpec from which pods are created.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description Kubernetes only: true lets the containers run as root, without capabilities and without privilege escalation. Only admins may change workers. The namespace must accept such pods; the Pod Security level `restricted` does not.
       * @example true
       */
      allowRoot?: boolean;
      /**
       * @description Kubernetes: the names of the secrets that are used to pull the image.
       * @example [
       *       "registry-acme"
       *     ]
       */
      imagePullSecrets?: string[];
      /**
       * @description Kubernetes: the service account of the pods.
       * @example reports
       */
      serviceAccount?: string;
      /**
       * @description Kubernetes: the fields that jobs may set if the worker has rights of its own (envFrom, serviceAccount, imagePullSecrets, references in its podTemplate); jobs of other workers may set every field. An editor who may set `image` or `command` thereby has all of these rights. `env` stands for every variable, `env.NAME` for one. Kubernetes and processes: `secretsFrom` of jobs may set these variables, also in place of those of the worker; `identity` lets jobs have one. Web services: `http` lets jobs set `answer`, `http` and `idempotentStart`; a worker without a `url` always does. Default: `args` if the command of the worker is not just a shell or interpreter, otherwise none.
       * @example [
       *       "image"
       *     ]
       */
      jobFields?: (
        ('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns' | 'http' | 'identity') | string
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called to start an attempt.
       * @example https://reports.acme.example/work
       */
      url?: string;
      /**
       * @description Web services: headers of the call. Values are stored encrypted and shown as `***`. If the header `webhook-signature` begins with `whsec_`, it is a secret with which the calls are signed.
       * @example {
       *       "x-source": "carillon"
       *     }
       */
      httpHeaders?: {
        [key: string]: string & (unknown & unknown);
      };
      /**
       * Format: uri
       * @description Web services: the address that is called when an attempt has to end early.
       * @example https://reports.acme.example/work/cancel
       */
      cancelUrl?: string;
      /**
       * @description Web services: `accepts`, if the answer says that the work has begun and callbacks report its end; `ends`, if the work is done when the answer arrives, whose status decides. Default: `accepts`.
       * @example accepts
       * @enum {string}
       */
      answer?: 'accepts' | 'ends';
      /**
       * @description Web services with `answer: ends`: what is sent, and how the answer is judged.
       * @example {
       *       "method": "POST",
       *       "body": "{\"day\":\"${run.scheduled_for}\"}",
       *       "outputs": {
       *         "rows": "/data/count"
       *       }
       *     }
       */
      http?: {
        /**
         * @description Default: `POST` if there is a body, otherwise `GET`.
         * @example GET
         * @enum {string}
         */
        method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * @description Parameters that are added to the query of the address; `${…}` as in `body`. They are no secrets.
         * @example {
         *       "day": "${run.scheduled_for}"
         *     }
         */
        query?: {
          [key: string]: string;
        };
        /**
         * @description The body, in which `${job.name}`, `${run.scheduled_for}`, `${option.<name>}` and the like are replaced; `${option.<name>:json}` becomes a JSON string with its quotation marks. Its type is `application/json` if it is JSON, otherwise `text/plain`, unless `httpHeaders` name one. Default: none.
         * @example {"day":"${run.scheduled_for}"}
         */
        body?: string;
        /**
         * @description The statuses, and ranges of them, that mean success. Any other fails the attempt. Default: `200-299`.
         * @example [
         *       "200-299",
         *       404
         *     ]
         */
        success?: (number | string)[];
        /**
         * @description Outputs of the run: JSON Pointers into the answer, by name. A successful answer that is no JSON, or has no such value, fails the attempt (`OutputMissing`).
         * @example {
         *       "rows": "/data/count"
         *     }
         */
        outputs?: {
          [key: string]: string;
        };
        /**
         * @description Seconds from the call to the end of its answer, at most 1800. Default: 180.
         * @example 290
         */
        timeoutSeconds?: number;
        /**
         * @description How the call says who makes it. It replaces a header `Authorization`.
         * @example {
         *       "oauth": {
         *         "tokenUrl": "https://login.acme.example/oauth2/token",
         *         "clientId": "carillon",
         *         "clientSecret": "CLIENT_SECRET"
         *       }
         *     }
         */
        auth?: {
          /**
           * @description A token of OAuth 2.0 for the client itself (RFC 6749, 4.4), in the header `Authorization`.
           * @example {
           *       "tokenUrl": "https://login.acme.example/oauth2/token",
           *       "clientId": "carillon",
           *       "clientSecret": "CLIENT_SECRET"
           *     }
           */
          oauth: {
            /**
             * Format: uri
             * @description The token endpoint of the authorization server. The same hosts are allowed as for calls.
             * @example https://login.acme.example/oauth2/token
             */
            tokenUrl: string;
            /**
             * @description The id of the client.
             * @example carillon
             */
            clientId: string;
            /**
             * @description The name (`as`) of the reference in `secretsFrom` of the job that gives the secret of the client.
             * @example CLIENT_SECRET
             */
            clientSecret: string;
            /**
             * @description The scopes that are requested, separated by spaces.
             * @example reports.write
             */
            scope?: string;
            /**
             * @description The audience that is requested, where the server takes one.
             * @example https://reports.acme.example
             */
            audience?: string;
            /**
             * @description Whether id and secret are sent in the header `Authorization` or in the body. Default: `basic`.
             * @example basic
             * @enum {string}
             */
            clientAuthentication?: 'basic' | 'post';
          };
        };
      };
      /**
       * @description Web services: true if the same call may be sent twice; then a call without an answer is repeated. Default: false; with `answer: ends`, true for GET, HEAD, PUT and DELETE.
       * @example true
       */
      idempotentStart?: boolean;
      /**
       * @description The limits of attempts, for all executors together. If the tasks of a run have several workers, the limits of the worker of the job apply.
       * @example {
       *       "maxActive": 10
       *     }
       */
      limits?: {
        /**
         * @description How many attempts may be live at once.
         * @example 10
         */
        maxActive?: number;
        /**
         * @description How many attempts are started in a second at most.
         * @example 20
         */
        maxPerSecond?: number;
      };
      /**
       * @description The tenants that may use the worker. Default: all tenants.
       * @example [
       *       "acme"
       *     ]
       */
      tenants?: string[];
      /**
       * @description The fields with which a new job of this worker begins.
       * @example {
       *       "cron": "0 3 * * *",
       *       "parameters": {
       *         "rows": 1000
       *       }
       *     }
       */
      template?: components['schemas']['JsonObject'];
    };
    WorkerReplacement: {
      /**
       * @description The display name.
       * @example Reports
       */
      name: string;
      /**
       * @description A description of the worker, for people.
       * @example Writes the report of the day before.
       */
      description?: string;
      /**
       * @description The engine that executes attempts: as pods, as calls of a web service, or as processes on the executor's host. Default: `kubernetes`.
       * @example kubernetes
       * @enum {string}
       */
      engine?: 'kubernetes' | 'webservice' | 'process';
      /**
       * @description Kubernetes: the container image.
       * @example registry.acme.example/reports:3
       */
      image?: string;
      /**
       * @description The program and its first arguments. Kubernetes: they replace the entry point of the image.
       * @example [
       *       "/opt/acme/report"
       *     ]
       */
      command?: string[];
      /**
       * @description Arguments that follow the command.
       * @example [
       *       "--all"
       *     ]
       */
      args?: string[];
      /**
       * @description Environment variables.
       * @example {
       *       "REPORT_FORMAT": "csv"
       *     }
       */
      env?: {
        [key: string]: string;
      };
      /**
       * @description Kubernetes: environment variables whose values come from keys of secrets.
       * @example [
       *       {
       *         "secret": "reports-database",
       *         "key": "password",
       *         "as": "DATABASE_PASSWORD"
       *       }
       *     ]
       */
      envFrom?: {
        /**
         * @description The name of the Kubernetes secret.
         * @example reports-database
         */
        secret: string;
        /**
         * @description The key in that secret.
         * @example password
         */
        key: string;
        /**
         * @description The name of the environment variable that holds the value.
         * @example DATABASE_PASSWORD
         */
        as: string;
      }[];
      /**
       * @description Kubernetes: requests and limits of the container.
       * @example {
       *       "requests": {
       *         "cpu": "100m",
       *         "memory": "128Mi"
       *       }
       *     }
       */
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
        /**
         * @description Quantities that may be used at most, by resource.
         * @example {
         *       "cpu": "500m",
         *       "memory": "256Mi"
         *     }
         */
        limits?: {
          [key: string]: string;
        };
      };
      /**
       * @description Kubernetes: the PodTemplateSpec from which pods are created.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description Kubernetes only: true lets the containers run as root, without capabilities and without privilege escalation. Only admins may change workers. The namespace must accept such pods; the Pod Security level `restricted` does not.
       * @example true
       */
      allowRoot?: boolean;
      /**
       * @description Kubernetes: the names of the secrets that are used to pull the image.
       * @example [
       *       "registry-acme"
       *     ]
       */
      imagePullSecrets?: string[];
      /**
       * @description Kubernetes: the service account of the pods.
       * @example reports
       */
      serviceAccount?: string;
      /**
       * @description Kubernetes: the fields that jobs may set if the worker has rights of its own (envFrom, serviceAccount, imagePullSecrets, references in its podTemplate); jobs of other workers may set every field. An editor who may set `image` or `command` thereby has all of these rights. `env` stands for every variable, `env.NAME` for one. Kubernetes and processes: `secretsFrom` of jobs may set these variables, also in place of those of the worker; `identity` lets jobs have one. Web services: `http` lets jobs set `answer`, `http` and `idempotentStart`; a worker without a `url` always does. Default: `args` if the command of the worker is not just a shell or interpreter, otherwise none.
       * @example [
       *       "image"
       *     ]
       */
      jobFields?: (
        ('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns' | 'http' | 'identity') | string
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called to start an attempt.
       * @example https://reports.acme.example/work
       */
      url?: string;
      /**
       * @description Web services: headers of the call; `***` in place of a value leaves it as it is.
       * @example {
       *       "x-source": "carillon"
       *     }
       */
      httpHeaders?:
        | '***'
        | {
            [key: string]: string & (unknown & unknown);
          };
      /**
       * Format: uri
       * @description Web services: the address that is called when an attempt has to end early.
       * @example https://reports.acme.example/work/cancel
       */
      cancelUrl?: string;
      /**
       * @description Web services: `accepts`, if the answer says that the work has begun and callbacks report its end; `ends`, if the work is done when the answer arrives, whose status decides. Default: `accepts`.
       * @example accepts
       * @enum {string}
       */
      answer?: 'accepts' | 'ends';
      /**
       * @description Web services with `answer: ends`: what is sent, and how the answer is judged.
       * @example {
       *       "method": "POST",
       *       "body": "{\"day\":\"${run.scheduled_for}\"}",
       *       "outputs": {
       *         "rows": "/data/count"
       *       }
       *     }
       */
      http?: {
        /**
         * @description Default: `POST` if there is a body, otherwise `GET`.
         * @example GET
         * @enum {string}
         */
        method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * @description Parameters that are added to the query of the address; `${…}` as in `body`. They are no secrets.
         * @example {
         *       "day": "${run.scheduled_for}"
         *     }
         */
        query?: {
          [key: string]: string;
        };
        /**
         * @description The body, in which `${job.name}`, `${run.scheduled_for}`, `${option.<name>}` and the like are replaced; `${option.<name>:json}` becomes a JSON string with its quotation marks. Its type is `application/json` if it is JSON, otherwise `text/plain`, unless `httpHeaders` name one. Default: none.
         * @example {"day":"${run.scheduled_for}"}
         */
        body?: string;
        /**
         * @description The statuses, and ranges of them, that mean success. Any other fails the attempt. Default: `200-299`.
         * @example [
         *       "200-299",
         *       404
         *     ]
         */
        success?: (number | string)[];
        /**
         * @description Outputs of the run: JSON Pointers into the answer, by name. A successful answer that is no JSON, or has no such value, fails the attempt (`OutputMissing`).
         * @example {
         *       "rows": "/data/count"
         *     }
         */
        outputs?: {
          [key: string]: string;
        };
        /**
         * @description Seconds from the call to the end of its answer, at most 1800. Default: 180.
         * @example 290
         */
        timeoutSeconds?: number;
        /**
         * @description How the call says who makes it. It replaces a header `Authorization`.
         * @example {
         *       "oauth": {
         *         "tokenUrl": "https://login.acme.example/oauth2/token",
         *         "clientId": "carillon",
         *         "clientSecret": "CLIENT_SECRET"
         *       }
         *     }
         */
        auth?: {
          /**
           * @description A token of OAuth 2.0 for the client itself (RFC 6749, 4.4), in the header `Authorization`.
           * @example {
           *       "tokenUrl": "https://login.acme.example/oauth2/token",
           *       "clientId": "carillon",
           *       "clientSecret": "CLIENT_SECRET"
           *     }
           */
          oauth: {
            /**
             * Format: uri
             * @description The token endpoint of the authorization server. The same hosts are allowed as for calls.
             * @example https://login.acme.example/oauth2/token
             */
            tokenUrl: string;
            /**
             * @description The id of the client.
             * @example carillon
             */
            clientId: string;
            /**
             * @description The name (`as`) of the reference in `secretsFrom` of the job that gives the secret of the client.
             * @example CLIENT_SECRET
             */
            clientSecret: string;
            /**
             * @description The scopes that are requested, separated by spaces.
             * @example reports.write
             */
            scope?: string;
            /**
             * @description The audience that is requested, where the server takes one.
             * @example https://reports.acme.example
             */
            audience?: string;
            /**
             * @description Whether id and secret are sent in the header `Authorization` or in the body. Default: `basic`.
             * @example basic
             * @enum {string}
             */
            clientAuthentication?: 'basic' | 'post';
          };
        };
      };
      /**
       * @description Web services: true if the same call may be sent twice; then a call without an answer is repeated. Default: false; with `answer: ends`, true for GET, HEAD, PUT and DELETE.
       * @example true
       */
      idempotentStart?: boolean;
      /**
       * @description The limits of attempts, for all executors together. If the tasks of a run have several workers, the limits of the worker of the job apply.
       * @example {
       *       "maxActive": 10
       *     }
       */
      limits?: {
        /**
         * @description How many attempts may be live at once.
         * @example 10
         */
        maxActive?: number;
        /**
         * @description How many attempts are started in a second at most.
         * @example 20
         */
        maxPerSecond?: number;
      };
      /**
       * @description The tenants that may use the worker. Default: all tenants.
       * @example [
       *       "acme"
       *     ]
       */
      tenants?: string[];
      /**
       * @description The fields with which a new job of this worker begins.
       * @example {
       *       "cron": "0 3 * * *",
       *       "parameters": {
       *         "rows": 1000
       *       }
       *     }
       */
      template?: components['schemas']['JsonObject'];
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example acme-reports
       */
      id?: string;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example 3
       */
      version?: number;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example 2026-11-30T03:00:00.000Z
       */
      createdAt?: string;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example 2026-11-30T03:00:00.000Z
       */
      updatedAt?: string;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example ada
       */
      updatedBy?: string;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example []
       */
      warnings?: unknown;
    };
    Job: {
      /**
       * @description The id of the job.
       * @example acme-nightly
       */
      id: string;
      /**
       * @description The version of the job: the number of the edit, from 1.
       * @example 3
       */
      version: number;
      /**
       * @description The id of the tenant that owns the job; it never changes.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name: one line of at most 200 characters.
       * @example Nightly report
       */
      name: string;
      /**
       * @description The id of the worker that does the work.
       * @example acme-reports
       */
      worker: string;
      /**
       * @description Pairs of name and value by which lists can be filtered.
       * @example {
       *       "team": "reports"
       *     }
       */
      labels: {
        [key: string]: string;
      };
      /**
       * @description False: no slots are run; manual runs stay possible.
       * @example true
       */
      enabled: boolean;
      /**
       * @description When the job is archived automatically: `ended`, when its schedule has no further slot and all its runs have ended; `succeeded`, when a run has succeeded after the last change of the job. Default: never.
       * @example ended
       * @enum {string}
       */
      archiveWhen?: 'ended' | 'succeeded';
      /**
       * @description The people or teams that are responsible for the job; for information only.
       * @example [
       *       "ada@acme.example"
       *     ]
       */
      owners: string[];
      /**
       * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/guide/schedules.md.
       * @example 0 10 * * *
       * @example H 3 * * 1-5
       */
      cron?: string;
      /**
       * @description When the job runs; a job without a schedule is run by request only.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
      schedule?: components['schemas']['Schedule'];
      /**
       * @description The ends of runs of other jobs after which the job runs, at most 32. If the job also has a schedule, it runs at its slots, too.
       * @example [
       *       {
       *         "job": "ibm-load"
       *       }
       *     ]
       */
      after?: {
        /**
         * @description The id of the job whose run has to end.
         * @example ibm-load
         */
        job: string;
        /**
         * @description The result that the run must have: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). Default: `succeeded`.
         * @example succeeded
         * @enum {string}
         */
        on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description The run whose end counts. `sameSlot`: the run of the same slot (of the same chain where the chain was started by hand), for which the job waits. `latest`: the latest run that has ended; the job does not wait. Default: `sameSlot`.
         * @example sameSlot
         * @enum {string}
         */
        match?: 'sameSlot' | 'latest';
        /**
         * @description The run must have ended at most this many seconds before the last of the runs after which the job runs; at most 31622400. Default: no limit.
         * @example 3600
         */
        within?: number;
        /**
         * @description The run ended with one of these exit codes.
         * @example [
         *       75
         *     ]
         */
        exitCodes?: number[];
        /**
         * @description Tests of the outputs, all of which have to pass; at most 16 tests.
         * @example [
         *       {
         *         "path": "/rows"
         *       }
         *     ]
         */
        outputs?: {
          /**
           * @description The output to test, as a JSON Pointer.
           * @example /rows
           */
          path: string;
          /**
           * @description True: the output exists; false: it does not.
           * @example true
           */
          exists?: boolean;
          /**
           * @description The output equals this value.
           * @example complete
           */
          equals?: components['schemas']['JsonValue'];
          /**
           * @description The output is a number that is at least this.
           * @example 1
           */
          min?: number;
          /**
           * @description The output is a number that is at most this.
           * @example 1000
           */
          max?: number;
        }[];
        /**
         * @description Outputs that become parameters of this job's run: the name of the parameter and a JSON Pointer into the outputs; at most 32. Where an output is missing, the parameter of the job stays as it is.
         * @example {
         *       "file": "/file"
         *     }
         */
        pass?: {
          [key: string]: string;
        };
      }[];
      /**
       * @description How the conditions of `after` are combined, and the deadline by which they have to be met.
       * @example {
       *       "require": "all"
       *     }
       */
      afterRule?: {
        /**
         * @description Whether `all` conditions of `after` have to be met, or `any` of them. Default: `all`.
         * @example all
         * @enum {string}
         */
        require?: 'all' | 'any';
        /**
         * @description The deadline by which the job must have got a run since the deadline before; otherwise a missed slot is recorded for the job, and its notices are sent.
         * @example {
         *       "at": "06:00"
         *     }
         */
        deadline?: {
          /**
           * @description A time of day, as `HH:MM`.
           * @example 06:00
           */
          at: string;
          /**
           * @description IANA name of the time zone of the deadline. Default: UTC.
           * @example Europe/Prague
           */
          timezone?: string;
          /**
           * @description Days of the week on which the deadline applies. Default: all.
           * @example [
           *       "mon"
           *     ]
           */
          weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        };
      };
      /**
       * @description How slots are handled that passed while nothing could start them.
       * @example {
       *       "policy": "skip"
       *     }
       */
      misfire?: {
        /**
         * @description Slots that passed while nothing could start them: `skip` runs none, `last` only the latest, `all` all of them, up to `maxMissed`. Default: `last`.
         * @example skip
         * @enum {string}
         */
        policy?: 'skip' | 'last' | 'all';
        /**
         * @description How many of the slots that passed are run at most; the latest ones are chosen. Default: 5.
         * @example 10
         */
        maxMissed?: number;
        /**
         * @description A slot that is later than this many seconds is missed. Default: null, which is no limit.
         * @example 600
         */
        startingDeadlineSeconds?: number | null;
      };
      /**
       * @description How many runs of the job may be active at once, and how a further run is handled.
       * @example {
       *       "policy": "Allow"
       *     }
       */
      concurrency?: {
        /**
         * @description What happens to a run for which no permit is free: `Allow` sets no limit, `Forbid` refuses the run, `Enqueue` lets it wait, `Replace` ends the older run. Default: `Allow`.
         * @example Allow
         * @enum {string}
         */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /**
         * @description Runs of the job that may be active at once, where the policy sets a limit. Default: 1.
         * @example 1
         */
        maxConcurrency?: number;
        /**
         * @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` set the number of permits.
         * @example nightly
         */
        group?: string;
        /**
         * @description How many runs may wait with the policy `Enqueue`; further ones are refused. Default: 20.
         * @example 10
         */
        maxQueued?: number;
        /**
         * @description A further limit for each value of a key, such as a customer: how many runs with this value may be active at once, and how many may start within a time.
         * @example {
         *       "key": "${option.customer}"
         *     }
         */
        perKey?: {
          /**
           * @description The key of a run, in which `${option.<name>}` and `${parameters.<name>}` stand for values of the run; where there is no value, they stand for the empty text. A key that is longer than 128 characters is cut and ends with a hash.
           * @example ${option.customer}
           */
          key: string;
          /**
           * @description Runs with one key that may be active at once. Default: no limit.
           * @example 1000
           */
          max?: number;
          /**
           * @description How fast runs with one key are admitted, by a token bucket. Default: no limit.
           * @example {
           *       "runs": 10,
           *       "perSeconds": 60
           *     }
           */
          rate?: {
            /**
             * @description How many runs may be admitted at once, and then within each `perSeconds`.
             * @example 3
             */
            runs: number;
            /**
             * @description The seconds over which `runs` further runs are admitted, evenly spread.
             * @example 60
             */
            perSeconds: number;
          };
          /**
           * @description What happens to a run whose key has no room: `Enqueue` lets it wait, `Forbid` refuses it, `Replace` ends the oldest active run with its key and drops those that wait. Default: `Enqueue`.
           * @example Enqueue
           * @enum {string}
           */
          policy?: 'Enqueue' | 'Forbid' | 'Replace';
          /**
           * @description Runs with one key that may wait. Default: only `maxQueued` of the job counts.
           * @example 10
           */
          maxQueued?: number;
        };
      };
      /**
       * @description The priority of the job's runs, -100 to 100. Among runs of the tenant that wait for the same permits or places, one step of priority equals 60 s of waiting. Default: 0.
       * @example 10
       */
      priority?: number;
      /**
       * @description Allows preemption: attempts of runs of the job may be stopped, and started again later, while runs of higher priority or of tenants below their share wait for these permits. An empty object is enough. Default: no preemption.
       * @example {
       *       "maxTimes": 3,
       *       "graceSeconds": 30
       *     }
       */
      preemptible?: {
        /**
         * @description How often a run may be preempted, 1 to 100; after that it keeps its places. Default: 3.
         * @example 3
         */
        maxTimes?: number;
        /**
         * @description Seconds between the request to end and the end by force, at most 3600. Default: 30.
         * @example 300
         */
        graceSeconds?: number;
      };
      /**
       * @description A second request with the same key starts no run: the answer is the run of the first request. docs/guide/requests.md.
       * @example {
       *       "key": "${option.order}",
       *       "windowSeconds": 3600
       *     }
       */
      deduplicate?: {
        /**
         * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: everything that the request gives, such as parameters and options.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description For this many seconds after a request, further requests with the same key are duplicates; at most 604800.
         * @example 3600
         */
        windowSeconds: number;
      };
      /**
       * @description Requests with the same key that follow each other become one run, which is given the values of the last request. docs/guide/requests.md.
       * @example {
       *       "seconds": 86400
       *     }
       */
      debounce?: {
        /**
         * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: all requests of the job have the same key.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts this many seconds after the last request; at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description The run starts at the latest this many seconds after the first request; at most 86400. Default: 10 times `seconds`.
         * @example 600
         */
        maxWaitSeconds?: number;
      };
      /**
       * @description Requests with the same key become one run, which is given all of them as a list (`JOB_ITEMS`, `items`). docs/guide/requests.md.
       * @example {
       *       "seconds": 86400
       *     }
       */
      collect?: {
        /**
         * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: all requests of the job have the same key.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts this many seconds after the first request; at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description The run starts at once when it has this many requests, 1 to 1000, or when a further request would make the items longer than 98304 bytes of JSON. Default: 100.
         * @example 50
         */
        maxItems?: number;
      };
      /**
       * @description The parameters of each run: any JSON value.
       * @example {
       *       "rows": 1000
       *     }
       */
      parameters: components['schemas']['JsonValue'];
      /**
       * @description The JSON Schema of `parameters`, draft 2020-12, of at most 16384 bytes. Parameters are validated when the job is saved, when a run is requested, and before each attempt. docs/semantics/parameters.md#schemas lists the keywords that are supported.
       * @example {
       *       "type": "object",
       *       "properties": {
       *         "rows": {
       *           "type": "integer",
       *           "minimum": 1
       *         }
       *       },
       *       "required": [
       *         "rows"
       *       ]
       *     }
       */
      parametersSchema?: components['schemas']['JsonObject'];
      /**
       * @description Any JSON value. Only owners and admins see it; for others each value of an object, or a value of another type as a whole, is "***". "***" in a request leaves a value unchanged.
       * @example {
       *       "password": "of-the-database"
       *     }
       */
      secureParameters: components['schemas']['JsonValue'];
      /**
       * @description References to secrets that are kept outside of Carillon, in Vault, Kubernetes Secrets or files: they are read when an attempt starts and are never stored; at most 32. docs/guide/secrets.md.
       * @example [
       *       {
       *         "as": "DATABASE_PASSWORD",
       *         "from": "vault",
       *         "path": "secret/data/acme/db",
       *         "key": "password"
       *       }
       *     ]
       */
      secretsFrom?: {
        /**
         * @description The name of the environment variable that holds the value, which is judged as a variable of `env`; web services find the value under this name in `secrets`.
         * @example DATABASE_PASSWORD
         */
        as: string;
        /**
         * @description The name of the provider, as an administrator has declared it.
         * @example vault
         */
        from: string;
        /**
         * @description Where the secret is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider.
         * @example secret/data/acme/db
         */
        path: string;
        /**
         * @description The key of the value in the secret; only for Vault and Kubernetes, which require it.
         * @example europe
         */
        key?: string;
        /**
         * @description Vault, KV version 2: the version of the secret. Default: the newest.
         * @example 3
         */
        version?: number;
      }[];
      /**
       * @description Gives each attempt a token by which others know it: it names tenant, job, run and attempt, and is signed by Carillon. docs/guide/identity.md.
       * @example {
       *       "audience": [
       *         "sts.amazonaws.com"
       *       ]
       *     }
       */
      identity?: {
        /**
         * @description For whom the token is (`aud`): each must be among the `identityAudiences` of the tenant.
         * @example [
         *       "sts.amazonaws.com"
         *     ]
         */
        audience: string[];
      };
      /**
       * @description Typed values that may be given when a run is started; they replace `${option.<name>}` in command, args, image and env.
       * @example [
       *       {
       *         "name": "day",
       *         "type": "bool"
       *       }
       *     ]
       */
      options?: (
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: true or false.
             * @example bool
             * @constant
             */
            type: 'bool';
            /**
             * @description The value of a run for which none is given.
             * @example true
             */
            default?: boolean;
            /**
             * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. Default: `TrueFalse`.
             * @example TrueFalse
             * @enum {string}
             */
            format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
            /**
             * @description With `Custom`: the text that stands for true; may be empty.
             * @example yes
             */
            trueVal?: string;
            /**
             * @description With `Custom`: the text that stands for false; may be empty.
             * @example no
             */
            falseVal?: string;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: a text.
             * @example string
             * @constant
             */
            type: 'string';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run for which none is given.
             * @example csv
             */
            default?: string;
            /**
             * @description True: spaces at both ends of the value are removed.
             * @example true
             */
            trimSpaces?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: one of `values`.
             * @example select
             * @constant
             */
            type: 'select';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The values to choose from.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            values: string[];
            /**
             * @description The value of a run for which none is given.
             * @example csv
             */
            default?: string;
            /**
             * @description True: values that are not among `values` are accepted, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: any of `values`.
             * @example multi
             * @constant
             */
            type: 'multi';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The values to choose from.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            values: string[];
            /**
             * @description The value of a run for which none is given.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            default?: string[];
            /**
             * @description The text between the chosen values, which may be empty. Default: a comma.
             * @example ,
             */
            delimiter?: string;
            /**
             * @description True: values that are not among `values` are accepted, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: an instant.
             * @example date
             * @constant
             */
            type: 'date';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none: an RFC 3339 time.
             * @example csv
             */
            default?: string;
            /**
             * @description The format in which the instant is written, such as `D MMM YYYY`. Default: the instant is written as it was given.
             * @example yyyy-MM-dd
             */
            format?: string;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: a number.
             * @example number
             * @constant
             */
            type: 'number';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run for which none is given.
             * @example 10
             */
            default?: number;
            /**
             * @description The least value.
             * @example 1
             */
            min?: number;
            /**
             * @description The greatest value.
             * @example 1000
             */
            max?: number;
            /**
             * @description True: whole numbers only.
             * @example true
             */
            integer?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: a text that is stored encrypted and shown to nobody.
             * @example secret
             * @constant
             */
            type: 'secret';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run for which none is given. Stored encrypted.
             * @example csv
             */
            default?: string;
          }
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called; it replaces the worker's.
       * @example https://reports.acme.example/work
       */
      url?: string;
      /**
       * @description Only owners and admins see the values; for others they are "***".
       * @example {
       *       "x-source": "carillon"
       *     }
       */
      httpHeaders: {
        [key: string]: string;
      };
      /**
       * @description Web services: `accepts`, if the answer says that the work has begun and callbacks report its end; `ends`, if the work is done when the answer arrives, whose status decides. Default: `accepts`.
       * @example accepts
       * @enum {string}
       */
      answer?: 'accepts' | 'ends';
      /**
       * @description Web services with `answer: ends`: what is sent, and how the answer is judged.
       * @example {
       *       "method": "POST",
       *       "body": "{\"day\":\"${run.scheduled_for}\"}",
       *       "outputs": {
       *         "rows": "/data/count"
       *       }
       *     }
       */
      http?: {
        /**
         * @description Default: `POST` if there is a body, otherwise `GET`.
         * @example GET
         * @enum {string}
         */
        method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * @description Parameters that are added to the query of the address; `${…}` as in `body`. They are no secrets.
         * @example {
         *       "day": "${run.scheduled_for}"
         *     }
         */
        query?: {
          [key: string]: string;
        };
        /**
         * @description The body, in which `${job.name}`, `${run.scheduled_for}`, `${option.<name>}` and the like are replaced; `${option.<name>:json}` becomes a JSON string with its quotation marks. Its type is `application/json` if it is JSON, otherwise `text/plain`, unless `httpHeaders` name one. Default: none.
         * @example {"day":"${run.scheduled_for}"}
         */
        body?: string;
        /**
         * @description The statuses, and ranges of them, that mean success. Any other fails the attempt. Default: `200-299`.
         * @example [
         *       "200-299",
         *       404
         *     ]
         */
        success?: (number | string)[];
        /**
         * @description Outputs of the run: JSON Pointers into the answer, by name. A successful answer that is no JSON, or has no such value, fails the attempt (`OutputMissing`).
         * @example {
         *       "rows": "/data/count"
         *     }
         */
        outputs?: {
          [key: string]: string;
        };
        /**
         * @description Seconds from the call to the end of its answer, at most 1800. Default: 180.
         * @example 290
         */
        timeoutSeconds?: number;
        /**
         * @description How the call says who makes it. It replaces a header `Authorization`.
         * @example {
         *       "oauth": {
         *         "tokenUrl": "https://login.acme.example/oauth2/token",
         *         "clientId": "carillon",
         *         "clientSecret": "CLIENT_SECRET"
         *       }
         *     }
         */
        auth?: {
          /**
           * @description A token of OAuth 2.0 for the client itself (RFC 6749, 4.4), in the header `Authorization`.
           * @example {
           *       "tokenUrl": "https://login.acme.example/oauth2/token",
           *       "clientId": "carillon",
           *       "clientSecret": "CLIENT_SECRET"
           *     }
           */
          oauth: {
            /**
             * Format: uri
             * @description The token endpoint of the authorization server. The same hosts are allowed as for calls.
             * @example https://login.acme.example/oauth2/token
             */
            tokenUrl: string;
            /**
             * @description The id of the client.
             * @example carillon
             */
            clientId: string;
            /**
             * @description The name (`as`) of the reference in `secretsFrom` of the job that gives the secret of the client.
             * @example CLIENT_SECRET
             */
            clientSecret: string;
            /**
             * @description The scopes that are requested, separated by spaces.
             * @example reports.write
             */
            scope?: string;
            /**
             * @description The audience that is requested, where the server takes one.
             * @example https://reports.acme.example
             */
            audience?: string;
            /**
             * @description Whether id and secret are sent in the header `Authorization` or in the body. Default: `basic`.
             * @example basic
             * @enum {string}
             */
            clientAuthentication?: 'basic' | 'post';
          };
        };
      };
      /**
       * @description Web services: true if the same call may be sent twice; then a call without an answer is repeated. Default: false; with `answer: ends`, true for GET, HEAD, PUT and DELETE.
       * @example true
       */
      idempotentStart?: boolean;
      /**
       * @description Attempts that an index of the run may have, the first one included. Default: 1.
       * @example 3
       */
      maxAttempts?: number;
      /**
       * @description Which failed attempts are tried again, and when.
       * @example {
       *       "delaySeconds": 30
       *     }
       */
      retry?: {
        /**
         * @description Seconds from the end of an attempt to the next one of its index. Default: 0. With `exponential`, this is the delay before the first retry.
         * @example 30
         */
        delaySeconds?: number;
        /**
         * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each retry waits twice as long as the one before. Default: `fixed`.
         * @example fixed
         * @enum {string}
         */
        backoff?: 'fixed' | 'exponential';
        /**
         * @description Upper limit of an exponential delay, in seconds.
         * @example 900
         */
        maxDelaySeconds?: number;
        /**
         * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between zero and all of it. Default: `none`.
         * @example none
         * @enum {string}
         */
        jitter?: 'none' | 'equal' | 'full';
        /**
         * @description Only attempts that end with one of these exit codes are tried again.
         * @example [
         *       75
         *     ]
         */
        onExitCodes?: number[];
        /**
         * @description Attempts that end with one of these exit codes are not tried again.
         * @example [
         *       64
         *     ]
         */
        notOnExitCodes?: number[];
        /**
         * @description Whether an attempt that ended by the idle timeout is tried again. Default: false.
         * @example true
         */
        onIdleTimeout?: boolean;
        /**
         * @description The first rule that matches the end of an attempt decides; all fields of the rule have to match. Where no rule matches, the general fields decide.
         * @example [
         *       {
         *         "exitCodes": [
         *           75
         *         ]
         *       }
         *     ]
         */
        rules?: {
          /**
           * @description The attempt has ended with one of these exit codes.
           * @example [
           *       75
           *     ]
           */
          exitCodes?: number[];
          /**
           * @description Web services: the call was answered with one of these statuses, such as 500 or `5xx`. The statuses 429 and 503 end an attempt only with `answer: ends`: otherwise the call is repeated until the start deadline.
           * @example [
           *       "2xx"
           *     ]
           */
          httpStatuses?: (number | ('2xx' | '3xx' | '4xx' | '5xx'))[];
          /**
           * @description The reason of the attempt, as it is shown, is one of these, such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`.
           * @example [
           *       "NodeLost"
           *     ]
           */
          reasons?: string[];
          /**
           * @description Whether the attempt is tried again. Default: true.
           * @example true
           */
          retry?: boolean;
          /**
           * @description Seconds from the end of the attempt to the next one; replaces the general `delaySeconds`.
           * @example 30
           */
          delaySeconds?: number;
        }[];
      };
      /**
       * @description Seconds within which an attempt has to start. Default: 900.
       * @example 900
       */
      startDeadlineSeconds?: number;
      /**
       * @description Seconds that an attempt may take; null is no limit.
       * @example 3600
       */
      timeoutSeconds?: number | null;
      /**
       * @description Seconds of silence after which an attempt has failed: of a web service without any callback (default: 43200), of a pod or process without a line of output (default: no limit).
       * @example 300
       */
      idleTimeoutSeconds?: number;
      /**
       * @description Seconds that a whole run may take, retries included; null is no limit.
       * @example 7200
       */
      activeDeadlineSeconds?: number | null;
      /**
       * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`). Default: `Never`.
       * @example Never
       * @enum {string}
       */
      restartPolicy?: 'Never' | 'OnFailure';
      /**
       * @description Kubernetes: a PodTemplateSpec that is merged over the worker's. The tenant's `podTemplatePaths` define which fields it may contain.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description The program and its first arguments; they replace those of the worker.
       * @example [
       *       "/opt/acme/report"
       *     ]
       */
      command?: string[];
      /**
       * @description The arguments; they replace those of the worker.
       * @example [
       *       "--all"
       *     ]
       */
      args?: string[];
      /**
       * @description Environment variables; they override those of the worker with the same names.
       * @example {
       *       "REPORT_FORMAT": "csv"
       *     }
       */
      env?: {
        [key: string]: string;
      };
      /**
       * @description Kubernetes: requests and limits of the container; they replace those of the worker.
       * @example {
       *       "requests": {
       *         "cpu": "100m",
       *         "memory": "128Mi"
       *       }
       *     }
       */
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
        /**
         * @description Quantities that may be used at most, by resource.
         * @example {
         *       "cpu": "500m",
         *       "memory": "256Mi"
         *     }
         */
        limits?: {
          [key: string]: string;
        };
      };
      /**
       * @description How long runs of the job are kept. Default: the values of the tenant.
       * @example {
       *       "successful": 100
       *     }
       */
      retention?: {
        /**
         * @description How many successful runs of a job are kept at most.
         * @example 100
         */
        successful?: number;
        /**
         * @description How many unsuccessful runs of a job are kept at most.
         * @example 100
         */
        failed?: number;
        /**
         * @description Runs that ended longer ago than this, in seconds, are removed.
         * @example 2592000
         */
        maxAgeSeconds?: number;
        /**
         * @description Seconds for which the archive keeps runs that are no longer in the database; 0: runs are not archived. Needs a cold store.
         * @example 31536000
         */
        archiveSeconds?: 0 | number;
      };
      /**
       * @description Whom the job tells of its runs, and of what; at most 10 rules.
       * @example [
       *       {
       *         "on": [
       *           "failed"
       *         ],
       *         "webhook": "https://hooks.acme.example/carillon"
       *       }
       *     ]
       */
      notify?: {
        /**
         * @description The event: `failed`: a run failed; `missed`: a slot was missed; `late`: the run of a slot was recorded late; `long`: a run takes long; `recovered`: the first success of the job after a failure; `started`: a run has started, once for each run; `succeeded`: a run has succeeded. Of a job that runs often, an address is told of at most 10 starts and as many successes in a minute, and of the others by one notice with their number.
         * @example [
         *       "failed"
         *     ]
         */
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered' | 'started' | 'succeeded')[];
        /**
         * Format: uri
         * @description The address to which notices are sent by POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; the part of an address after the host is shown as `***` to callers who may not see secrets.
         * @example https://hooks.acme.example/carillon
         */
        webhook: string;
        /**
         * @description The run of a slot is late if it is recorded more than this many seconds after the effective time of the slot. Default: 60.
         * @example 300
         */
        lateAfterSeconds?: number;
        /**
         * @description A run takes long if its duration is more than this many seconds. Default: a multiple of the usual duration of the job.
         * @example 7200
         */
        longAfterSeconds?: number;
      }[];
      /**
       * @description How many indexes have to succeed; null: as many as `parallelism` defines.
       * @example 8
       */
      completions?: number | null;
      /**
       * @description `Indexed`: each piece of work is an index with a number of its own; `NonIndexed`: a work queue. Default: `Indexed`.
       * @example Indexed
       * @enum {string}
       */
      completionMode?: 'Indexed' | 'NonIndexed';
      /**
       * @description Indexes by number, keys or a matrix, and attempts live at once.
       * @example {
       *       "withCount": 8
       *     }
       */
      parallelism?: {
        /**
         * @description The number of indexes, which are counted from 0.
         * @example 8
         */
        withCount?: number;
        /**
         * @description A list of keys: each becomes one index, and its attempts find the key in `TASK_INDEX_KEY`.
         * @example [
         *       "europe",
         *       "asia"
         *     ]
         */
        withKeys?: string[];
        /**
         * @description Lists of values by name: each combination of one value of every name becomes one index.
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
        /**
         * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
         * @example 10
         */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them. Default: `AllSuccessful`.
         * @example AllSuccessful
         * @enum {string}
         */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      /**
       * @description When the run succeeds before all of its indexes have.
       * @example {
       *       "rules": [
       *         {
       *           "succeededIndexes": "0-2,5"
       *         }
       *       ]
       *     }
       */
      successPolicy?: {
        /**
         * @description The rules of success: the run succeeds as soon as one of them holds.
         * @example [
         *       {
         *         "succeededIndexes": "0-2,5"
         *       }
         *     ]
         */
        rules: {
          /**
           * @description These indexes have succeeded.
           * @example 0-2,5
           */
          succeededIndexes?: string;
          /**
           * @description This many indexes have succeeded; together with `succeededIndexes`, this many of those.
           * @example 1
           */
          succeededCount?: number;
        }[];
      };
      /**
       * @description What happens to attempts that still run when the run has succeeded. Default: `TerminateRemaining`.
       * @example TerminateRemaining
       * @enum {string}
       */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description What happens to attempts that still run when the run has failed. Default: `TerminateRemaining`.
       * @example TerminateRemaining
       * @enum {string}
       */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description The run fails when more than this many of its attempts have failed; null is no limit.
       * @example 6
       */
      backoffLimit?: number | null;
      /**
       * @description The run fails when more than this many of its indexes have failed; null is no limit.
       * @example 5
       */
      maxFailedIndexes?: number | null;
      /**
       * @description The tasks of a run, each a group of equal indexes; at most 100. Default: one task, `main`.
       * @example [
       *       {
       *         "name": "main"
       *       }
       *     ]
       */
      tasks?: {
        /**
         * @description The name of the task: a DNS label that is unique within the job.
         * @example main
         */
        name: string;
        /**
         * @description How many indexes the task has; `completions` or `parallelism` can be given instead. Default: 1.
         * @example 2
         */
        replicas?: number;
        /**
         * @description A work queue: how many attempts have to succeed.
         * @example 8
         */
        completions?: number;
        /**
         * @description Indexes by number, keys or a matrix, and attempts live at once.
         * @example {
         *       "withCount": 8
         *     }
         */
        parallelism?: {
          /**
           * @description The number of indexes, which are counted from 0.
           * @example 8
           */
          withCount?: number;
          /**
           * @description A list of keys: each becomes one index, and its attempts find the key in `TASK_INDEX_KEY`.
           * @example [
           *       "europe",
           *       "asia"
           *     ]
           */
          withKeys?: string[];
          /**
           * @description Lists of values by name: each combination of one value of every name becomes one index.
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
          /**
           * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
           * @example 10
           */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them. Default: `AllSuccessful`.
           * @example AllSuccessful
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /**
         * @description The worker of this task. Default: the worker of the job.
         * @example acme-reports
         */
        worker?: string;
        /**
         * @description Kubernetes: a PodTemplateSpec, merged over those of worker and job.
         * @example {
         *       "spec": {
         *         "priorityClassName": "batch"
         *       }
         *     }
         */
        podTemplate?: components['schemas']['JsonObject'];
        /**
         * @description Replaces that of the job.
         * @example [
         *       "/opt/acme/report"
         *     ]
         */
        command?: string[];
        /**
         * @description Replaces that of the job.
         * @example [
         *       "--all"
         *     ]
         */
        args?: string[];
        /**
         * @description Environment variables; they override those of the job with the same names.
         * @example {
         *       "REPORT_FORMAT": "csv"
         *     }
         */
        env?: {
          [key: string]: string;
        };
        /**
         * @description Kubernetes: requests and limits; they replace those of the job.
         * @example {
         *       "requests": {
         *         "cpu": "100m",
         *         "memory": "128Mi"
         *       }
         *     }
         */
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
          /**
           * @description Quantities that may be used at most, by resource.
           * @example {
           *       "cpu": "500m",
           *       "memory": "256Mi"
           *     }
           */
          limits?: {
            [key: string]: string;
          };
        };
        /**
         * @description Lifecycle policies of this task; they come before those of the job.
         * @example [
         *       {
         *         "action": "RestartPod"
         *       }
         *     ]
         */
        policies?: {
          /**
           * @description The event of an attempt or task; `*` stands for every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
           * @example *
           * @enum {string}
           */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          /**
           * @description Several events.
           * @example [
           *       "*"
           *     ]
           */
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          /**
           * @description An attempt ends with this exit code.
           * @example 75
           */
          exitCode?: number;
          /**
           * @description An attempt ends with one of these exit codes.
           * @example [
           *       75
           *     ]
           */
          exitCodes?: number[];
          /**
           * @description The action that follows the event.
           * @example RestartPod
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /**
           * @description Seconds that the action waits; it is dropped if its cause ends before that. Default: 0.
           * @example 3600
           */
          timeoutSeconds?: number;
        }[];
        /**
         * @description Other tasks for which this task waits.
         * @example [
         *       {
         *         "task": "main"
         *       }
         *     ]
         */
        dependsOn?: {
          /**
           * @description The name of the task.
           * @example main
           */
          task: string;
          /**
           * @description The state of the other task that is waited for. `Ready`: its indexes run; `Complete`: its indexes have succeeded. Default: `Ready`.
           * @example Ready
           * @enum {string}
           */
          condition?: 'Ready' | 'Complete';
        }[];
        /**
         * @description How many indexes of the task must be able to run before any of them starts.
         * @example 2
         */
        minAvailable?: number | null;
        /**
         * @description Kubernetes: the priority class of its pods.
         * @example batch
         */
        priorityClassName?: string;
        /**
         * @description How many attempts one index may have. Default: the number of the job.
         * @example 3
         */
        maxAttempts?: number;
        /**
         * @description How often policies may restart an index of the task. Default: 3.
         * @example 3
         */
        maxRestarts?: number;
      }[];
      /**
       * @description Lifecycle policies: which action follows which event. The first policy that matches decides.
       * @example [
       *       {
       *         "action": "RestartPod"
       *       }
       *     ]
       */
      policies?: {
        /**
         * @description The event of an attempt or task; `*` stands for every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
         * @example *
         * @enum {string}
         */
        event?:
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
        /**
         * @description Several events.
         * @example [
         *       "*"
         *     ]
         */
        events?: (
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
        )[];
        /**
         * @description An attempt ends with this exit code.
         * @example 75
         */
        exitCode?: number;
        /**
         * @description An attempt ends with one of these exit codes.
         * @example [
         *       75
         *     ]
         */
        exitCodes?: number[];
        /**
         * @description The action that follows the event.
         * @example RestartPod
         * @enum {string}
         */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        /**
         * @description Seconds that the action waits; it is dropped if its cause ends before that. Default: 0.
         * @example 3600
         */
        timeoutSeconds?: number;
      }[];
      /**
       * @description How many indexes of the run must be able to run before any of them starts; null: the indexes start one by one.
       * @example 2
       */
      minAvailable?: number | null;
      /**
       * @description How many indexes have to succeed for the run to succeed; null: all.
       * @example 2
       */
      minSuccess?: number | null;
      /**
       * @description How often policies may restart the whole run. Default: 3.
       * @example 3
       */
      maxRetry?: number;
      /**
       * @description Kubernetes: the priority class of its pods.
       * @example batch
       */
      priorityClassName?: string;
      /**
       * @description Kubernetes: the scheduler of its pods.
       * @example volcano
       */
      schedulerName?: string;
      /**
       * @description A concurrency group of the tenant: it limits how many runs of all jobs in it are active at once. Default: `default`, which limits nothing.
       * @example reports
       */
      queue?: string;
      /**
       * @description The plugins by which the pods of a run find each other.
       * @example {
       *       "env": [
       *         "--no-root"
       *       ]
       *     }
       */
      plugins?: {
        /**
         * @description If present, pods get the variables `VC_TASK_INDEX` and `VK_TASK_INDEX`. The arguments are those of Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        env?: string[];
        /**
         * @description If present, pods have host names and find each other by name. The arguments are those of Volcano.
         * @example [
         *       "--disable-network-policy=true"
         *     ]
         */
        svc?: string[];
        /**
         * @description If present, pods of the run can log in to each other by SSH with a key of the run. The arguments are those of Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        ssh?: string[];
      };
      /**
       * @description Volumes that are mounted in the pods; at most 32.
       * @example [
       *       {
       *         "mountPath": "/data"
       *       }
       *     ]
       */
      volumes?: {
        /**
         * @description Absolute path where it is mounted.
         * @example /data
         */
        mountPath: string;
        /**
         * @description The name of an existing volume claim; the run stays `Pending` until the claim exists. Without this field and `claim`, the volume is an emptyDir.
         * @example reports-data
         */
        claimName?: string;
        /**
         * @description A volume claim that is created for the run, kept over its restarts, and removed when the run can no longer be resumed.
         * @example {
         *       "accessModes": [
         *         "ReadWriteOnce"
         *       ],
         *       "resources": {
         *         "requests": {
         *           "storage": "1Gi"
         *         }
         *       }
         *     }
         */
        claim?: {
          /**
           * @description The ways in which the volume may be mounted.
           * @example [
           *       "ReadWriteOnce"
           *     ]
           */
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          /**
           * @description The size of the volume.
           * @example {
           *       "requests": {
           *         "storage": "1Gi"
           *       }
           *     }
           */
          resources: {
            /**
             * @description The requested quantities; `storage` is required.
             * @example {
             *       "storage": "1Gi"
             *     }
             */
            requests: {
              [key: string]: string;
            };
            /**
             * @description The quantities that may be used at most.
             * @example {
             *       "cpu": "500m",
             *       "memory": "256Mi"
             *     }
             */
            limits?: {
              [key: string]: string;
            };
          };
          /**
           * @description The storage class; the empty text asks for a volume of no class.
           * @example fast
           */
          storageClassName?: '' | string;
          /**
           * @description How the volume is presented.
           * @example Filesystem
           * @enum {string}
           */
          volumeMode?: 'Filesystem';
          /**
           * @description The name of a persistent volume.
           * @example reports-2026
           */
          volumeName?: string;
          /**
           * @description A label selector over persistent volumes.
           * @example {
           *       "matchLabels": {
           *         "team": "reports"
           *       }
           *     }
           */
          selector?: components['schemas']['JsonObject'];
        };
      }[];
      /**
       * @description The subject (`sub`) of the identity tokens of the job. A later job with its id has another one. Absent if the job has no identity.
       * @example tenant:ibm:mi9l3k2w:job:ibm-nightly:mi9l8x1a
       */
      identitySubject?: string;
      /**
       * @description Secrets that cannot be decrypted with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until new values are given. The field is left out if there are none.
       * @example []
       */
      warnings?: {
        /**
         * @description The field that the warning concerns.
         * @example secureParameters
         * @example httpHeaders.Authorization
         * @example notify.0.webhook
         */
        field: string;
        /**
         * @description Why the secret cannot be decrypted: its key is not among the present keys, or the stored value is damaged.
         * @example SecretKeyMissing
         * @enum {string}
         */
        reason: 'SecretKeyMissing' | 'SecretDamaged';
        /**
         * @description The id of the key with which the secret is encrypted.
         * @example 2026-01
         */
        key: string;
        /**
         * @description The reason, as a sentence.
         * @example The key 2026-01 of the secret is not among SECRET_KEYS.
         */
        message: string;
      }[];
      /**
       * Format: date-time
       * @description When the job was created.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When the job was last edited; pausing is not an edit.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description The name of the caller who made the last edit.
       * @example ada
       */
      updatedBy: string;
      /**
       * @description Who paused the job, when and why; null while the job is not paused.
       * @example {
       *       "by": "ada",
       *       "at": "2026-12-01T00:00:00.000Z",
       *       "note": "The source system is being moved."
       *     }
       */
      paused: {
        /**
         * @description The name of the caller who paused the job.
         * @example ada
         */
        by: string;
        /**
         * Format: date-time
         * @description When the job was paused.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description The reason; null if none was given.
         * @example The source system is being moved.
         */
        note: string | null;
        /**
         * @description True: the job is archived, so lists leave it out unless archived jobs are requested; otherwise absent.
         * @example true
         */
        archived?: boolean;
      } | null;
      /**
       * @description The state of the job: its slots and runs.
       * @example {
       *       "nextSlot": "2026-12-01T00:00:00.000Z",
       *       "lastSlot": "2026-12-01T00:00:00.000Z",
       *       "lastSuccessStart": "2026-12-01T00:00:00.000Z",
       *       "lastSuccessFinish": "2026-12-01T00:00:00.000Z",
       *       "activeRuns": 1,
       *       "queuedRuns": 0,
       *       "delayedRuns": 0
       *     }
       */
      status: {
        /**
         * @description The next slot; null if there is none.
         * @example 2026-12-01T00:00:00.000Z
         */
        nextSlot: string | null;
        /**
         * @description The latest slot that has passed; null if there was none.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastSlot: string | null;
        /**
         * @description When the latest successful run of the job started; null if there was none.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastSuccessStart: string | null;
        /**
         * @description When the latest successful run of the job ended; null if there was none.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastSuccessFinish: string | null;
        /**
         * @description How many runs are active, without delayed ones.
         * @example 1
         */
        activeRuns: number;
        /**
         * @description How many runs wait for admission, without delayed ones.
         * @example 0
         */
        queuedRuns: number;
        /**
         * @description How many runs wait for a start time that lies ahead.
         * @example 0
         */
        delayedRuns: number;
      };
    };
    NewJob: {
      /**
       * @description The id of the job: it begins with the id of the tenant and `-`, as in `ibm-nightly`. Default: an id is generated.
       * @example acme-nightly
       */
      id?: string;
      /**
       * @description The id of the tenant that owns the job; it never changes.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name: one line of at most 200 characters.
       * @example Nightly report
       */
      name: string;
      /**
       * @description The id of the worker that does the work. Default: `other_webservice`, the built-in worker that calls the `url` of the job.
       * @default other_webservice
       * @example acme-reports
       */
      worker?: string;
      /**
       * @description Pairs of name and value by which lists can be filtered; at most 32.
       * @example {
       *       "team": "reports"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /**
       * @description False: no slots are run; manual runs stay possible. Default: true.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description When the job is archived automatically: `ended`, when its schedule has no further slot and all its runs have ended; `succeeded`, when a run has succeeded after the last change of the job. Default: never.
       * @example ended
       * @enum {string}
       */
      archiveWhen?: 'ended' | 'succeeded';
      /**
       * @description The people or teams that are responsible for the job; for information only.
       * @example [
       *       "ada@acme.example"
       *     ]
       */
      owners?: string[];
      /**
       * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/guide/schedules.md.
       * @example 0 10 * * *
       * @example H 3 * * 1-5
       */
      cron?: string;
      /**
       * @description When the job runs; a job without a schedule is run by request only.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
      schedule?: components['schemas']['Schedule'];
      /**
       * @description The ends of runs of other jobs after which the job runs, at most 32. If the job also has a schedule, it runs at its slots, too.
       * @example [
       *       {
       *         "job": "ibm-load"
       *       }
       *     ]
       */
      after?: {
        /**
         * @description The id of the job whose run has to end.
         * @example ibm-load
         */
        job: string;
        /**
         * @description The result that the run must have: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). Default: `succeeded`.
         * @example succeeded
         * @enum {string}
         */
        on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description The run whose end counts. `sameSlot`: the run of the same slot (of the same chain where the chain was started by hand), for which the job waits. `latest`: the latest run that has ended; the job does not wait. Default: `sameSlot`.
         * @example sameSlot
         * @enum {string}
         */
        match?: 'sameSlot' | 'latest';
        /**
         * @description The run must have ended at most this many seconds before the last of the runs after which the job runs; at most 31622400. Default: no limit.
         * @example 3600
         */
        within?: number;
        /**
         * @description The run ended with one of these exit codes.
         * @example [
         *       75
         *     ]
         */
        exitCodes?: number[];
        /**
         * @description Tests of the outputs, all of which have to pass; at most 16 tests.
         * @example [
         *       {
         *         "path": "/rows"
         *       }
         *     ]
         */
        outputs?: {
          /**
           * @description The output to test, as a JSON Pointer.
           * @example /rows
           */
          path: string;
          /**
           * @description True: the output exists; false: it does not.
           * @example true
           */
          exists?: boolean;
          /**
           * @description The output equals this value.
           * @example complete
           */
          equals?: components['schemas']['JsonValue'];
          /**
           * @description The output is a number that is at least this.
           * @example 1
           */
          min?: number;
          /**
           * @description The output is a number that is at most this.
           * @example 1000
           */
          max?: number;
        }[];
        /**
         * @description Outputs that become parameters of this job's run: the name of the parameter and a JSON Pointer into the outputs; at most 32. Where an output is missing, the parameter of the job stays as it is.
         * @example {
         *       "file": "/file"
         *     }
         */
        pass?: {
          [key: string]: string;
        };
      }[];
      /**
       * @description How the conditions of `after` are combined, and the deadline by which they have to be met.
       * @example {
       *       "require": "all"
       *     }
       */
      afterRule?: {
        /**
         * @description Whether `all` conditions of `after` have to be met, or `any` of them. Default: `all`.
         * @example all
         * @enum {string}
         */
        require?: 'all' | 'any';
        /**
         * @description The deadline by which the job must have got a run since the deadline before; otherwise a missed slot is recorded for the job, and its notices are sent.
         * @example {
         *       "at": "06:00"
         *     }
         */
        deadline?: {
          /**
           * @description A time of day, as `HH:MM`.
           * @example 06:00
           */
          at: string;
          /**
           * @description IANA name of the time zone of the deadline. Default: UTC.
           * @example Europe/Prague
           */
          timezone?: string;
          /**
           * @description Days of the week on which the deadline applies. Default: all.
           * @example [
           *       "mon"
           *     ]
           */
          weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        };
      };
      /**
       * @description How slots are handled that passed while nothing could start them.
       * @example {
       *       "policy": "skip"
       *     }
       */
      misfire?: {
        /**
         * @description Slots that passed while nothing could start them: `skip` runs none, `last` only the latest, `all` all of them, up to `maxMissed`. Default: `last`.
         * @example skip
         * @enum {string}
         */
        policy?: 'skip' | 'last' | 'all';
        /**
         * @description How many of the slots that passed are run at most; the latest ones are chosen. Default: 5.
         * @example 10
         */
        maxMissed?: number;
        /**
         * @description A slot that is later than this many seconds is missed. Default: null, which is no limit.
         * @example 600
         */
        startingDeadlineSeconds?: number | null;
      };
      /**
       * @description How many runs of the job may be active at once, and how a further run is handled.
       * @example {
       *       "policy": "Allow"
       *     }
       */
      concurrency?: {
        /**
         * @description What happens to a run for which no permit is free: `Allow` sets no limit, `Forbid` refuses the run, `Enqueue` lets it wait, `Replace` ends the older run. Default: `Allow`.
         * @example Allow
         * @enum {string}
         */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /**
         * @description Runs of the job that may be active at once, where the policy sets a limit. Default: 1.
         * @example 1
         */
        maxConcurrency?: number;
        /**
         * @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` set the number of permits.
         * @example nightly
         */
        group?: string;
        /**
         * @description How many runs may wait with the policy `Enqueue`; further ones are refused. Default: 20.
         * @example 10
         */
        maxQueued?: number;
        /**
         * @description A further limit for each value of a key, such as a customer: how many runs with this value may be active at once, and how many may start within a time.
         * @example {
         *       "key": "${option.customer}"
         *     }
         */
        perKey?: {
          /**
           * @description The key of a run, in which `${option.<name>}` and `${parameters.<name>}` stand for values of the run; where there is no value, they stand for the empty text. A key that is longer than 128 characters is cut and ends with a hash.
           * @example ${option.customer}
           */
          key: string;
          /**
           * @description Runs with one key that may be active at once. Default: no limit.
           * @example 1000
           */
          max?: number;
          /**
           * @description How fast runs with one key are admitted, by a token bucket. Default: no limit.
           * @example {
           *       "runs": 10,
           *       "perSeconds": 60
           *     }
           */
          rate?: {
            /**
             * @description How many runs may be admitted at once, and then within each `perSeconds`.
             * @example 3
             */
            runs: number;
            /**
             * @description The seconds over which `runs` further runs are admitted, evenly spread.
             * @example 60
             */
            perSeconds: number;
          };
          /**
           * @description What happens to a run whose key has no room: `Enqueue` lets it wait, `Forbid` refuses it, `Replace` ends the oldest active run with its key and drops those that wait. Default: `Enqueue`.
           * @example Enqueue
           * @enum {string}
           */
          policy?: 'Enqueue' | 'Forbid' | 'Replace';
          /**
           * @description Runs with one key that may wait. Default: only `maxQueued` of the job counts.
           * @example 10
           */
          maxQueued?: number;
        };
      };
      /**
       * @description The priority of the job's runs, -100 to 100. Among runs of the tenant that wait for the same permits or places, one step of priority equals 60 s of waiting. Default: 0.
       * @example 10
       */
      priority?: number;
      /**
       * @description Allows preemption: attempts of runs of the job may be stopped, and started again later, while runs of higher priority or of tenants below their share wait for these permits. An empty object is enough. Default: no preemption.
       * @example {
       *       "maxTimes": 3,
       *       "graceSeconds": 30
       *     }
       */
      preemptible?: {
        /**
         * @description How often a run may be preempted, 1 to 100; after that it keeps its places. Default: 3.
         * @example 3
         */
        maxTimes?: number;
        /**
         * @description Seconds between the request to end and the end by force, at most 3600. Default: 30.
         * @example 300
         */
        graceSeconds?: number;
      };
      /**
       * @description A second request with the same key starts no run: the answer is the run of the first request. docs/guide/requests.md.
       * @example {
       *       "key": "${option.order}",
       *       "windowSeconds": 3600
       *     }
       */
      deduplicate?: {
        /**
         * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: everything that the request gives, such as parameters and options.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description For this many seconds after a request, further requests with the same key are duplicates; at most 604800.
         * @example 3600
         */
        windowSeconds: number;
      };
      /**
       * @description Requests with the same key that follow each other become one run, which is given the values of the last request. docs/guide/requests.md.
       * @example {
       *       "seconds": 86400
       *     }
       */
      debounce?: {
        /**
         * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: all requests of the job have the same key.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts this many seconds after the last request; at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description The run starts at the latest this many seconds after the first request; at most 86400. Default: 10 times `seconds`.
         * @example 600
         */
        maxWaitSeconds?: number;
      };
      /**
       * @description Requests with the same key become one run, which is given all of them as a list (`JOB_ITEMS`, `items`). docs/guide/requests.md.
       * @example {
       *       "seconds": 86400
       *     }
       */
      collect?: {
        /**
         * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: all requests of the job have the same key.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts this many seconds after the first request; at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description The run starts at once when it has this many requests, 1 to 1000, or when a further request would make the items longer than 98304 bytes of JSON. Default: 100.
         * @example 50
         */
        maxItems?: number;
      };
      /**
       * @description The parameters of each run: any JSON value of at most 98304 bytes. A request for a run may give others.
       * @example {
       *       "rows": 1000
       *     }
       */
      parameters?: components['schemas']['JsonValue'];
      /**
       * @description The JSON Schema of `parameters`, draft 2020-12, of at most 16384 bytes. Parameters are validated when the job is saved, when a run is requested, and before each attempt. docs/semantics/parameters.md#schemas lists the keywords that are supported.
       * @example {
       *       "type": "object",
       *       "properties": {
       *         "rows": {
       *           "type": "integer",
       *           "minimum": 1
       *         }
       *       },
       *       "required": [
       *         "rows"
       *       ]
       *     }
       */
      parametersSchema?: components['schemas']['JsonObject'];
      /**
       * @description As `parameters`, but stored encrypted and shown as `***` except to owners and admins; at most 98304 bytes as JSON.
       * @example {
       *       "password": "of-the-database"
       *     }
       */
      secureParameters?: components['schemas']['JsonValue'];
      /**
       * @description References to secrets that are kept outside of Carillon, in Vault, Kubernetes Secrets or files: they are read when an attempt starts and are never stored; at most 32. docs/guide/secrets.md.
       * @example [
       *       {
       *         "as": "DATABASE_PASSWORD",
       *         "from": "vault",
       *         "path": "secret/data/acme/db",
       *         "key": "password"
       *       }
       *     ]
       */
      secretsFrom?: {
        /**
         * @description The name of the environment variable that holds the value, which is judged as a variable of `env`; web services find the value under this name in `secrets`.
         * @example DATABASE_PASSWORD
         */
        as: string;
        /**
         * @description The name of the provider, as an administrator has declared it.
         * @example vault
         */
        from: string;
        /**
         * @description Where the secret is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider.
         * @example secret/data/acme/db
         */
        path: string;
        /**
         * @description The key of the value in the secret; only for Vault and Kubernetes, which require it.
         * @example europe
         */
        key?: string;
        /**
         * @description Vault, KV version 2: the version of the secret. Default: the newest.
         * @example 3
         */
        version?: number;
      }[];
      /**
       * @description Gives each attempt a token by which others know it: it names tenant, job, run and attempt, and is signed by Carillon. docs/guide/identity.md.
       * @example {
       *       "audience": [
       *         "sts.amazonaws.com"
       *       ]
       *     }
       */
      identity?: {
        /**
         * @description For whom the token is (`aud`): each must be among the `identityAudiences` of the tenant.
         * @example [
         *       "sts.amazonaws.com"
         *     ]
         */
        audience: string[];
      };
      /**
       * @description Typed values that may be given when a run is started; they replace `${option.<name>}` in command, args, image and env.
       * @example [
       *       {
       *         "name": "day",
       *         "type": "bool"
       *       }
       *     ]
       */
      options?: (
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: true or false.
             * @example bool
             * @constant
             */
            type: 'bool';
            /**
             * @description The value of a run for which none is given.
             * @example true
             */
            default?: boolean;
            /**
             * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. Default: `TrueFalse`.
             * @example TrueFalse
             * @enum {string}
             */
            format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
            /**
             * @description With `Custom`: the text that stands for true; may be empty.
             * @example yes
             */
            trueVal?: string;
            /**
             * @description With `Custom`: the text that stands for false; may be empty.
             * @example no
             */
            falseVal?: string;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: a text.
             * @example string
             * @constant
             */
            type: 'string';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run for which none is given.
             * @example csv
             */
            default?: string;
            /**
             * @description True: spaces at both ends of the value are removed.
             * @example true
             */
            trimSpaces?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: one of `values`.
             * @example select
             * @constant
             */
            type: 'select';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The values to choose from.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            values: string[];
            /**
             * @description The value of a run for which none is given.
             * @example csv
             */
            default?: string;
            /**
             * @description True: values that are not among `values` are accepted, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: any of `values`.
             * @example multi
             * @constant
             */
            type: 'multi';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The values to choose from.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            values: string[];
            /**
             * @description The value of a run for which none is given.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            default?: string[];
            /**
             * @description The text between the chosen values, which may be empty. Default: a comma.
             * @example ,
             */
            delimiter?: string;
            /**
             * @description True: values that are not among `values` are accepted, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: an instant.
             * @example date
             * @constant
             */
            type: 'date';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none: an RFC 3339 time.
             * @example csv
             */
            default?: string;
            /**
             * @description The format in which the instant is written, such as `D MMM YYYY`. Default: the instant is written as it was given.
             * @example yyyy-MM-dd
             */
            format?: string;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: a number.
             * @example number
             * @constant
             */
            type: 'number';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run for which none is given.
             * @example 10
             */
            default?: number;
            /**
             * @description The least value.
             * @example 1
             */
            min?: number;
            /**
             * @description The greatest value.
             * @example 1000
             */
            max?: number;
            /**
             * @description True: whole numbers only.
             * @example true
             */
            integer?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: a text that is stored encrypted and shown to nobody.
             * @example secret
             * @constant
             */
            type: 'secret';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run for which none is given. Stored encrypted.
             * @example csv
             */
            default?: string;
          }
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called; it replaces the worker's.
       * @example https://reports.acme.example/work
       */
      url?: string;
      /**
       * @description Web services: headers of the call, which override those of the worker. Values are stored encrypted and shown as `***` except to owners and admins.
       * @example {
       *       "x-source": "carillon"
       *     }
       */
      httpHeaders?: {
        [key: string]: string & (unknown & unknown);
      };
      /**
       * @description Web services: `accepts`, if the answer says that the work has begun and callbacks report its end; `ends`, if the work is done when the answer arrives, whose status decides. Default: `accepts`.
       * @example accepts
       * @enum {string}
       */
      answer?: 'accepts' | 'ends';
      /**
       * @description Web services with `answer: ends`: what is sent, and how the answer is judged.
       * @example {
       *       "method": "POST",
       *       "body": "{\"day\":\"${run.scheduled_for}\"}",
       *       "outputs": {
       *         "rows": "/data/count"
       *       }
       *     }
       */
      http?: {
        /**
         * @description Default: `POST` if there is a body, otherwise `GET`.
         * @example GET
         * @enum {string}
         */
        method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * @description Parameters that are added to the query of the address; `${…}` as in `body`. They are no secrets.
         * @example {
         *       "day": "${run.scheduled_for}"
         *     }
         */
        query?: {
          [key: string]: string;
        };
        /**
         * @description The body, in which `${job.name}`, `${run.scheduled_for}`, `${option.<name>}` and the like are replaced; `${option.<name>:json}` becomes a JSON string with its quotation marks. Its type is `application/json` if it is JSON, otherwise `text/plain`, unless `httpHeaders` name one. Default: none.
         * @example {"day":"${run.scheduled_for}"}
         */
        body?: string;
        /**
         * @description The statuses, and ranges of them, that mean success. Any other fails the attempt. Default: `200-299`.
         * @example [
         *       "200-299",
         *       404
         *     ]
         */
        success?: (number | string)[];
        /**
         * @description Outputs of the run: JSON Pointers into the answer, by name. A successful answer that is no JSON, or has no such value, fails the attempt (`OutputMissing`).
         * @example {
         *       "rows": "/data/count"
         *     }
         */
        outputs?: {
          [key: string]: string;
        };
        /**
         * @description Seconds from the call to the end of its answer, at most 1800. Default: 180.
         * @example 290
         */
        timeoutSeconds?: number;
        /**
         * @description How the call says who makes it. It replaces a header `Authorization`.
         * @example {
         *       "oauth": {
         *         "tokenUrl": "https://login.acme.example/oauth2/token",
         *         "clientId": "carillon",
         *         "clientSecret": "CLIENT_SECRET"
         *       }
         *     }
         */
        auth?: {
          /**
           * @description A token of OAuth 2.0 for the client itself (RFC 6749, 4.4), in the header `Authorization`.
           * @example {
           *       "tokenUrl": "https://login.acme.example/oauth2/token",
           *       "clientId": "carillon",
           *       "clientSecret": "CLIENT_SECRET"
           *     }
           */
          oauth: {
            /**
             * Format: uri
             * @description The token endpoint of the authorization server. The same hosts are allowed as for calls.
             * @example https://login.acme.example/oauth2/token
             */
            tokenUrl: string;
            /**
             * @description The id of the client.
             * @example carillon
             */
            clientId: string;
            /**
             * @description The name (`as`) of the reference in `secretsFrom` of the job that gives the secret of the client.
             * @example CLIENT_SECRET
             */
            clientSecret: string;
            /**
             * @description The scopes that are requested, separated by spaces.
             * @example reports.write
             */
            scope?: string;
            /**
             * @description The audience that is requested, where the server takes one.
             * @example https://reports.acme.example
             */
            audience?: string;
            /**
             * @description Whether id and secret are sent in the header `Authorization` or in the body. Default: `basic`.
             * @example basic
             * @enum {string}
             */
            clientAuthentication?: 'basic' | 'post';
          };
        };
      };
      /**
       * @description Web services: true if the same call may be sent twice; then a call without an answer is repeated. Default: false; with `answer: ends`, true for GET, HEAD, PUT and DELETE.
       * @example true
       */
      idempotentStart?: boolean;
      /**
       * @description Attempts that an index of the run may have, the first one included. Default: 1.
       * @example 3
       */
      maxAttempts?: number;
      /**
       * @description Which failed attempts are tried again, and when.
       * @example {
       *       "delaySeconds": 30
       *     }
       */
      retry?: {
        /**
         * @description Seconds from the end of an attempt to the next one of its index. Default: 0. With `exponential`, this is the delay before the first retry.
         * @example 30
         */
        delaySeconds?: number;
        /**
         * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each retry waits twice as long as the one before. Default: `fixed`.
         * @example fixed
         * @enum {string}
         */
        backoff?: 'fixed' | 'exponential';
        /**
         * @description Upper limit of an exponential delay, in seconds.
         * @example 900
         */
        maxDelaySeconds?: number;
        /**
         * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between zero and all of it. Default: `none`.
         * @example none
         * @enum {string}
         */
        jitter?: 'none' | 'equal' | 'full';
        /**
         * @description Only attempts that end with one of these exit codes are tried again.
         * @example [
         *       75
         *     ]
         */
        onExitCodes?: number[];
        /**
         * @description Attempts that end with one of these exit codes are not tried again.
         * @example [
         *       64
         *     ]
         */
        notOnExitCodes?: number[];
        /**
         * @description Whether an attempt that ended by the idle timeout is tried again. Default: false.
         * @example true
         */
        onIdleTimeout?: boolean;
        /**
         * @description The first rule that matches the end of an attempt decides; all fields of the rule have to match. Where no rule matches, the general fields decide.
         * @example [
         *       {
         *         "exitCodes": [
         *           75
         *         ]
         *       }
         *     ]
         */
        rules?: {
          /**
           * @description The attempt has ended with one of these exit codes.
           * @example [
           *       75
           *     ]
           */
          exitCodes?: number[];
          /**
           * @description Web services: the call was answered with one of these statuses, such as 500 or `5xx`. The statuses 429 and 503 end an attempt only with `answer: ends`: otherwise the call is repeated until the start deadline.
           * @example [
           *       "2xx"
           *     ]
           */
          httpStatuses?: (number | ('2xx' | '3xx' | '4xx' | '5xx'))[];
          /**
           * @description The reason of the attempt, as it is shown, is one of these, such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`.
           * @example [
           *       "NodeLost"
           *     ]
           */
          reasons?: string[];
          /**
           * @description Whether the attempt is tried again. Default: true.
           * @example true
           */
          retry?: boolean;
          /**
           * @description Seconds from the end of the attempt to the next one; replaces the general `delaySeconds`.
           * @example 30
           */
          delaySeconds?: number;
        }[];
      };
      /**
       * @description Seconds within which an attempt has to start. Default: 900.
       * @example 900
       */
      startDeadlineSeconds?: number;
      /**
       * @description Seconds that an attempt may take; null is no limit.
       * @example 3600
       */
      timeoutSeconds?: number | null;
      /**
       * @description Seconds of silence after which an attempt has failed: of a web service without any callback (default: 43200), of a pod or process without a line of output (default: no limit).
       * @example 300
       */
      idleTimeoutSeconds?: number;
      /**
       * @description Seconds that a whole run may take, retries included; null is no limit.
       * @example 7200
       */
      activeDeadlineSeconds?: number | null;
      /**
       * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`). Default: `Never`.
       * @example Never
       * @enum {string}
       */
      restartPolicy?: 'Never' | 'OnFailure';
      /**
       * @description Kubernetes: a PodTemplateSpec that is merged over the worker's. The tenant's `podTemplatePaths` define which fields it may contain.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description The program and its first arguments; they replace those of the worker.
       * @example [
       *       "/opt/acme/report"
       *     ]
       */
      command?: string[];
      /**
       * @description The arguments; they replace those of the worker.
       * @example [
       *       "--all"
       *     ]
       */
      args?: string[];
      /**
       * @description Environment variables; they override those of the worker with the same names.
       * @example {
       *       "REPORT_FORMAT": "csv"
       *     }
       */
      env?: {
        [key: string]: string;
      };
      /**
       * @description Kubernetes: requests and limits of the container; they replace those of the worker.
       * @example {
       *       "requests": {
       *         "cpu": "100m",
       *         "memory": "128Mi"
       *       }
       *     }
       */
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
        /**
         * @description Quantities that may be used at most, by resource.
         * @example {
         *       "cpu": "500m",
         *       "memory": "256Mi"
         *     }
         */
        limits?: {
          [key: string]: string;
        };
      };
      /**
       * @description How long runs of the job are kept. Default: the values of the tenant.
       * @example {
       *       "successful": 100
       *     }
       */
      retention?: {
        /**
         * @description How many successful runs of a job are kept at most.
         * @example 100
         */
        successful?: number;
        /**
         * @description How many unsuccessful runs of a job are kept at most.
         * @example 100
         */
        failed?: number;
        /**
         * @description Runs that ended longer ago than this, in seconds, are removed.
         * @example 2592000
         */
        maxAgeSeconds?: number;
        /**
         * @description Seconds for which the archive keeps runs that are no longer in the database; 0: runs are not archived. Needs a cold store.
         * @example 31536000
         */
        archiveSeconds?: 0 | number;
      };
      /**
       * @description Whom the job tells of its runs, and of what; at most 10 rules.
       * @example [
       *       {
       *         "on": [
       *           "failed"
       *         ],
       *         "webhook": "https://hooks.acme.example/carillon"
       *       }
       *     ]
       */
      notify?: {
        /**
         * @description The event: `failed`: a run failed; `missed`: a slot was missed; `late`: the run of a slot was recorded late; `long`: a run takes long; `recovered`: the first success of the job after a failure; `started`: a run has started, once for each run; `succeeded`: a run has succeeded. Of a job that runs often, an address is told of at most 10 starts and as many successes in a minute, and of the others by one notice with their number.
         * @example [
         *       "failed"
         *     ]
         */
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered' | 'started' | 'succeeded')[];
        /**
         * Format: uri
         * @description The address to which notices are sent by POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; the part of an address after the host is shown as `***` to callers who may not see secrets.
         * @example https://hooks.acme.example/carillon
         */
        webhook: string;
        /**
         * @description The run of a slot is late if it is recorded more than this many seconds after the effective time of the slot. Default: 60.
         * @example 300
         */
        lateAfterSeconds?: number;
        /**
         * @description A run takes long if its duration is more than this many seconds. Default: a multiple of the usual duration of the job.
         * @example 7200
         */
        longAfterSeconds?: number;
      }[];
      /**
       * @description How many indexes have to succeed; null: as many as `parallelism` defines.
       * @example 8
       */
      completions?: number | null;
      /**
       * @description `Indexed`: each piece of work is an index with a number of its own; `NonIndexed`: a work queue. Default: `Indexed`.
       * @example Indexed
       * @enum {string}
       */
      completionMode?: 'Indexed' | 'NonIndexed';
      /**
       * @description Indexes by number, keys or a matrix, and attempts live at once.
       * @example {
       *       "withCount": 8
       *     }
       */
      parallelism?: {
        /**
         * @description The number of indexes, which are counted from 0.
         * @example 8
         */
        withCount?: number;
        /**
         * @description A list of keys: each becomes one index, and its attempts find the key in `TASK_INDEX_KEY`.
         * @example [
         *       "europe",
         *       "asia"
         *     ]
         */
        withKeys?: string[];
        /**
         * @description Lists of values by name: each combination of one value of every name becomes one index.
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
        /**
         * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
         * @example 10
         */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them. Default: `AllSuccessful`.
         * @example AllSuccessful
         * @enum {string}
         */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      /**
       * @description When the run succeeds before all of its indexes have.
       * @example {
       *       "rules": [
       *         {
       *           "succeededIndexes": "0-2,5"
       *         }
       *       ]
       *     }
       */
      successPolicy?: {
        /**
         * @description The rules of success: the run succeeds as soon as one of them holds.
         * @example [
         *       {
         *         "succeededIndexes": "0-2,5"
         *       }
         *     ]
         */
        rules: {
          /**
           * @description These indexes have succeeded.
           * @example 0-2,5
           */
          succeededIndexes?: string;
          /**
           * @description This many indexes have succeeded; together with `succeededIndexes`, this many of those.
           * @example 1
           */
          succeededCount?: number;
        }[];
      };
      /**
       * @description What happens to attempts that still run when the run has succeeded. Default: `TerminateRemaining`.
       * @example TerminateRemaining
       * @enum {string}
       */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description What happens to attempts that still run when the run has failed. Default: `TerminateRemaining`.
       * @example TerminateRemaining
       * @enum {string}
       */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description The run fails when more than this many of its attempts have failed; null is no limit.
       * @example 6
       */
      backoffLimit?: number | null;
      /**
       * @description The run fails when more than this many of its indexes have failed; null is no limit.
       * @example 5
       */
      maxFailedIndexes?: number | null;
      /**
       * @description The tasks of a run, each a group of equal indexes; at most 100. Default: one task, `main`.
       * @example [
       *       {
       *         "name": "main"
       *       }
       *     ]
       */
      tasks?: {
        /**
         * @description The name of the task: a DNS label that is unique within the job.
         * @example main
         */
        name: string;
        /**
         * @description How many indexes the task has; `completions` or `parallelism` can be given instead. Default: 1.
         * @example 2
         */
        replicas?: number;
        /**
         * @description A work queue: how many attempts have to succeed.
         * @example 8
         */
        completions?: number;
        /**
         * @description Indexes by number, keys or a matrix, and attempts live at once.
         * @example {
         *       "withCount": 8
         *     }
         */
        parallelism?: {
          /**
           * @description The number of indexes, which are counted from 0.
           * @example 8
           */
          withCount?: number;
          /**
           * @description A list of keys: each becomes one index, and its attempts find the key in `TASK_INDEX_KEY`.
           * @example [
           *       "europe",
           *       "asia"
           *     ]
           */
          withKeys?: string[];
          /**
           * @description Lists of values by name: each combination of one value of every name becomes one index.
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
          /**
           * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
           * @example 10
           */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them. Default: `AllSuccessful`.
           * @example AllSuccessful
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /**
         * @description The worker of this task. Default: the worker of the job.
         * @example acme-reports
         */
        worker?: string;
        /**
         * @description Kubernetes: a PodTemplateSpec, merged over those of worker and job.
         * @example {
         *       "spec": {
         *         "priorityClassName": "batch"
         *       }
         *     }
         */
        podTemplate?: components['schemas']['JsonObject'];
        /**
         * @description Replaces that of the job.
         * @example [
         *       "/opt/acme/report"
         *     ]
         */
        command?: string[];
        /**
         * @description Replaces that of the job.
         * @example [
         *       "--all"
         *     ]
         */
        args?: string[];
        /**
         * @description Environment variables; they override those of the job with the same names.
         * @example {
         *       "REPORT_FORMAT": "csv"
         *     }
         */
        env?: {
          [key: string]: string;
        };
        /**
         * @description Kubernetes: requests and limits; they replace those of the job.
         * @example {
         *       "requests": {
         *         "cpu": "100m",
         *         "memory": "128Mi"
         *       }
         *     }
         */
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
          /**
           * @description Quantities that may be used at most, by resource.
           * @example {
           *       "cpu": "500m",
           *       "memory": "256Mi"
           *     }
           */
          limits?: {
            [key: string]: string;
          };
        };
        /**
         * @description Lifecycle policies of this task; they come before those of the job.
         * @example [
         *       {
         *         "action": "RestartPod"
         *       }
         *     ]
         */
        policies?: {
          /**
           * @description The event of an attempt or task; `*` stands for every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
           * @example *
           * @enum {string}
           */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          /**
           * @description Several events.
           * @example [
           *       "*"
           *     ]
           */
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          /**
           * @description An attempt ends with this exit code.
           * @example 75
           */
          exitCode?: number;
          /**
           * @description An attempt ends with one of these exit codes.
           * @example [
           *       75
           *     ]
           */
          exitCodes?: number[];
          /**
           * @description The action that follows the event.
           * @example RestartPod
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /**
           * @description Seconds that the action waits; it is dropped if its cause ends before that. Default: 0.
           * @example 3600
           */
          timeoutSeconds?: number;
        }[];
        /**
         * @description Other tasks for which this task waits.
         * @example [
         *       {
         *         "task": "main"
         *       }
         *     ]
         */
        dependsOn?: {
          /**
           * @description The name of the task.
           * @example main
           */
          task: string;
          /**
           * @description The state of the other task that is waited for. `Ready`: its indexes run; `Complete`: its indexes have succeeded. Default: `Ready`.
           * @example Ready
           * @enum {string}
           */
          condition?: 'Ready' | 'Complete';
        }[];
        /**
         * @description How many indexes of the task must be able to run before any of them starts.
         * @example 2
         */
        minAvailable?: number | null;
        /**
         * @description Kubernetes: the priority class of its pods.
         * @example batch
         */
        priorityClassName?: string;
        /**
         * @description How many attempts one index may have. Default: the number of the job.
         * @example 3
         */
        maxAttempts?: number;
        /**
         * @description How often policies may restart an index of the task. Default: 3.
         * @example 3
         */
        maxRestarts?: number;
      }[];
      /**
       * @description Lifecycle policies: which action follows which event. The first policy that matches decides.
       * @example [
       *       {
       *         "action": "RestartPod"
       *       }
       *     ]
       */
      policies?: {
        /**
         * @description The event of an attempt or task; `*` stands for every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
         * @example *
         * @enum {string}
         */
        event?:
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
        /**
         * @description Several events.
         * @example [
         *       "*"
         *     ]
         */
        events?: (
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
        )[];
        /**
         * @description An attempt ends with this exit code.
         * @example 75
         */
        exitCode?: number;
        /**
         * @description An attempt ends with one of these exit codes.
         * @example [
         *       75
         *     ]
         */
        exitCodes?: number[];
        /**
         * @description The action that follows the event.
         * @example RestartPod
         * @enum {string}
         */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        /**
         * @description Seconds that the action waits; it is dropped if its cause ends before that. Default: 0.
         * @example 3600
         */
        timeoutSeconds?: number;
      }[];
      /**
       * @description How many indexes of the run must be able to run before any of them starts; null: the indexes start one by one.
       * @example 2
       */
      minAvailable?: number | null;
      /**
       * @description How many indexes have to succeed for the run to succeed; null: all.
       * @example 2
       */
      minSuccess?: number | null;
      /**
       * @description How often policies may restart the whole run. Default: 3.
       * @example 3
       */
      maxRetry?: number;
      /**
       * @description Kubernetes: the priority class of its pods.
       * @example batch
       */
      priorityClassName?: string;
      /**
       * @description Kubernetes: the scheduler of its pods.
       * @example volcano
       */
      schedulerName?: string;
      /**
       * @description A concurrency group of the tenant: it limits how many runs of all jobs in it are active at once. Default: `default`, which limits nothing.
       * @example reports
       */
      queue?: string;
      /**
       * @description The plugins by which the pods of a run find each other.
       * @example {
       *       "env": [
       *         "--no-root"
       *       ]
       *     }
       */
      plugins?: {
        /**
         * @description If present, pods get the variables `VC_TASK_INDEX` and `VK_TASK_INDEX`. The arguments are those of Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        env?: string[];
        /**
         * @description If present, pods have host names and find each other by name. The arguments are those of Volcano.
         * @example [
         *       "--disable-network-policy=true"
         *     ]
         */
        svc?: string[];
        /**
         * @description If present, pods of the run can log in to each other by SSH with a key of the run. The arguments are those of Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        ssh?: string[];
      };
      /**
       * @description Volumes that are mounted in the pods; at most 32.
       * @example [
       *       {
       *         "mountPath": "/data"
       *       }
       *     ]
       */
      volumes?: {
        /**
         * @description Absolute path where it is mounted.
         * @example /data
         */
        mountPath: string;
        /**
         * @description The name of an existing volume claim; the run stays `Pending` until the claim exists. Without this field and `claim`, the volume is an emptyDir.
         * @example reports-data
         */
        claimName?: string;
        /**
         * @description A volume claim that is created for the run, kept over its restarts, and removed when the run can no longer be resumed.
         * @example {
         *       "accessModes": [
         *         "ReadWriteOnce"
         *       ],
         *       "resources": {
         *         "requests": {
         *           "storage": "1Gi"
         *         }
         *       }
         *     }
         */
        claim?: {
          /**
           * @description The ways in which the volume may be mounted.
           * @example [
           *       "ReadWriteOnce"
           *     ]
           */
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          /**
           * @description The size of the volume.
           * @example {
           *       "requests": {
           *         "storage": "1Gi"
           *       }
           *     }
           */
          resources: {
            /**
             * @description The requested quantities; `storage` is required.
             * @example {
             *       "storage": "1Gi"
             *     }
             */
            requests: {
              [key: string]: string;
            };
            /**
             * @description The quantities that may be used at most.
             * @example {
             *       "cpu": "500m",
             *       "memory": "256Mi"
             *     }
             */
            limits?: {
              [key: string]: string;
            };
          };
          /**
           * @description The storage class; the empty text asks for a volume of no class.
           * @example fast
           */
          storageClassName?: '' | string;
          /**
           * @description How the volume is presented.
           * @example Filesystem
           * @enum {string}
           */
          volumeMode?: 'Filesystem';
          /**
           * @description The name of a persistent volume.
           * @example reports-2026
           */
          volumeName?: string;
          /**
           * @description A label selector over persistent volumes.
           * @example {
           *       "matchLabels": {
           *         "team": "reports"
           *       }
           *     }
           */
          selector?: components['schemas']['JsonObject'];
        };
      }[];
    };
    JobReplacement: {
      /**
       * @description The tenant of the job, which never changes. It may be left out.
       * @example acme
       */
      tenant?: string;
      /**
       * @description The display name: one line of at most 200 characters.
       * @example Nightly report
       */
      name: string;
      /**
       * @description The id of the worker that does the work. Default: `other_webservice`, the built-in worker that calls the `url` of the job.
       * @default other_webservice
       * @example acme-reports
       */
      worker?: string;
      /**
       * @description Pairs of name and value by which lists can be filtered; at most 32.
       * @example {
       *       "team": "reports"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /**
       * @description False: no slots are run; manual runs stay possible. Default: true.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description When the job is archived automatically: `ended`, when its schedule has no further slot and all its runs have ended; `succeeded`, when a run has succeeded after the last change of the job. Default: never.
       * @example ended
       * @enum {string}
       */
      archiveWhen?: 'ended' | 'succeeded';
      /**
       * @description The people or teams that are responsible for the job; for information only.
       * @example [
       *       "ada@acme.example"
       *     ]
       */
      owners?: string[];
      /**
       * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/guide/schedules.md.
       * @example 0 10 * * *
       * @example H 3 * * 1-5
       */
      cron?: string;
      /**
       * @description When the job runs; a job without a schedule is run by request only.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
      schedule?: components['schemas']['Schedule'];
      /**
       * @description The ends of runs of other jobs after which the job runs, at most 32. If the job also has a schedule, it runs at its slots, too.
       * @example [
       *       {
       *         "job": "ibm-load"
       *       }
       *     ]
       */
      after?: {
        /**
         * @description The id of the job whose run has to end.
         * @example ibm-load
         */
        job: string;
        /**
         * @description The result that the run must have: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). Default: `succeeded`.
         * @example succeeded
         * @enum {string}
         */
        on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description The run whose end counts. `sameSlot`: the run of the same slot (of the same chain where the chain was started by hand), for which the job waits. `latest`: the latest run that has ended; the job does not wait. Default: `sameSlot`.
         * @example sameSlot
         * @enum {string}
         */
        match?: 'sameSlot' | 'latest';
        /**
         * @description The run must have ended at most this many seconds before the last of the runs after which the job runs; at most 31622400. Default: no limit.
         * @example 3600
         */
        within?: number;
        /**
         * @description The run ended with one of these exit codes.
         * @example [
         *       75
         *     ]
         */
        exitCodes?: number[];
        /**
         * @description Tests of the outputs, all of which have to pass; at most 16 tests.
         * @example [
         *       {
         *         "path": "/rows"
         *       }
         *     ]
         */
        outputs?: {
          /**
           * @description The output to test, as a JSON Pointer.
           * @example /rows
           */
          path: string;
          /**
           * @description True: the output exists; false: it does not.
           * @example true
           */
          exists?: boolean;
          /**
           * @description The output equals this value.
           * @example complete
           */
          equals?: components['schemas']['JsonValue'];
          /**
           * @description The output is a number that is at least this.
           * @example 1
           */
          min?: number;
          /**
           * @description The output is a number that is at most this.
           * @example 1000
           */
          max?: number;
        }[];
        /**
         * @description Outputs that become parameters of this job's run: the name of the parameter and a JSON Pointer into the outputs; at most 32. Where an output is missing, the parameter of the job stays as it is.
         * @example {
         *       "file": "/file"
         *     }
         */
        pass?: {
          [key: string]: string;
        };
      }[];
      /**
       * @description How the conditions of `after` are combined, and the deadline by which they have to be met.
       * @example {
       *       "require": "all"
       *     }
       */
      afterRule?: {
        /**
         * @description Whether `all` conditions of `after` have to be met, or `any` of them. Default: `all`.
         * @example all
         * @enum {string}
         */
        require?: 'all' | 'any';
        /**
         * @description The deadline by which the job must have got a run since the deadline before; otherwise a missed slot is recorded for the job, and its notices are sent.
         * @example {
         *       "at": "06:00"
         *     }
         */
        deadline?: {
          /**
           * @description A time of day, as `HH:MM`.
           * @example 06:00
           */
          at: string;
          /**
           * @description IANA name of the time zone of the deadline. Default: UTC.
           * @example Europe/Prague
           */
          timezone?: string;
          /**
           * @description Days of the week on which the deadline applies. Default: all.
           * @example [
           *       "mon"
           *     ]
           */
          weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        };
      };
      /**
       * @description How slots are handled that passed while nothing could start them.
       * @example {
       *       "policy": "skip"
       *     }
       */
      misfire?: {
        /**
         * @description Slots that passed while nothing could start them: `skip` runs none, `last` only the latest, `all` all of them, up to `maxMissed`. Default: `last`.
         * @example skip
         * @enum {string}
         */
        policy?: 'skip' | 'last' | 'all';
        /**
         * @description How many of the slots that passed are run at most; the latest ones are chosen. Default: 5.
         * @example 10
         */
        maxMissed?: number;
        /**
         * @description A slot that is later than this many seconds is missed. Default: null, which is no limit.
         * @example 600
         */
        startingDeadlineSeconds?: number | null;
      };
      /**
       * @description How many runs of the job may be active at once, and how a further run is handled.
       * @example {
       *       "policy": "Allow"
       *     }
       */
      concurrency?: {
        /**
         * @description What happens to a run for which no permit is free: `Allow` sets no limit, `Forbid` refuses the run, `Enqueue` lets it wait, `Replace` ends the older run. Default: `Allow`.
         * @example Allow
         * @enum {string}
         */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /**
         * @description Runs of the job that may be active at once, where the policy sets a limit. Default: 1.
         * @example 1
         */
        maxConcurrency?: number;
        /**
         * @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` set the number of permits.
         * @example nightly
         */
        group?: string;
        /**
         * @description How many runs may wait with the policy `Enqueue`; further ones are refused. Default: 20.
         * @example 10
         */
        maxQueued?: number;
        /**
         * @description A further limit for each value of a key, such as a customer: how many runs with this value may be active at once, and how many may start within a time.
         * @example {
         *       "key": "${option.customer}"
         *     }
         */
        perKey?: {
          /**
           * @description The key of a run, in which `${option.<name>}` and `${parameters.<name>}` stand for values of the run; where there is no value, they stand for the empty text. A key that is longer than 128 characters is cut and ends with a hash.
           * @example ${option.customer}
           */
          key: string;
          /**
           * @description Runs with one key that may be active at once. Default: no limit.
           * @example 1000
           */
          max?: number;
          /**
           * @description How fast runs with one key are admitted, by a token bucket. Default: no limit.
           * @example {
           *       "runs": 10,
           *       "perSeconds": 60
           *     }
           */
          rate?: {
            /**
             * @description How many runs may be admitted at once, and then within each `perSeconds`.
             * @example 3
             */
            runs: number;
            /**
             * @description The seconds over which `runs` further runs are admitted, evenly spread.
             * @example 60
             */
            perSeconds: number;
          };
          /**
           * @description What happens to a run whose key has no room: `Enqueue` lets it wait, `Forbid` refuses it, `Replace` ends the oldest active run with its key and drops those that wait. Default: `Enqueue`.
           * @example Enqueue
           * @enum {string}
           */
          policy?: 'Enqueue' | 'Forbid' | 'Replace';
          /**
           * @description Runs with one key that may wait. Default: only `maxQueued` of the job counts.
           * @example 10
           */
          maxQueued?: number;
        };
      };
      /**
       * @description The priority of the job's runs, -100 to 100. Among runs of the tenant that wait for the same permits or places, one step of priority equals 60 s of waiting. Default: 0.
       * @example 10
       */
      priority?: number;
      /**
       * @description Allows preemption: attempts of runs of the job may be stopped, and started again later, while runs of higher priority or of tenants below their share wait for these permits. An empty object is enough. Default: no preemption.
       * @example {
       *       "maxTimes": 3,
       *       "graceSeconds": 30
       *     }
       */
      preemptible?: {
        /**
         * @description How often a run may be preempted, 1 to 100; after that it keeps its places. Default: 3.
         * @example 3
         */
        maxTimes?: number;
        /**
         * @description Seconds between the request to end and the end by force, at most 3600. Default: 30.
         * @example 300
         */
        graceSeconds?: number;
      };
      /**
       * @description A second request with the same key starts no run: the answer is the run of the first request. docs/guide/requests.md.
       * @example {
       *       "key": "${option.order}",
       *       "windowSeconds": 3600
       *     }
       */
      deduplicate?: {
        /**
         * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: everything that the request gives, such as parameters and options.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description For this many seconds after a request, further requests with the same key are duplicates; at most 604800.
         * @example 3600
         */
        windowSeconds: number;
      };
      /**
       * @description Requests with the same key that follow each other become one run, which is given the values of the last request. docs/guide/requests.md.
       * @example {
       *       "seconds": 86400
       *     }
       */
      debounce?: {
        /**
         * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: all requests of the job have the same key.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts this many seconds after the last request; at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description The run starts at the latest this many seconds after the first request; at most 86400. Default: 10 times `seconds`.
         * @example 600
         */
        maxWaitSeconds?: number;
      };
      /**
       * @description Requests with the same key become one run, which is given all of them as a list (`JOB_ITEMS`, `items`). docs/guide/requests.md.
       * @example {
       *       "seconds": 86400
       *     }
       */
      collect?: {
        /**
         * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: all requests of the job have the same key.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts this many seconds after the first request; at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description The run starts at once when it has this many requests, 1 to 1000, or when a further request would make the items longer than 98304 bytes of JSON. Default: 100.
         * @example 50
         */
        maxItems?: number;
      };
      /**
       * @description The parameters of each run: any JSON value of at most 98304 bytes. A request for a run may give others.
       * @example {
       *       "rows": 1000
       *     }
       */
      parameters?: components['schemas']['JsonValue'];
      /**
       * @description The JSON Schema of `parameters`, draft 2020-12, of at most 16384 bytes. Parameters are validated when the job is saved, when a run is requested, and before each attempt. docs/semantics/parameters.md#schemas lists the keywords that are supported.
       * @example {
       *       "type": "object",
       *       "properties": {
       *         "rows": {
       *           "type": "integer",
       *           "minimum": 1
       *         }
       *       },
       *       "required": [
       *         "rows"
       *       ]
       *     }
       */
      parametersSchema?: components['schemas']['JsonObject'];
      /**
       * @description As `parameters`, but stored encrypted; `***` in place of a value leaves it as it is. At most 98304 bytes as JSON.
       * @example {
       *       "password": "of-the-database"
       *     }
       */
      secureParameters?: components['schemas']['JsonValue'];
      /**
       * @description References to secrets that are kept outside of Carillon, in Vault, Kubernetes Secrets or files: they are read when an attempt starts and are never stored; at most 32. docs/guide/secrets.md.
       * @example [
       *       {
       *         "as": "DATABASE_PASSWORD",
       *         "from": "vault",
       *         "path": "secret/data/acme/db",
       *         "key": "password"
       *       }
       *     ]
       */
      secretsFrom?: {
        /**
         * @description The name of the environment variable that holds the value, which is judged as a variable of `env`; web services find the value under this name in `secrets`.
         * @example DATABASE_PASSWORD
         */
        as: string;
        /**
         * @description The name of the provider, as an administrator has declared it.
         * @example vault
         */
        from: string;
        /**
         * @description Where the secret is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider.
         * @example secret/data/acme/db
         */
        path: string;
        /**
         * @description The key of the value in the secret; only for Vault and Kubernetes, which require it.
         * @example europe
         */
        key?: string;
        /**
         * @description Vault, KV version 2: the version of the secret. Default: the newest.
         * @example 3
         */
        version?: number;
      }[];
      /**
       * @description Gives each attempt a token by which others know it: it names tenant, job, run and attempt, and is signed by Carillon. docs/guide/identity.md.
       * @example {
       *       "audience": [
       *         "sts.amazonaws.com"
       *       ]
       *     }
       */
      identity?: {
        /**
         * @description For whom the token is (`aud`): each must be among the `identityAudiences` of the tenant.
         * @example [
         *       "sts.amazonaws.com"
         *     ]
         */
        audience: string[];
      };
      /**
       * @description Typed values that may be given when a run is started; they replace `${option.<name>}` in command, args, image and env.
       * @example [
       *       {
       *         "name": "day",
       *         "type": "bool"
       *       }
       *     ]
       */
      options?: (
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: true or false.
             * @example bool
             * @constant
             */
            type: 'bool';
            /**
             * @description The value of a run for which none is given.
             * @example true
             */
            default?: boolean;
            /**
             * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. Default: `TrueFalse`.
             * @example TrueFalse
             * @enum {string}
             */
            format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
            /**
             * @description With `Custom`: the text that stands for true; may be empty.
             * @example yes
             */
            trueVal?: string;
            /**
             * @description With `Custom`: the text that stands for false; may be empty.
             * @example no
             */
            falseVal?: string;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: a text.
             * @example string
             * @constant
             */
            type: 'string';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run for which none is given.
             * @example csv
             */
            default?: string;
            /**
             * @description True: spaces at both ends of the value are removed.
             * @example true
             */
            trimSpaces?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: one of `values`.
             * @example select
             * @constant
             */
            type: 'select';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The values to choose from.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            values: string[];
            /**
             * @description The value of a run for which none is given.
             * @example csv
             */
            default?: string;
            /**
             * @description True: values that are not among `values` are accepted, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: any of `values`.
             * @example multi
             * @constant
             */
            type: 'multi';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The values to choose from.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            values: string[];
            /**
             * @description The value of a run for which none is given.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            default?: string[];
            /**
             * @description The text between the chosen values, which may be empty. Default: a comma.
             * @example ,
             */
            delimiter?: string;
            /**
             * @description True: values that are not among `values` are accepted, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: an instant.
             * @example date
             * @constant
             */
            type: 'date';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none: an RFC 3339 time.
             * @example csv
             */
            default?: string;
            /**
             * @description The format in which the instant is written, such as `D MMM YYYY`. Default: the instant is written as it was given.
             * @example yyyy-MM-dd
             */
            format?: string;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: a number.
             * @example number
             * @constant
             */
            type: 'number';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run for which none is given.
             * @example 10
             */
            default?: number;
            /**
             * @description The least value.
             * @example 1
             */
            min?: number;
            /**
             * @description The greatest value.
             * @example 1000
             */
            max?: number;
            /**
             * @description True: whole numbers only.
             * @example true
             */
            integer?: boolean;
          }
        | {
            /**
             * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
             * @example day
             */
            name: string;
            /**
             * @description The name that is displayed.
             * @example Day of the report
             */
            label?: string;
            /**
             * @description The kind of value: a text that is stored encrypted and shown to nobody.
             * @example secret
             * @constant
             */
            type: 'secret';
            /**
             * @description True: a run is refused if no value is given and there is no default. Default: false.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run for which none is given. Stored encrypted.
             * @example csv
             */
            default?: string;
          }
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called; it replaces the worker's.
       * @example https://reports.acme.example/work
       */
      url?: string;
      /**
       * @description Web services: headers of the call, which override those of the worker; `***` in place of a value leaves it as it is.
       * @example {
       *       "x-source": "carillon"
       *     }
       */
      httpHeaders?:
        | '***'
        | {
            [key: string]: string & (unknown & unknown);
          };
      /**
       * @description Web services: `accepts`, if the answer says that the work has begun and callbacks report its end; `ends`, if the work is done when the answer arrives, whose status decides. Default: `accepts`.
       * @example accepts
       * @enum {string}
       */
      answer?: 'accepts' | 'ends';
      /**
       * @description Web services with `answer: ends`: what is sent, and how the answer is judged.
       * @example {
       *       "method": "POST",
       *       "body": "{\"day\":\"${run.scheduled_for}\"}",
       *       "outputs": {
       *         "rows": "/data/count"
       *       }
       *     }
       */
      http?: {
        /**
         * @description Default: `POST` if there is a body, otherwise `GET`.
         * @example GET
         * @enum {string}
         */
        method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * @description Parameters that are added to the query of the address; `${…}` as in `body`. They are no secrets.
         * @example {
         *       "day": "${run.scheduled_for}"
         *     }
         */
        query?: {
          [key: string]: string;
        };
        /**
         * @description The body, in which `${job.name}`, `${run.scheduled_for}`, `${option.<name>}` and the like are replaced; `${option.<name>:json}` becomes a JSON string with its quotation marks. Its type is `application/json` if it is JSON, otherwise `text/plain`, unless `httpHeaders` name one. Default: none.
         * @example {"day":"${run.scheduled_for}"}
         */
        body?: string;
        /**
         * @description The statuses, and ranges of them, that mean success. Any other fails the attempt. Default: `200-299`.
         * @example [
         *       "200-299",
         *       404
         *     ]
         */
        success?: (number | string)[];
        /**
         * @description Outputs of the run: JSON Pointers into the answer, by name. A successful answer that is no JSON, or has no such value, fails the attempt (`OutputMissing`).
         * @example {
         *       "rows": "/data/count"
         *     }
         */
        outputs?: {
          [key: string]: string;
        };
        /**
         * @description Seconds from the call to the end of its answer, at most 1800. Default: 180.
         * @example 290
         */
        timeoutSeconds?: number;
        /**
         * @description How the call says who makes it. It replaces a header `Authorization`.
         * @example {
         *       "oauth": {
         *         "tokenUrl": "https://login.acme.example/oauth2/token",
         *         "clientId": "carillon",
         *         "clientSecret": "CLIENT_SECRET"
         *       }
         *     }
         */
        auth?: {
          /**
           * @description A token of OAuth 2.0 for the client itself (RFC 6749, 4.4), in the header `Authorization`.
           * @example {
           *       "tokenUrl": "https://login.acme.example/oauth2/token",
           *       "clientId": "carillon",
           *       "clientSecret": "CLIENT_SECRET"
           *     }
           */
          oauth: {
            /**
             * Format: uri
             * @description The token endpoint of the authorization server. The same hosts are allowed as for calls.
             * @example https://login.acme.example/oauth2/token
             */
            tokenUrl: string;
            /**
             * @description The id of the client.
             * @example carillon
             */
            clientId: string;
            /**
             * @description The name (`as`) of the reference in `secretsFrom` of the job that gives the secret of the client.
             * @example CLIENT_SECRET
             */
            clientSecret: string;
            /**
             * @description The scopes that are requested, separated by spaces.
             * @example reports.write
             */
            scope?: string;
            /**
             * @description The audience that is requested, where the server takes one.
             * @example https://reports.acme.example
             */
            audience?: string;
            /**
             * @description Whether id and secret are sent in the header `Authorization` or in the body. Default: `basic`.
             * @example basic
             * @enum {string}
             */
            clientAuthentication?: 'basic' | 'post';
          };
        };
      };
      /**
       * @description Web services: true if the same call may be sent twice; then a call without an answer is repeated. Default: false; with `answer: ends`, true for GET, HEAD, PUT and DELETE.
       * @example true
       */
      idempotentStart?: boolean;
      /**
       * @description Attempts that an index of the run may have, the first one included. Default: 1.
       * @example 3
       */
      maxAttempts?: number;
      /**
       * @description Which failed attempts are tried again, and when.
       * @example {
       *       "delaySeconds": 30
       *     }
       */
      retry?: {
        /**
         * @description Seconds from the end of an attempt to the next one of its index. Default: 0. With `exponential`, this is the delay before the first retry.
         * @example 30
         */
        delaySeconds?: number;
        /**
         * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each retry waits twice as long as the one before. Default: `fixed`.
         * @example fixed
         * @enum {string}
         */
        backoff?: 'fixed' | 'exponential';
        /**
         * @description Upper limit of an exponential delay, in seconds.
         * @example 900
         */
        maxDelaySeconds?: number;
        /**
         * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between zero and all of it. Default: `none`.
         * @example none
         * @enum {string}
         */
        jitter?: 'none' | 'equal' | 'full';
        /**
         * @description Only attempts that end with one of these exit codes are tried again.
         * @example [
         *       75
         *     ]
         */
        onExitCodes?: number[];
        /**
         * @description Attempts that end with one of these exit codes are not tried again.
         * @example [
         *       64
         *     ]
         */
        notOnExitCodes?: number[];
        /**
         * @description Whether an attempt that ended by the idle timeout is tried again. Default: false.
         * @example true
         */
        onIdleTimeout?: boolean;
        /**
         * @description The first rule that matches the end of an attempt decides; all fields of the rule have to match. Where no rule matches, the general fields decide.
         * @example [
         *       {
         *         "exitCodes": [
         *           75
         *         ]
         *       }
         *     ]
         */
        rules?: {
          /**
           * @description The attempt has ended with one of these exit codes.
           * @example [
           *       75
           *     ]
           */
          exitCodes?: number[];
          /**
           * @description Web services: the call was answered with one of these statuses, such as 500 or `5xx`. The statuses 429 and 503 end an attempt only with `answer: ends`: otherwise the call is repeated until the start deadline.
           * @example [
           *       "2xx"
           *     ]
           */
          httpStatuses?: (number | ('2xx' | '3xx' | '4xx' | '5xx'))[];
          /**
           * @description The reason of the attempt, as it is shown, is one of these, such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`.
           * @example [
           *       "NodeLost"
           *     ]
           */
          reasons?: string[];
          /**
           * @description Whether the attempt is tried again. Default: true.
           * @example true
           */
          retry?: boolean;
          /**
           * @description Seconds from the end of the attempt to the next one; replaces the general `delaySeconds`.
           * @example 30
           */
          delaySeconds?: number;
        }[];
      };
      /**
       * @description Seconds within which an attempt has to start. Default: 900.
       * @example 900
       */
      startDeadlineSeconds?: number;
      /**
       * @description Seconds that an attempt may take; null is no limit.
       * @example 3600
       */
      timeoutSeconds?: number | null;
      /**
       * @description Seconds of silence after which an attempt has failed: of a web service without any callback (default: 43200), of a pod or process without a line of output (default: no limit).
       * @example 300
       */
      idleTimeoutSeconds?: number;
      /**
       * @description Seconds that a whole run may take, retries included; null is no limit.
       * @example 7200
       */
      activeDeadlineSeconds?: number | null;
      /**
       * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`). Default: `Never`.
       * @example Never
       * @enum {string}
       */
      restartPolicy?: 'Never' | 'OnFailure';
      /**
       * @description Kubernetes: a PodTemplateSpec that is merged over the worker's. The tenant's `podTemplatePaths` define which fields it may contain.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description The program and its first arguments; they replace those of the worker.
       * @example [
       *       "/opt/acme/report"
       *     ]
       */
      command?: string[];
      /**
       * @description The arguments; they replace those of the worker.
       * @example [
       *       "--all"
       *     ]
       */
      args?: string[];
      /**
       * @description Environment variables; they override those of the worker with the same names.
       * @example {
       *       "REPORT_FORMAT": "csv"
       *     }
       */
      env?: {
        [key: string]: string;
      };
      /**
       * @description Kubernetes: requests and limits of the container; they replace those of the worker.
       * @example {
       *       "requests": {
       *         "cpu": "100m",
       *         "memory": "128Mi"
       *       }
       *     }
       */
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
        /**
         * @description Quantities that may be used at most, by resource.
         * @example {
         *       "cpu": "500m",
         *       "memory": "256Mi"
         *     }
         */
        limits?: {
          [key: string]: string;
        };
      };
      /**
       * @description How long runs of the job are kept. Default: the values of the tenant.
       * @example {
       *       "successful": 100
       *     }
       */
      retention?: {
        /**
         * @description How many successful runs of a job are kept at most.
         * @example 100
         */
        successful?: number;
        /**
         * @description How many unsuccessful runs of a job are kept at most.
         * @example 100
         */
        failed?: number;
        /**
         * @description Runs that ended longer ago than this, in seconds, are removed.
         * @example 2592000
         */
        maxAgeSeconds?: number;
        /**
         * @description Seconds for which the archive keeps runs that are no longer in the database; 0: runs are not archived. Needs a cold store.
         * @example 31536000
         */
        archiveSeconds?: 0 | number;
      };
      /**
       * @description Whom the job tells of its runs, and of what; at most 10 rules.
       * @example [
       *       {
       *         "on": [
       *           "failed"
       *         ],
       *         "webhook": "https://hooks.acme.example/carillon"
       *       }
       *     ]
       */
      notify?: {
        /**
         * @description The event: `failed`: a run failed; `missed`: a slot was missed; `late`: the run of a slot was recorded late; `long`: a run takes long; `recovered`: the first success of the job after a failure; `started`: a run has started, once for each run; `succeeded`: a run has succeeded. Of a job that runs often, an address is told of at most 10 starts and as many successes in a minute, and of the others by one notice with their number.
         * @example [
         *       "failed"
         *     ]
         */
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered' | 'started' | 'succeeded')[];
        /**
         * Format: uri
         * @description The address to which notices are sent by POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; the part of an address after the host is shown as `***` to callers who may not see secrets.
         * @example https://hooks.acme.example/carillon
         */
        webhook: string;
        /**
         * @description The run of a slot is late if it is recorded more than this many seconds after the effective time of the slot. Default: 60.
         * @example 300
         */
        lateAfterSeconds?: number;
        /**
         * @description A run takes long if its duration is more than this many seconds. Default: a multiple of the usual duration of the job.
         * @example 7200
         */
        longAfterSeconds?: number;
      }[];
      /**
       * @description How many indexes have to succeed; null: as many as `parallelism` defines.
       * @example 8
       */
      completions?: number | null;
      /**
       * @description `Indexed`: each piece of work is an index with a number of its own; `NonIndexed`: a work queue. Default: `Indexed`.
       * @example Indexed
       * @enum {string}
       */
      completionMode?: 'Indexed' | 'NonIndexed';
      /**
       * @description Indexes by number, keys or a matrix, and attempts live at once.
       * @example {
       *       "withCount": 8
       *     }
       */
      parallelism?: {
        /**
         * @description The number of indexes, which are counted from 0.
         * @example 8
         */
        withCount?: number;
        /**
         * @description A list of keys: each becomes one index, and its attempts find the key in `TASK_INDEX_KEY`.
         * @example [
         *       "europe",
         *       "asia"
         *     ]
         */
        withKeys?: string[];
        /**
         * @description Lists of values by name: each combination of one value of every name becomes one index.
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
        /**
         * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
         * @example 10
         */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them. Default: `AllSuccessful`.
         * @example AllSuccessful
         * @enum {string}
         */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      /**
       * @description When the run succeeds before all of its indexes have.
       * @example {
       *       "rules": [
       *         {
       *           "succeededIndexes": "0-2,5"
       *         }
       *       ]
       *     }
       */
      successPolicy?: {
        /**
         * @description The rules of success: the run succeeds as soon as one of them holds.
         * @example [
         *       {
         *         "succeededIndexes": "0-2,5"
         *       }
         *     ]
         */
        rules: {
          /**
           * @description These indexes have succeeded.
           * @example 0-2,5
           */
          succeededIndexes?: string;
          /**
           * @description This many indexes have succeeded; together with `succeededIndexes`, this many of those.
           * @example 1
           */
          succeededCount?: number;
        }[];
      };
      /**
       * @description What happens to attempts that still run when the run has succeeded. Default: `TerminateRemaining`.
       * @example TerminateRemaining
       * @enum {string}
       */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description What happens to attempts that still run when the run has failed. Default: `TerminateRemaining`.
       * @example TerminateRemaining
       * @enum {string}
       */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description The run fails when more than this many of its attempts have failed; null is no limit.
       * @example 6
       */
      backoffLimit?: number | null;
      /**
       * @description The run fails when more than this many of its indexes have failed; null is no limit.
       * @example 5
       */
      maxFailedIndexes?: number | null;
      /**
       * @description The tasks of a run, each a group of equal indexes; at most 100. Default: one task, `main`.
       * @example [
       *       {
       *         "name": "main"
       *       }
       *     ]
       */
      tasks?: {
        /**
         * @description The name of the task: a DNS label that is unique within the job.
         * @example main
         */
        name: string;
        /**
         * @description How many indexes the task has; `completions` or `parallelism` can be given instead. Default: 1.
         * @example 2
         */
        replicas?: number;
        /**
         * @description A work queue: how many attempts have to succeed.
         * @example 8
         */
        completions?: number;
        /**
         * @description Indexes by number, keys or a matrix, and attempts live at once.
         * @example {
         *       "withCount": 8
         *     }
         */
        parallelism?: {
          /**
           * @description The number of indexes, which are counted from 0.
           * @example 8
           */
          withCount?: number;
          /**
           * @description A list of keys: each becomes one index, and its attempts find the key in `TASK_INDEX_KEY`.
           * @example [
           *       "europe",
           *       "asia"
           *     ]
           */
          withKeys?: string[];
          /**
           * @description Lists of values by name: each combination of one value of every name becomes one index.
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
          /**
           * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
           * @example 10
           */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them. Default: `AllSuccessful`.
           * @example AllSuccessful
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /**
         * @description The worker of this task. Default: the worker of the job.
         * @example acme-reports
         */
        worker?: string;
        /**
         * @description Kubernetes: a PodTemplateSpec, merged over those of worker and job.
         * @example {
         *       "spec": {
         *         "priorityClassName": "batch"
         *       }
         *     }
         */
        podTemplate?: components['schemas']['JsonObject'];
        /**
         * @description Replaces that of the job.
         * @example [
         *       "/opt/acme/report"
         *     ]
         */
        command?: string[];
        /**
         * @description Replaces that of the job.
         * @example [
         *       "--all"
         *     ]
         */
        args?: string[];
        /**
         * @description Environment variables; they override those of the job with the same names.
         * @example {
         *       "REPORT_FORMAT": "csv"
         *     }
         */
        env?: {
          [key: string]: string;
        };
        /**
         * @description Kubernetes: requests and limits; they replace those of the job.
         * @example {
         *       "requests": {
         *         "cpu": "100m",
         *         "memory": "128Mi"
         *       }
         *     }
         */
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
          /**
           * @description Quantities that may be used at most, by resource.
           * @example {
           *       "cpu": "500m",
           *       "memory": "256Mi"
           *     }
           */
          limits?: {
            [key: string]: string;
          };
        };
        /**
         * @description Lifecycle policies of this task; they come before those of the job.
         * @example [
         *       {
         *         "action": "RestartPod"
         *       }
         *     ]
         */
        policies?: {
          /**
           * @description The event of an attempt or task; `*` stands for every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
           * @example *
           * @enum {string}
           */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          /**
           * @description Several events.
           * @example [
           *       "*"
           *     ]
           */
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          /**
           * @description An attempt ends with this exit code.
           * @example 75
           */
          exitCode?: number;
          /**
           * @description An attempt ends with one of these exit codes.
           * @example [
           *       75
           *     ]
           */
          exitCodes?: number[];
          /**
           * @description The action that follows the event.
           * @example RestartPod
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /**
           * @description Seconds that the action waits; it is dropped if its cause ends before that. Default: 0.
           * @example 3600
           */
          timeoutSeconds?: number;
        }[];
        /**
         * @description Other tasks for which this task waits.
         * @example [
         *       {
         *         "task": "main"
         *       }
         *     ]
         */
        dependsOn?: {
          /**
           * @description The name of the task.
           * @example main
           */
          task: string;
          /**
           * @description The state of the other task that is waited for. `Ready`: its indexes run; `Complete`: its indexes have succeeded. Default: `Ready`.
           * @example Ready
           * @enum {string}
           */
          condition?: 'Ready' | 'Complete';
        }[];
        /**
         * @description How many indexes of the task must be able to run before any of them starts.
         * @example 2
         */
        minAvailable?: number | null;
        /**
         * @description Kubernetes: the priority class of its pods.
         * @example batch
         */
        priorityClassName?: string;
        /**
         * @description How many attempts one index may have. Default: the number of the job.
         * @example 3
         */
        maxAttempts?: number;
        /**
         * @description How often policies may restart an index of the task. Default: 3.
         * @example 3
         */
        maxRestarts?: number;
      }[];
      /**
       * @description Lifecycle policies: which action follows which event. The first policy that matches decides.
       * @example [
       *       {
       *         "action": "RestartPod"
       *       }
       *     ]
       */
      policies?: {
        /**
         * @description The event of an attempt or task; `*` stands for every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
         * @example *
         * @enum {string}
         */
        event?:
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
        /**
         * @description Several events.
         * @example [
         *       "*"
         *     ]
         */
        events?: (
          '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
        )[];
        /**
         * @description An attempt ends with this exit code.
         * @example 75
         */
        exitCode?: number;
        /**
         * @description An attempt ends with one of these exit codes.
         * @example [
         *       75
         *     ]
         */
        exitCodes?: number[];
        /**
         * @description The action that follows the event.
         * @example RestartPod
         * @enum {string}
         */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        /**
         * @description Seconds that the action waits; it is dropped if its cause ends before that. Default: 0.
         * @example 3600
         */
        timeoutSeconds?: number;
      }[];
      /**
       * @description How many indexes of the run must be able to run before any of them starts; null: the indexes start one by one.
       * @example 2
       */
      minAvailable?: number | null;
      /**
       * @description How many indexes have to succeed for the run to succeed; null: all.
       * @example 2
       */
      minSuccess?: number | null;
      /**
       * @description How often policies may restart the whole run. Default: 3.
       * @example 3
       */
      maxRetry?: number;
      /**
       * @description Kubernetes: the priority class of its pods.
       * @example batch
       */
      priorityClassName?: string;
      /**
       * @description Kubernetes: the scheduler of its pods.
       * @example volcano
       */
      schedulerName?: string;
      /**
       * @description A concurrency group of the tenant: it limits how many runs of all jobs in it are active at once. Default: `default`, which limits nothing.
       * @example reports
       */
      queue?: string;
      /**
       * @description The plugins by which the pods of a run find each other.
       * @example {
       *       "env": [
       *         "--no-root"
       *       ]
       *     }
       */
      plugins?: {
        /**
         * @description If present, pods get the variables `VC_TASK_INDEX` and `VK_TASK_INDEX`. The arguments are those of Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        env?: string[];
        /**
         * @description If present, pods have host names and find each other by name. The arguments are those of Volcano.
         * @example [
         *       "--disable-network-policy=true"
         *     ]
         */
        svc?: string[];
        /**
         * @description If present, pods of the run can log in to each other by SSH with a key of the run. The arguments are those of Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        ssh?: string[];
      };
      /**
       * @description Volumes that are mounted in the pods; at most 32.
       * @example [
       *       {
       *         "mountPath": "/data"
       *       }
       *     ]
       */
      volumes?: {
        /**
         * @description Absolute path where it is mounted.
         * @example /data
         */
        mountPath: string;
        /**
         * @description The name of an existing volume claim; the run stays `Pending` until the claim exists. Without this field and `claim`, the volume is an emptyDir.
         * @example reports-data
         */
        claimName?: string;
        /**
         * @description A volume claim that is created for the run, kept over its restarts, and removed when the run can no longer be resumed.
         * @example {
         *       "accessModes": [
         *         "ReadWriteOnce"
         *       ],
         *       "resources": {
         *         "requests": {
         *           "storage": "1Gi"
         *         }
         *       }
         *     }
         */
        claim?: {
          /**
           * @description The ways in which the volume may be mounted.
           * @example [
           *       "ReadWriteOnce"
           *     ]
           */
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          /**
           * @description The size of the volume.
           * @example {
           *       "requests": {
           *         "storage": "1Gi"
           *       }
           *     }
           */
          resources: {
            /**
             * @description The requested quantities; `storage` is required.
             * @example {
             *       "storage": "1Gi"
             *     }
             */
            requests: {
              [key: string]: string;
            };
            /**
             * @description The quantities that may be used at most.
             * @example {
             *       "cpu": "500m",
             *       "memory": "256Mi"
             *     }
             */
            limits?: {
              [key: string]: string;
            };
          };
          /**
           * @description The storage class; the empty text asks for a volume of no class.
           * @example fast
           */
          storageClassName?: '' | string;
          /**
           * @description How the volume is presented.
           * @example Filesystem
           * @enum {string}
           */
          volumeMode?: 'Filesystem';
          /**
           * @description The name of a persistent volume.
           * @example reports-2026
           */
          volumeName?: string;
          /**
           * @description A label selector over persistent volumes.
           * @example {
           *       "matchLabels": {
           *         "team": "reports"
           *       }
           *     }
           */
          selector?: components['schemas']['JsonObject'];
        };
      }[];
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example acme-nightly
       */
      id?: string;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example 3
       */
      version?: number;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example 2026-11-30T03:00:00.000Z
       */
      createdAt?: string;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example 2026-11-30T03:00:00.000Z
       */
      updatedAt?: string;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example ada
       */
      updatedBy?: string;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example null
       */
      paused?: unknown;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example {
       *       "activeRuns": 0,
       *       "queuedRuns": 0,
       *       "delayedRuns": 0
       *     }
       */
      status?: unknown;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example tenant:ibm:mi9l3k2w:job:ibm-nightly:mi9l8x1a
       */
      identitySubject?: unknown;
      /**
       * @description Read-only: may be sent back, and changes nothing.
       * @example []
       */
      warnings?: unknown;
    };
    JobVersion: {
      /**
       * @description The version of the job: the number of the edit, from 1.
       * @example 3
       */
      version: number;
      /**
       * Format: date-time
       * @description When the version was saved.
       * @example 2026-12-01T00:00:00.000Z
       */
      savedAt: string;
      /**
       * @description The name of the caller who saved the version.
       * @example ada
       */
      savedBy: string;
      /**
       * @description True for the present version, from which runs are created.
       * @example true
       */
      current: boolean;
      /**
       * @description The job as it was in that version.
       * @example {
       *       "tenant": "acme",
       *       "name": "Nightly report",
       *       "worker": "acme-reports",
       *       "labels": {
       *         "team": "reports"
       *       },
       *       "enabled": true,
       *       "owners": [
       *         "ada@acme.example"
       *       ],
       *       "parameters": {
       *         "rows": 1000
       *       },
       *       "secureParameters": {
       *         "password": "of-the-database"
       *       },
       *       "httpHeaders": {
       *         "x-source": "carillon"
       *       }
       *     }
       */
      job: {
        /**
         * @description The id of the tenant that owns the job; it never changes.
         * @example acme
         */
        tenant: string;
        /**
         * @description The display name: one line of at most 200 characters.
         * @example Nightly report
         */
        name: string;
        /**
         * @description The id of the worker that does the work.
         * @example acme-reports
         */
        worker: string;
        /**
         * @description Pairs of name and value by which lists can be filtered.
         * @example {
         *       "team": "reports"
         *     }
         */
        labels: {
          [key: string]: string;
        };
        /**
         * @description False: no slots are run; manual runs stay possible.
         * @example true
         */
        enabled: boolean;
        /**
         * @description When the job is archived automatically: `ended`, when its schedule has no further slot and all its runs have ended; `succeeded`, when a run has succeeded after the last change of the job. Default: never.
         * @example ended
         * @enum {string}
         */
        archiveWhen?: 'ended' | 'succeeded';
        /**
         * @description The people or teams that are responsible for the job; for information only.
         * @example [
         *       "ada@acme.example"
         *     ]
         */
        owners: string[];
        /**
         * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/guide/schedules.md.
         * @example 0 10 * * *
         * @example H 3 * * 1-5
         */
        cron?: string;
        /**
         * @description When the job runs; a job without a schedule is run by request only.
         * @example {
         *       "cron": "0 10 * * *"
         *     }
         */
        schedule?: components['schemas']['Schedule'];
        /**
         * @description The ends of runs of other jobs after which the job runs, at most 32. If the job also has a schedule, it runs at its slots, too.
         * @example [
         *       {
         *         "job": "ibm-load"
         *       }
         *     ]
         */
        after?: {
          /**
           * @description The id of the job whose run has to end.
           * @example ibm-load
           */
          job: string;
          /**
           * @description The result that the run must have: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). Default: `succeeded`.
           * @example succeeded
           * @enum {string}
           */
          on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
          /**
           * @description The run whose end counts. `sameSlot`: the run of the same slot (of the same chain where the chain was started by hand), for which the job waits. `latest`: the latest run that has ended; the job does not wait. Default: `sameSlot`.
           * @example sameSlot
           * @enum {string}
           */
          match?: 'sameSlot' | 'latest';
          /**
           * @description The run must have ended at most this many seconds before the last of the runs after which the job runs; at most 31622400. Default: no limit.
           * @example 3600
           */
          within?: number;
          /**
           * @description The run ended with one of these exit codes.
           * @example [
           *       75
           *     ]
           */
          exitCodes?: number[];
          /**
           * @description Tests of the outputs, all of which have to pass; at most 16 tests.
           * @example [
           *       {
           *         "path": "/rows"
           *       }
           *     ]
           */
          outputs?: {
            /**
             * @description The output to test, as a JSON Pointer.
             * @example /rows
             */
            path: string;
            /**
             * @description True: the output exists; false: it does not.
             * @example true
             */
            exists?: boolean;
            /**
             * @description The output equals this value.
             * @example complete
             */
            equals?: components['schemas']['JsonValue'];
            /**
             * @description The output is a number that is at least this.
             * @example 1
             */
            min?: number;
            /**
             * @description The output is a number that is at most this.
             * @example 1000
             */
            max?: number;
          }[];
          /**
           * @description Outputs that become parameters of this job's run: the name of the parameter and a JSON Pointer into the outputs; at most 32. Where an output is missing, the parameter of the job stays as it is.
           * @example {
           *       "file": "/file"
           *     }
           */
          pass?: {
            [key: string]: string;
          };
        }[];
        /**
         * @description How the conditions of `after` are combined, and the deadline by which they have to be met.
         * @example {
         *       "require": "all"
         *     }
         */
        afterRule?: {
          /**
           * @description Whether `all` conditions of `after` have to be met, or `any` of them. Default: `all`.
           * @example all
           * @enum {string}
           */
          require?: 'all' | 'any';
          /**
           * @description The deadline by which the job must have got a run since the deadline before; otherwise a missed slot is recorded for the job, and its notices are sent.
           * @example {
           *       "at": "06:00"
           *     }
           */
          deadline?: {
            /**
             * @description A time of day, as `HH:MM`.
             * @example 06:00
             */
            at: string;
            /**
             * @description IANA name of the time zone of the deadline. Default: UTC.
             * @example Europe/Prague
             */
            timezone?: string;
            /**
             * @description Days of the week on which the deadline applies. Default: all.
             * @example [
             *       "mon"
             *     ]
             */
            weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
          };
        };
        /**
         * @description How slots are handled that passed while nothing could start them.
         * @example {
         *       "policy": "skip"
         *     }
         */
        misfire?: {
          /**
           * @description Slots that passed while nothing could start them: `skip` runs none, `last` only the latest, `all` all of them, up to `maxMissed`. Default: `last`.
           * @example skip
           * @enum {string}
           */
          policy?: 'skip' | 'last' | 'all';
          /**
           * @description How many of the slots that passed are run at most; the latest ones are chosen. Default: 5.
           * @example 10
           */
          maxMissed?: number;
          /**
           * @description A slot that is later than this many seconds is missed. Default: null, which is no limit.
           * @example 600
           */
          startingDeadlineSeconds?: number | null;
        };
        /**
         * @description How many runs of the job may be active at once, and how a further run is handled.
         * @example {
         *       "policy": "Allow"
         *     }
         */
        concurrency?: {
          /**
           * @description What happens to a run for which no permit is free: `Allow` sets no limit, `Forbid` refuses the run, `Enqueue` lets it wait, `Replace` ends the older run. Default: `Allow`.
           * @example Allow
           * @enum {string}
           */
          policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
          /**
           * @description Runs of the job that may be active at once, where the policy sets a limit. Default: 1.
           * @example 1
           */
          maxConcurrency?: number;
          /**
           * @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` set the number of permits.
           * @example nightly
           */
          group?: string;
          /**
           * @description How many runs may wait with the policy `Enqueue`; further ones are refused. Default: 20.
           * @example 10
           */
          maxQueued?: number;
          /**
           * @description A further limit for each value of a key, such as a customer: how many runs with this value may be active at once, and how many may start within a time.
           * @example {
           *       "key": "${option.customer}"
           *     }
           */
          perKey?: {
            /**
             * @description The key of a run, in which `${option.<name>}` and `${parameters.<name>}` stand for values of the run; where there is no value, they stand for the empty text. A key that is longer than 128 characters is cut and ends with a hash.
             * @example ${option.customer}
             */
            key: string;
            /**
             * @description Runs with one key that may be active at once. Default: no limit.
             * @example 1000
             */
            max?: number;
            /**
             * @description How fast runs with one key are admitted, by a token bucket. Default: no limit.
             * @example {
             *       "runs": 10,
             *       "perSeconds": 60
             *     }
             */
            rate?: {
              /**
               * @description How many runs may be admitted at once, and then within each `perSeconds`.
               * @example 3
               */
              runs: number;
              /**
               * @description The seconds over which `runs` further runs are admitted, evenly spread.
               * @example 60
               */
              perSeconds: number;
            };
            /**
             * @description What happens to a run whose key has no room: `Enqueue` lets it wait, `Forbid` refuses it, `Replace` ends the oldest active run with its key and drops those that wait. Default: `Enqueue`.
             * @example Enqueue
             * @enum {string}
             */
            policy?: 'Enqueue' | 'Forbid' | 'Replace';
            /**
             * @description Runs with one key that may wait. Default: only `maxQueued` of the job counts.
             * @example 10
             */
            maxQueued?: number;
          };
        };
        /**
         * @description The priority of the job's runs, -100 to 100. Among runs of the tenant that wait for the same permits or places, one step of priority equals 60 s of waiting. Default: 0.
         * @example 10
         */
        priority?: number;
        /**
         * @description Allows preemption: attempts of runs of the job may be stopped, and started again later, while runs of higher priority or of tenants below their share wait for these permits. An empty object is enough. Default: no preemption.
         * @example {
         *       "maxTimes": 3,
         *       "graceSeconds": 30
         *     }
         */
        preemptible?: {
          /**
           * @description How often a run may be preempted, 1 to 100; after that it keeps its places. Default: 3.
           * @example 3
           */
          maxTimes?: number;
          /**
           * @description Seconds between the request to end and the end by force, at most 3600. Default: 30.
           * @example 300
           */
          graceSeconds?: number;
        };
        /**
         * @description A second request with the same key starts no run: the answer is the run of the first request. docs/guide/requests.md.
         * @example {
         *       "key": "${option.order}",
         *       "windowSeconds": 3600
         *     }
         */
        deduplicate?: {
          /**
           * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: everything that the request gives, such as parameters and options.
           * @example ${option.order}
           */
          key?: string;
          /**
           * @description For this many seconds after a request, further requests with the same key are duplicates; at most 604800.
           * @example 3600
           */
          windowSeconds: number;
        };
        /**
         * @description Requests with the same key that follow each other become one run, which is given the values of the last request. docs/guide/requests.md.
         * @example {
         *       "seconds": 86400
         *     }
         */
        debounce?: {
          /**
           * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: all requests of the job have the same key.
           * @example ${option.order}
           */
          key?: string;
          /**
           * @description The run starts this many seconds after the last request; at most 86400.
           * @example 86400
           */
          seconds: number;
          /**
           * @description The run starts at the latest this many seconds after the first request; at most 86400. Default: 10 times `seconds`.
           * @example 600
           */
          maxWaitSeconds?: number;
        };
        /**
         * @description Requests with the same key become one run, which is given all of them as a list (`JOB_ITEMS`, `items`). docs/guide/requests.md.
         * @example {
         *       "seconds": 86400
         *     }
         */
        collect?: {
          /**
           * @description The key of a request, a text with `${option.<name>}` and `${parameters.<name>}`: requests with the same key belong together. Default: all requests of the job have the same key.
           * @example ${option.order}
           */
          key?: string;
          /**
           * @description The run starts this many seconds after the first request; at most 86400.
           * @example 86400
           */
          seconds: number;
          /**
           * @description The run starts at once when it has this many requests, 1 to 1000, or when a further request would make the items longer than 98304 bytes of JSON. Default: 100.
           * @example 50
           */
          maxItems?: number;
        };
        /**
         * @description The parameters of each run: any JSON value.
         * @example {
         *       "rows": 1000
         *     }
         */
        parameters: components['schemas']['JsonValue'];
        /**
         * @description The JSON Schema of `parameters`, draft 2020-12, of at most 16384 bytes. Parameters are validated when the job is saved, when a run is requested, and before each attempt. docs/semantics/parameters.md#schemas lists the keywords that are supported.
         * @example {
         *       "type": "object",
         *       "properties": {
         *         "rows": {
         *           "type": "integer",
         *           "minimum": 1
         *         }
         *       },
         *       "required": [
         *         "rows"
         *       ]
         *     }
         */
        parametersSchema?: components['schemas']['JsonObject'];
        /**
         * @description Any JSON value. Only owners and admins see it; for others each value of an object, or a value of another type as a whole, is "***". "***" in a request leaves a value unchanged.
         * @example {
         *       "password": "of-the-database"
         *     }
         */
        secureParameters: components['schemas']['JsonValue'];
        /**
         * @description References to secrets that are kept outside of Carillon, in Vault, Kubernetes Secrets or files: they are read when an attempt starts and are never stored; at most 32. docs/guide/secrets.md.
         * @example [
         *       {
         *         "as": "DATABASE_PASSWORD",
         *         "from": "vault",
         *         "path": "secret/data/acme/db",
         *         "key": "password"
         *       }
         *     ]
         */
        secretsFrom?: {
          /**
           * @description The name of the environment variable that holds the value, which is judged as a variable of `env`; web services find the value under this name in `secrets`.
           * @example DATABASE_PASSWORD
           */
          as: string;
          /**
           * @description The name of the provider, as an administrator has declared it.
           * @example vault
           */
          from: string;
          /**
           * @description Where the secret is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider.
           * @example secret/data/acme/db
           */
          path: string;
          /**
           * @description The key of the value in the secret; only for Vault and Kubernetes, which require it.
           * @example europe
           */
          key?: string;
          /**
           * @description Vault, KV version 2: the version of the secret. Default: the newest.
           * @example 3
           */
          version?: number;
        }[];
        /**
         * @description Gives each attempt a token by which others know it: it names tenant, job, run and attempt, and is signed by Carillon. docs/guide/identity.md.
         * @example {
         *       "audience": [
         *         "sts.amazonaws.com"
         *       ]
         *     }
         */
        identity?: {
          /**
           * @description For whom the token is (`aud`): each must be among the `identityAudiences` of the tenant.
           * @example [
           *       "sts.amazonaws.com"
           *     ]
           */
          audience: string[];
        };
        /**
         * @description Typed values that may be given when a run is started; they replace `${option.<name>}` in command, args, image and env.
         * @example [
         *       {
         *         "name": "day",
         *         "type": "bool"
         *       }
         *     ]
         */
        options?: (
          | {
              /**
               * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
               * @example day
               */
              name: string;
              /**
               * @description The name that is displayed.
               * @example Day of the report
               */
              label?: string;
              /**
               * @description The kind of value: true or false.
               * @example bool
               * @constant
               */
              type: 'bool';
              /**
               * @description The value of a run for which none is given.
               * @example true
               */
              default?: boolean;
              /**
               * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. Default: `TrueFalse`.
               * @example TrueFalse
               * @enum {string}
               */
              format?: 'TrueFalse' | 'OneZero' | 'YesNo' | 'Custom';
              /**
               * @description With `Custom`: the text that stands for true; may be empty.
               * @example yes
               */
              trueVal?: string;
              /**
               * @description With `Custom`: the text that stands for false; may be empty.
               * @example no
               */
              falseVal?: string;
            }
          | {
              /**
               * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
               * @example day
               */
              name: string;
              /**
               * @description The name that is displayed.
               * @example Day of the report
               */
              label?: string;
              /**
               * @description The kind of value: a text.
               * @example string
               * @constant
               */
              type: 'string';
              /**
               * @description True: a run is refused if no value is given and there is no default. Default: false.
               * @example true
               */
              required?: boolean;
              /**
               * @description The value of a run for which none is given.
               * @example csv
               */
              default?: string;
              /**
               * @description True: spaces at both ends of the value are removed.
               * @example true
               */
              trimSpaces?: boolean;
            }
          | {
              /**
               * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
               * @example day
               */
              name: string;
              /**
               * @description The name that is displayed.
               * @example Day of the report
               */
              label?: string;
              /**
               * @description The kind of value: one of `values`.
               * @example select
               * @constant
               */
              type: 'select';
              /**
               * @description True: a run is refused if no value is given and there is no default. Default: false.
               * @example true
               */
              required?: boolean;
              /**
               * @description The values to choose from.
               * @example [
               *       "csv",
               *       "parquet"
               *     ]
               */
              values: string[];
              /**
               * @description The value of a run for which none is given.
               * @example csv
               */
              default?: string;
              /**
               * @description True: values that are not among `values` are accepted, too.
               * @example true
               */
              allowCustom?: boolean;
            }
          | {
              /**
               * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
               * @example day
               */
              name: string;
              /**
               * @description The name that is displayed.
               * @example Day of the report
               */
              label?: string;
              /**
               * @description The kind of value: any of `values`.
               * @example multi
               * @constant
               */
              type: 'multi';
              /**
               * @description True: a run is refused if no value is given and there is no default. Default: false.
               * @example true
               */
              required?: boolean;
              /**
               * @description The values to choose from.
               * @example [
               *       "csv",
               *       "parquet"
               *     ]
               */
              values: string[];
              /**
               * @description The value of a run for which none is given.
               * @example [
               *       "csv",
               *       "parquet"
               *     ]
               */
              default?: string[];
              /**
               * @description The text between the chosen values, which may be empty. Default: a comma.
               * @example ,
               */
              delimiter?: string;
              /**
               * @description True: values that are not among `values` are accepted, too.
               * @example true
               */
              allowCustom?: boolean;
            }
          | {
              /**
               * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
               * @example day
               */
              name: string;
              /**
               * @description The name that is displayed.
               * @example Day of the report
               */
              label?: string;
              /**
               * @description The kind of value: an instant.
               * @example date
               * @constant
               */
              type: 'date';
              /**
               * @description True: a run is refused if no value is given and there is no default. Default: false.
               * @example true
               */
              required?: boolean;
              /**
               * @description The value of a run that is given none: an RFC 3339 time.
               * @example csv
               */
              default?: string;
              /**
               * @description The format in which the instant is written, such as `D MMM YYYY`. Default: the instant is written as it was given.
               * @example yyyy-MM-dd
               */
              format?: string;
            }
          | {
              /**
               * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
               * @example day
               */
              name: string;
              /**
               * @description The name that is displayed.
               * @example Day of the report
               */
              label?: string;
              /**
               * @description The kind of value: a number.
               * @example number
               * @constant
               */
              type: 'number';
              /**
               * @description True: a run is refused if no value is given and there is no default. Default: false.
               * @example true
               */
              required?: boolean;
              /**
               * @description The value of a run for which none is given.
               * @example 10
               */
              default?: number;
              /**
               * @description The least value.
               * @example 1
               */
              min?: number;
              /**
               * @description The greatest value.
               * @example 1000
               */
              max?: number;
              /**
               * @description True: whole numbers only.
               * @example true
               */
              integer?: boolean;
            }
          | {
              /**
               * @description The name of the option, unique within the job: requests give the value under it, and `${option.<name>}` stands for the value.
               * @example day
               */
              name: string;
              /**
               * @description The name that is displayed.
               * @example Day of the report
               */
              label?: string;
              /**
               * @description The kind of value: a text that is stored encrypted and shown to nobody.
               * @example secret
               * @constant
               */
              type: 'secret';
              /**
               * @description True: a run is refused if no value is given and there is no default. Default: false.
               * @example true
               */
              required?: boolean;
              /**
               * @description The value of a run for which none is given. Stored encrypted.
               * @example csv
               */
              default?: string;
            }
        )[];
        /**
         * Format: uri
         * @description Web services: the address that is called; it replaces the worker's.
         * @example https://reports.acme.example/work
         */
        url?: string;
        /**
         * @description Only owners and admins see the values; for others they are "***".
         * @example {
         *       "x-source": "carillon"
         *     }
         */
        httpHeaders: {
          [key: string]: string;
        };
        /**
         * @description Web services: `accepts`, if the answer says that the work has begun and callbacks report its end; `ends`, if the work is done when the answer arrives, whose status decides. Default: `accepts`.
         * @example accepts
         * @enum {string}
         */
        answer?: 'accepts' | 'ends';
        /**
         * @description Web services with `answer: ends`: what is sent, and how the answer is judged.
         * @example {
         *       "method": "POST",
         *       "body": "{\"day\":\"${run.scheduled_for}\"}",
         *       "outputs": {
         *         "rows": "/data/count"
         *       }
         *     }
         */
        http?: {
          /**
           * @description Default: `POST` if there is a body, otherwise `GET`.
           * @example GET
           * @enum {string}
           */
          method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
          /**
           * @description Parameters that are added to the query of the address; `${…}` as in `body`. They are no secrets.
           * @example {
           *       "day": "${run.scheduled_for}"
           *     }
           */
          query?: {
            [key: string]: string;
          };
          /**
           * @description The body, in which `${job.name}`, `${run.scheduled_for}`, `${option.<name>}` and the like are replaced; `${option.<name>:json}` becomes a JSON string with its quotation marks. Its type is `application/json` if it is JSON, otherwise `text/plain`, unless `httpHeaders` name one. Default: none.
           * @example {"day":"${run.scheduled_for}"}
           */
          body?: string;
          /**
           * @description The statuses, and ranges of them, that mean success. Any other fails the attempt. Default: `200-299`.
           * @example [
           *       "200-299",
           *       404
           *     ]
           */
          success?: (number | string)[];
          /**
           * @description Outputs of the run: JSON Pointers into the answer, by name. A successful answer that is no JSON, or has no such value, fails the attempt (`OutputMissing`).
           * @example {
           *       "rows": "/data/count"
           *     }
           */
          outputs?: {
            [key: string]: string;
          };
          /**
           * @description Seconds from the call to the end of its answer, at most 1800. Default: 180.
           * @example 290
           */
          timeoutSeconds?: number;
          /**
           * @description How the call says who makes it. It replaces a header `Authorization`.
           * @example {
           *       "oauth": {
           *         "tokenUrl": "https://login.acme.example/oauth2/token",
           *         "clientId": "carillon",
           *         "clientSecret": "CLIENT_SECRET"
           *       }
           *     }
           */
          auth?: {
            /**
             * @description A token of OAuth 2.0 for the client itself (RFC 6749, 4.4), in the header `Authorization`.
             * @example {
             *       "tokenUrl": "https://login.acme.example/oauth2/token",
             *       "clientId": "carillon",
             *       "clientSecret": "CLIENT_SECRET"
             *     }
             */
            oauth: {
              /**
               * Format: uri
               * @description The token endpoint of the authorization server. The same hosts are allowed as for calls.
               * @example https://login.acme.example/oauth2/token
               */
              tokenUrl: string;
              /**
               * @description The id of the client.
               * @example carillon
               */
              clientId: string;
              /**
               * @description The name (`as`) of the reference in `secretsFrom` of the job that gives the secret of the client.
               * @example CLIENT_SECRET
               */
              clientSecret: string;
              /**
               * @description The scopes that are requested, separated by spaces.
               * @example reports.write
               */
              scope?: string;
              /**
               * @description The audience that is requested, where the server takes one.
               * @example https://reports.acme.example
               */
              audience?: string;
              /**
               * @description Whether id and secret are sent in the header `Authorization` or in the body. Default: `basic`.
               * @example basic
               * @enum {string}
               */
              clientAuthentication?: 'basic' | 'post';
            };
          };
        };
        /**
         * @description Web services: true if the same call may be sent twice; then a call without an answer is repeated. Default: false; with `answer: ends`, true for GET, HEAD, PUT and DELETE.
         * @example true
         */
        idempotentStart?: boolean;
        /**
         * @description Attempts that an index of the run may have, the first one included. Default: 1.
         * @example 3
         */
        maxAttempts?: number;
        /**
         * @description Which failed attempts are tried again, and when.
         * @example {
         *       "delaySeconds": 30
         *     }
         */
        retry?: {
          /**
           * @description Seconds from the end of an attempt to the next one of its index. Default: 0. With `exponential`, this is the delay before the first retry.
           * @example 30
           */
          delaySeconds?: number;
          /**
           * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each retry waits twice as long as the one before. Default: `fixed`.
           * @example fixed
           * @enum {string}
           */
          backoff?: 'fixed' | 'exponential';
          /**
           * @description Upper limit of an exponential delay, in seconds.
           * @example 900
           */
          maxDelaySeconds?: number;
          /**
           * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between zero and all of it. Default: `none`.
           * @example none
           * @enum {string}
           */
          jitter?: 'none' | 'equal' | 'full';
          /**
           * @description Only attempts that end with one of these exit codes are tried again.
           * @example [
           *       75
           *     ]
           */
          onExitCodes?: number[];
          /**
           * @description Attempts that end with one of these exit codes are not tried again.
           * @example [
           *       64
           *     ]
           */
          notOnExitCodes?: number[];
          /**
           * @description Whether an attempt that ended by the idle timeout is tried again. Default: false.
           * @example true
           */
          onIdleTimeout?: boolean;
          /**
           * @description The first rule that matches the end of an attempt decides; all fields of the rule have to match. Where no rule matches, the general fields decide.
           * @example [
           *       {
           *         "exitCodes": [
           *           75
           *         ]
           *       }
           *     ]
           */
          rules?: {
            /**
             * @description The attempt has ended with one of these exit codes.
             * @example [
             *       75
             *     ]
             */
            exitCodes?: number[];
            /**
             * @description Web services: the call was answered with one of these statuses, such as 500 or `5xx`. The statuses 429 and 503 end an attempt only with `answer: ends`: otherwise the call is repeated until the start deadline.
             * @example [
             *       "2xx"
             *     ]
             */
            httpStatuses?: (number | ('2xx' | '3xx' | '4xx' | '5xx'))[];
            /**
             * @description The reason of the attempt, as it is shown, is one of these, such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`.
             * @example [
             *       "NodeLost"
             *     ]
             */
            reasons?: string[];
            /**
             * @description Whether the attempt is tried again. Default: true.
             * @example true
             */
            retry?: boolean;
            /**
             * @description Seconds from the end of the attempt to the next one; replaces the general `delaySeconds`.
             * @example 30
             */
            delaySeconds?: number;
          }[];
        };
        /**
         * @description Seconds within which an attempt has to start. Default: 900.
         * @example 900
         */
        startDeadlineSeconds?: number;
        /**
         * @description Seconds that an attempt may take; null is no limit.
         * @example 3600
         */
        timeoutSeconds?: number | null;
        /**
         * @description Seconds of silence after which an attempt has failed: of a web service without any callback (default: 43200), of a pod or process without a line of output (default: no limit).
         * @example 300
         */
        idleTimeoutSeconds?: number;
        /**
         * @description Seconds that a whole run may take, retries included; null is no limit.
         * @example 7200
         */
        activeDeadlineSeconds?: number | null;
        /**
         * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`). Default: `Never`.
         * @example Never
         * @enum {string}
         */
        restartPolicy?: 'Never' | 'OnFailure';
        /**
         * @description Kubernetes: a PodTemplateSpec that is merged over the worker's. The tenant's `podTemplatePaths` define which fields it may contain.
         * @example {
         *       "spec": {
         *         "priorityClassName": "batch"
         *       }
         *     }
         */
        podTemplate?: components['schemas']['JsonObject'];
        /**
         * @description The program and its first arguments; they replace those of the worker.
         * @example [
         *       "/opt/acme/report"
         *     ]
         */
        command?: string[];
        /**
         * @description The arguments; they replace those of the worker.
         * @example [
         *       "--all"
         *     ]
         */
        args?: string[];
        /**
         * @description Environment variables; they override those of the worker with the same names.
         * @example {
         *       "REPORT_FORMAT": "csv"
         *     }
         */
        env?: {
          [key: string]: string;
        };
        /**
         * @description Kubernetes: requests and limits of the container; they replace those of the worker.
         * @example {
         *       "requests": {
         *         "cpu": "100m",
         *         "memory": "128Mi"
         *       }
         *     }
         */
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
          /**
           * @description Quantities that may be used at most, by resource.
           * @example {
           *       "cpu": "500m",
           *       "memory": "256Mi"
           *     }
           */
          limits?: {
            [key: string]: string;
          };
        };
        /**
         * @description How long runs of the job are kept. Default: the values of the tenant.
         * @example {
         *       "successful": 100
         *     }
         */
        retention?: {
          /**
           * @description How many successful runs of a job are kept at most.
           * @example 100
           */
          successful?: number;
          /**
           * @description How many unsuccessful runs of a job are kept at most.
           * @example 100
           */
          failed?: number;
          /**
           * @description Runs that ended longer ago than this, in seconds, are removed.
           * @example 2592000
           */
          maxAgeSeconds?: number;
          /**
           * @description Seconds for which the archive keeps runs that are no longer in the database; 0: runs are not archived. Needs a cold store.
           * @example 31536000
           */
          archiveSeconds?: 0 | number;
        };
        /**
         * @description Whom the job tells of its runs, and of what; at most 10 rules.
         * @example [
         *       {
         *         "on": [
         *           "failed"
         *         ],
         *         "webhook": "https://hooks.acme.example/carillon"
         *       }
         *     ]
         */
        notify?: {
          /**
           * @description The event: `failed`: a run failed; `missed`: a slot was missed; `late`: the run of a slot was recorded late; `long`: a run takes long; `recovered`: the first success of the job after a failure; `started`: a run has started, once for each run; `succeeded`: a run has succeeded. Of a job that runs often, an address is told of at most 10 starts and as many successes in a minute, and of the others by one notice with their number.
           * @example [
           *       "failed"
           *     ]
           */
          on: ('failed' | 'missed' | 'late' | 'long' | 'recovered' | 'started' | 'succeeded')[];
          /**
           * Format: uri
           * @description The address to which notices are sent by POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; the part of an address after the host is shown as `***` to callers who may not see secrets.
           * @example https://hooks.acme.example/carillon
           */
          webhook: string;
          /**
           * @description The run of a slot is late if it is recorded more than this many seconds after the effective time of the slot. Default: 60.
           * @example 300
           */
          lateAfterSeconds?: number;
          /**
           * @description A run takes long if its duration is more than this many seconds. Default: a multiple of the usual duration of the job.
           * @example 7200
           */
          longAfterSeconds?: number;
        }[];
        /**
         * @description How many indexes have to succeed; null: as many as `parallelism` defines.
         * @example 8
         */
        completions?: number | null;
        /**
         * @description `Indexed`: each piece of work is an index with a number of its own; `NonIndexed`: a work queue. Default: `Indexed`.
         * @example Indexed
         * @enum {string}
         */
        completionMode?: 'Indexed' | 'NonIndexed';
        /**
         * @description Indexes by number, keys or a matrix, and attempts live at once.
         * @example {
         *       "withCount": 8
         *     }
         */
        parallelism?: {
          /**
           * @description The number of indexes, which are counted from 0.
           * @example 8
           */
          withCount?: number;
          /**
           * @description A list of keys: each becomes one index, and its attempts find the key in `TASK_INDEX_KEY`.
           * @example [
           *       "europe",
           *       "asia"
           *     ]
           */
          withKeys?: string[];
          /**
           * @description Lists of values by name: each combination of one value of every name becomes one index.
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
          /**
           * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
           * @example 10
           */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them. Default: `AllSuccessful`.
           * @example AllSuccessful
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /**
         * @description When the run succeeds before all of its indexes have.
         * @example {
         *       "rules": [
         *         {
         *           "succeededIndexes": "0-2,5"
         *         }
         *       ]
         *     }
         */
        successPolicy?: {
          /**
           * @description The rules of success: the run succeeds as soon as one of them holds.
           * @example [
           *       {
           *         "succeededIndexes": "0-2,5"
           *       }
           *     ]
           */
          rules: {
            /**
             * @description These indexes have succeeded.
             * @example 0-2,5
             */
            succeededIndexes?: string;
            /**
             * @description This many indexes have succeeded; together with `succeededIndexes`, this many of those.
             * @example 1
             */
            succeededCount?: number;
          }[];
        };
        /**
         * @description What happens to attempts that still run when the run has succeeded. Default: `TerminateRemaining`.
         * @example TerminateRemaining
         * @enum {string}
         */
        onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
        /**
         * @description What happens to attempts that still run when the run has failed. Default: `TerminateRemaining`.
         * @example TerminateRemaining
         * @enum {string}
         */
        onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
        /**
         * @description The run fails when more than this many of its attempts have failed; null is no limit.
         * @example 6
         */
        backoffLimit?: number | null;
        /**
         * @description The run fails when more than this many of its indexes have failed; null is no limit.
         * @example 5
         */
        maxFailedIndexes?: number | null;
        /**
         * @description The tasks of a run, each a group of equal indexes; at most 100. Default: one task, `main`.
         * @example [
         *       {
         *         "name": "main"
         *       }
         *     ]
         */
        tasks?: {
          /**
           * @description The name of the task: a DNS label that is unique within the job.
           * @example main
           */
          name: string;
          /**
           * @description How many indexes the task has; `completions` or `parallelism` can be given instead. Default: 1.
           * @example 2
           */
          replicas?: number;
          /**
           * @description A work queue: how many attempts have to succeed.
           * @example 8
           */
          completions?: number;
          /**
           * @description Indexes by number, keys or a matrix, and attempts live at once.
           * @example {
           *       "withCount": 8
           *     }
           */
          parallelism?: {
            /**
             * @description The number of indexes, which are counted from 0.
             * @example 8
             */
            withCount?: number;
            /**
             * @description A list of keys: each becomes one index, and its attempts find the key in `TASK_INDEX_KEY`.
             * @example [
             *       "europe",
             *       "asia"
             *     ]
             */
            withKeys?: string[];
            /**
             * @description Lists of values by name: each combination of one value of every name becomes one index.
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
            /**
             * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
             * @example 10
             */
            maxActive?: number | null;
            /**
             * @description Whether all indexes have to succeed, or any one of them. Default: `AllSuccessful`.
             * @example AllSuccessful
             * @enum {string}
             */
            completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
          };
          /**
           * @description The worker of this task. Default: the worker of the job.
           * @example acme-reports
           */
          worker?: string;
          /**
           * @description Kubernetes: a PodTemplateSpec, merged over those of worker and job.
           * @example {
           *       "spec": {
           *         "priorityClassName": "batch"
           *       }
           *     }
           */
          podTemplate?: components['schemas']['JsonObject'];
          /**
           * @description Replaces that of the job.
           * @example [
           *       "/opt/acme/report"
           *     ]
           */
          command?: string[];
          /**
           * @description Replaces that of the job.
           * @example [
           *       "--all"
           *     ]
           */
          args?: string[];
          /**
           * @description Environment variables; they override those of the job with the same names.
           * @example {
           *       "REPORT_FORMAT": "csv"
           *     }
           */
          env?: {
            [key: string]: string;
          };
          /**
           * @description Kubernetes: requests and limits; they replace those of the job.
           * @example {
           *       "requests": {
           *         "cpu": "100m",
           *         "memory": "128Mi"
           *       }
           *     }
           */
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
            /**
             * @description Quantities that may be used at most, by resource.
             * @example {
             *       "cpu": "500m",
             *       "memory": "256Mi"
             *     }
             */
            limits?: {
              [key: string]: string;
            };
          };
          /**
           * @description Lifecycle policies of this task; they come before those of the job.
           * @example [
           *       {
           *         "action": "RestartPod"
           *       }
           *     ]
           */
          policies?: {
            /**
             * @description The event of an attempt or task; `*` stands for every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
             * @example *
             * @enum {string}
             */
            event?:
              '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
            /**
             * @description Several events.
             * @example [
             *       "*"
             *     ]
             */
            events?: (
              '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
            )[];
            /**
             * @description An attempt ends with this exit code.
             * @example 75
             */
            exitCode?: number;
            /**
             * @description An attempt ends with one of these exit codes.
             * @example [
             *       75
             *     ]
             */
            exitCodes?: number[];
            /**
             * @description The action that follows the event.
             * @example RestartPod
             * @enum {string}
             */
            action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
            /**
             * @description Seconds that the action waits; it is dropped if its cause ends before that. Default: 0.
             * @example 3600
             */
            timeoutSeconds?: number;
          }[];
          /**
           * @description Other tasks for which this task waits.
           * @example [
           *       {
           *         "task": "main"
           *       }
           *     ]
           */
          dependsOn?: {
            /**
             * @description The name of the task.
             * @example main
             */
            task: string;
            /**
             * @description The state of the other task that is waited for. `Ready`: its indexes run; `Complete`: its indexes have succeeded. Default: `Ready`.
             * @example Ready
             * @enum {string}
             */
            condition?: 'Ready' | 'Complete';
          }[];
          /**
           * @description How many indexes of the task must be able to run before any of them starts.
           * @example 2
           */
          minAvailable?: number | null;
          /**
           * @description Kubernetes: the priority class of its pods.
           * @example batch
           */
          priorityClassName?: string;
          /**
           * @description How many attempts one index may have. Default: the number of the job.
           * @example 3
           */
          maxAttempts?: number;
          /**
           * @description How often policies may restart an index of the task. Default: 3.
           * @example 3
           */
          maxRestarts?: number;
        }[];
        /**
         * @description Lifecycle policies: which action follows which event. The first policy that matches decides.
         * @example [
         *       {
         *         "action": "RestartPod"
         *       }
         *     ]
         */
        policies?: {
          /**
           * @description The event of an attempt or task; `*` stands for every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
           * @example *
           * @enum {string}
           */
          event?:
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown';
          /**
           * @description Several events.
           * @example [
           *       "*"
           *     ]
           */
          events?: (
            '*' | 'PodFailed' | 'PodEvicted' | 'NodeLost' | 'PodPending' | 'TaskFailed' | 'TaskCompleted' | 'Unknown'
          )[];
          /**
           * @description An attempt ends with this exit code.
           * @example 75
           */
          exitCode?: number;
          /**
           * @description An attempt ends with one of these exit codes.
           * @example [
           *       75
           *     ]
           */
          exitCodes?: number[];
          /**
           * @description The action that follows the event.
           * @example RestartPod
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /**
           * @description Seconds that the action waits; it is dropped if its cause ends before that. Default: 0.
           * @example 3600
           */
          timeoutSeconds?: number;
        }[];
        /**
         * @description How many indexes of the run must be able to run before any of them starts; null: the indexes start one by one.
         * @example 2
         */
        minAvailable?: number | null;
        /**
         * @description How many indexes have to succeed for the run to succeed; null: all.
         * @example 2
         */
        minSuccess?: number | null;
        /**
         * @description How often policies may restart the whole run. Default: 3.
         * @example 3
         */
        maxRetry?: number;
        /**
         * @description Kubernetes: the priority class of its pods.
         * @example batch
         */
        priorityClassName?: string;
        /**
         * @description Kubernetes: the scheduler of its pods.
         * @example volcano
         */
        schedulerName?: string;
        /**
         * @description A concurrency group of the tenant: it limits how many runs of all jobs in it are active at once. Default: `default`, which limits nothing.
         * @example reports
         */
        queue?: string;
        /**
         * @description The plugins by which the pods of a run find each other.
         * @example {
         *       "env": [
         *         "--no-root"
         *       ]
         *     }
         */
        plugins?: {
          /**
           * @description If present, pods get the variables `VC_TASK_INDEX` and `VK_TASK_INDEX`. The arguments are those of Volcano.
           * @example [
           *       "--no-root"
           *     ]
           */
          env?: string[];
          /**
           * @description If present, pods have host names and find each other by name. The arguments are those of Volcano.
           * @example [
           *       "--disable-network-policy=true"
           *     ]
           */
          svc?: string[];
          /**
           * @description If present, pods of the run can log in to each other by SSH with a key of the run. The arguments are those of Volcano.
           * @example [
           *       "--no-root"
           *     ]
           */
          ssh?: string[];
        };
        /**
         * @description Volumes that are mounted in the pods; at most 32.
         * @example [
         *       {
         *         "mountPath": "/data"
         *       }
         *     ]
         */
        volumes?: {
          /**
           * @description Absolute path where it is mounted.
           * @example /data
           */
          mountPath: string;
          /**
           * @description The name of an existing volume claim; the run stays `Pending` until the claim exists. Without this field and `claim`, the volume is an emptyDir.
           * @example reports-data
           */
          claimName?: string;
          /**
           * @description A volume claim that is created for the run, kept over its restarts, and removed when the run can no longer be resumed.
           * @example {
           *       "accessModes": [
           *         "ReadWriteOnce"
           *       ],
           *       "resources": {
           *         "requests": {
           *           "storage": "1Gi"
           *         }
           *       }
           *     }
           */
          claim?: {
            /**
             * @description The ways in which the volume may be mounted.
             * @example [
             *       "ReadWriteOnce"
             *     ]
             */
            accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
            /**
             * @description The size of the volume.
             * @example {
             *       "requests": {
             *         "storage": "1Gi"
             *       }
             *     }
             */
            resources: {
              /**
               * @description The requested quantities; `storage` is required.
               * @example {
               *       "storage": "1Gi"
               *     }
               */
              requests: {
                [key: string]: string;
              };
              /**
               * @description The quantities that may be used at most.
               * @example {
               *       "cpu": "500m",
               *       "memory": "256Mi"
               *     }
               */
              limits?: {
                [key: string]: string;
              };
            };
            /**
             * @description The storage class; the empty text asks for a volume of no class.
             * @example fast
             */
            storageClassName?: '' | string;
            /**
             * @description How the volume is presented.
             * @example Filesystem
             * @enum {string}
             */
            volumeMode?: 'Filesystem';
            /**
             * @description The name of a persistent volume.
             * @example reports-2026
             */
            volumeName?: string;
            /**
             * @description A label selector over persistent volumes.
             * @example {
             *       "matchLabels": {
             *         "team": "reports"
             *       }
             *     }
             */
            selector?: components['schemas']['JsonObject'];
          };
        }[];
        /**
         * @description The subject (`sub`) of the identity tokens of the job. A later job with its id has another one. Absent if the job has no identity.
         * @example tenant:ibm:mi9l3k2w:job:ibm-nightly:mi9l8x1a
         */
        identitySubject?: string;
        /**
         * @description Secrets that cannot be decrypted with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until new values are given. The field is left out if there are none.
         * @example []
         */
        warnings?: {
          /**
           * @description The field that the warning concerns.
           * @example secureParameters
           * @example httpHeaders.Authorization
           * @example notify.0.webhook
           */
          field: string;
          /**
           * @description Why the secret cannot be decrypted: its key is not among the present keys, or the stored value is damaged.
           * @example SecretKeyMissing
           * @enum {string}
           */
          reason: 'SecretKeyMissing' | 'SecretDamaged';
          /**
           * @description The id of the key with which the secret is encrypted.
           * @example 2026-01
           */
          key: string;
          /**
           * @description The reason, as a sentence.
           * @example The key 2026-01 of the secret is not among SECRET_KEYS.
           */
          message: string;
        }[];
      };
    };
    Schedule: {
      /**
       * @description One cron expression or several, of five fields, six with seconds, or seven with seconds and year; each instant that one of them yields is a slot. At most 16 of 200 characters.
       * @example 0 10 * * *
       * @example [
       *       "0 8 * * 1-5",
       *       "0 10 * * 6"
       *     ]
       */
      cron?: string | string[];
      /**
       * @description The seconds from one slot to the next, counted from `anchor`.
       * @example 3600
       */
      every?: number;
      /**
       * @description The seconds from the end of a run, whatever its result, to the next slot.
       * @example 900
       */
      fixedDelay?: number;
      /**
       * @description A recurrence rule of RFC 5545 whose FREQ is DAILY, WEEKLY, MONTHLY or YEARLY; what the rule leaves open is taken from `anchor`. At most 500 characters.
       * @example FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;BYHOUR=9;BYMINUTE=30;BYSECOND=0
       */
      rrule?: string;
      /**
       * Format: date-time
       * @description The instant that `every` is counted from, or DTSTART of `rrule`. Default for `every`: the instant at which the job was created; for `rrule`: midnight before it, in `timezone`.
       * @example 2026-12-01T00:00:00.000Z
       */
      anchor?: string;
      /**
       * Format: date-time
       * @description The instant of a single slot.
       * @example 2026-12-01T03:00:00.000Z
       */
      at?: string;
      /**
       * @description IANA name of the zone that `cron`, `rrule` and `windows` are read in. Default: UTC.
       * @example Europe/Prague
       */
      timezone?: string;
      /**
       * Format: date-time
       * @description There are no slots before this instant.
       * @example 2026-12-01T00:00:00.000Z
       */
      notBefore?: string;
      /**
       * Format: date-time
       * @description There are no slots after this instant.
       * @example 2027-12-01T00:00:00.000Z
       */
      notAfter?: string;
      /**
       * @description Ids of calendars of the tenant; slots that lie in one of them do not run.
       * @example [
       *       "holidays"
       *     ]
       */
      exclude?: string[];
      /**
       * @description A slot that lies in a calendar of `exclude` is moved to the same time of the next or the previous day that lies in none of them. Default: the slot does not run.
       * @example next
       * @enum {string}
       */
      moveExcluded?: 'next' | 'previous';
      /**
       * @description Each slot is moved forward, or back if the number is negative, by this many days that no calendar of `exclude` excludes; this follows `moveExcluded`. At most 20.
       * @example 1
       */
      shiftWorkingDays?: number;
      /**
       * @description The only windows, in `timezone`, within which slots run; at most 32. Default: at any time.
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
        /**
         * @description Days of the week on which the window opens. Default: every day.
         * @example [
         *       "mon"
         *     ]
         */
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
       * @description A slot outside of `windows`: `skip` does not run it; `open` moves it to the time at which the next window opens; all slots that are moved there become one slot. Default: `skip`.
       * @example skip
       * @enum {string}
       */
      outsideWindows?: 'skip' | 'open';
      /**
       * @description A slot does not run if it is fewer than this many seconds after the last slot that got a run. Default: no limit.
       * @example 60
       */
      minIntervalSeconds?: number;
      /**
       * @description Each slot starts up to this many seconds later; the delay of one job is always the same part of them. Default: 0.
       * @example 30
       */
      jitterSeconds?: number;
      /**
       * @description How slots are handled whose time of day a change of the clock leaves out or repeats.
       * @example {
       *       "gap": "skip"
       *     }
       */
      dst?: {
        /**
         * @description A slot at a time of day that does not exist: `after` runs it when the clock has jumped, `before` in the last second before the jump, `skip` does not run it. Default: `after`.
         * @example skip
         * @enum {string}
         */
        gap?: 'skip' | 'after' | 'before';
        /**
         * @description A slot at a time of day that occurs twice: whether it runs the first time, the second time or both times. Default: `first`.
         * @example first
         * @enum {string}
         */
        overlap?: 'first' | 'second' | 'both';
      };
    };
    Run: {
      /**
       * @description The id of the run; the run of a slot has the id `<job>-<slot in epoch seconds>`.
       * @example acme-nightly-1796094000
       */
      id: string;
      /**
       * @description The id of the job.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description The name of the job when the run was recorded.
       * @example Nightly report
       */
      jobName: string;
      /**
       * @description The version of the job from which the run was started.
       * @example 3
       */
      jobVersion: number;
      /**
       * @description The tenant of the job.
       * @example acme
       */
      tenant: string;
      /**
       * @description The worker of the job.
       * @example acme-reports
       */
      worker: string;
      /**
       * @description The engine that executes the attempts.
       * @example kubernetes
       * @enum {string}
       */
      engine: 'kubernetes' | 'webservice' | 'process';
      /**
       * @description What started the run.
       * @example schedule
       * @enum {string}
       */
      trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
      /**
       * @description The name of the caller who requested the run; null for the run of a slot.
       * @example ada
       */
      requestedBy: string | null;
      /**
       * @description The slot of the run; null for a run without a slot.
       * @example 2026-12-01T03:00:00.000Z
       */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @description The run is not started before this instant.
       * @example 2026-12-01T00:00:00.000Z
       */
      startAfter: string;
      /**
       * @description The priority of the run among runs of its tenant that wait for the same permits or places.
       * @example 10
       */
      priority: number;
      /**
       * @description The key of the run for `concurrency.perKey` of its job; null if it has none.
       * @example 42
       */
      limitKey: string | null;
      /**
       * Format: date-time
       * @description When the run was recorded.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * @description When the first attempt started; null before that.
       * @example 2026-12-01T03:00:00.000Z
       */
      started: string | null;
      /**
       * @description When the run ended; null before its end.
       * @example 2026-12-01T03:04:11.907Z
       */
      finished: string | null;
      /**
       * @description The coarse state of the run, derived from `phase`.
       * @example FINISHED
       * @enum {string}
       */
      state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
      /**
       * @description The phase of the run; see docs/state-machines.md.
       * @example Completed
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
      /**
       * @description The reason for the phase, as a code.
       * @example AllIndexesSucceeded
       */
      reason: string;
      /**
       * @description The reason for the phase, as a sentence; empty if there is nothing to add.
       * @example Every index has succeeded.
       */
      message: string;
      /**
       * @description The exit code that decided the result; null if there is none.
       * @example 0
       */
      exitCode: number | null;
      /**
       * @description How many times the whole run was restarted.
       * @example 0
       */
      generation: number;
      /**
       * @description How many attempts were made in addition to the first attempt of each index, in this generation. In a list, indexes without an attempt under way may not be counted if a run has more than 256 of them.
       * @example 0
       */
      retries: number;
      /**
       * @description How often attempts of the run were stopped so that other runs could use their places or permits.
       * @example 0
       */
      preemptions: number;
      /**
       * Format: date-time
       * @description When the run entered its phase.
       * @example 2026-12-01T00:00:00.000Z
       */
      phaseSince: string;
      /**
       * @description How many indexes must be able to run before any of them starts; null: they start one by one.
       * @example 2
       */
      minAvailable: number | null;
      /**
       * @description True if the run is in the archive: reading it takes longer, and it cannot be resumed.
       * @example true
       */
      archived: boolean;
      /**
       * @description The earlier run that this run repeats; null if it repeats none.
       * @example acme-nightly-1796007600
       */
      rerunOf: string | null;
      /**
       * @description The backfill that started the run; null for other runs.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      backfill: string | null;
      /**
       * @description The error group to which the failed run belongs, set shortly after its end; null for other runs.
       * @example 5f0c9e1d2b3a4c5d6e7f8a9b
       */
      errorGroup: string | null;
      /**
       * @description The requests for which the run stands, by `debounce` or `collect` of its job; null for a run that stands for one request or none.
       * @example {
       *       "by": "debounce",
       *       "key": "order-4711",
       *       "count": 12,
       *       "open": true,
       *       "firstAt": "2026-12-01T00:00:00.000Z",
       *       "lastAt": "2026-12-01T00:00:00.000Z"
       *     }
       */
      requests: {
        /**
         * @description The rule of the job by which the requests became one run.
         * @example debounce
         * @enum {string}
         */
        by: 'debounce' | 'collect';
        /**
         * @description The key of the requests; empty if all requests of the job have the same key.
         * @example order-4711
         */
        key: string;
        /**
         * @description How many requests there are.
         * @example 12
         */
        count: number;
        /**
         * @description Whether the run takes further requests.
         * @example true
         */
        open: boolean;
        /**
         * Format: date-time
         * @description When the first request came.
         * @example 2026-12-01T00:00:00.000Z
         */
        firstAt: string;
        /**
         * Format: date-time
         * @description When the last request came.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastAt: string;
      } | null;
      /**
       * @description The indexes of all tasks, counted by their states.
       * @example {
       *       "pending": 0,
       *       "running": 0,
       *       "succeeded": 1,
       *       "failed": 0,
       *       "terminating": 0,
       *       "unknown": 0
       *     }
       */
      totals: {
        /**
         * @description How many indexes have not started, or wait for a retry.
         * @example 0
         */
        pending: number;
        /**
         * @description How many indexes have a running attempt.
         * @example 0
         */
        running: number;
        /**
         * @description How many indexes have succeeded.
         * @example 1
         */
        succeeded: number;
        /**
         * @description How many indexes have failed finally.
         * @example 0
         */
        failed: number;
        /**
         * @description How many indexes have an attempt that is being ended.
         * @example 0
         */
        terminating: number;
        /**
         * @description How many attempts are in doubt: it is not known yet whether they were started.
         * @example 0
         */
        unknown: number;
      };
      /**
       * @description The tasks of the run; a plain job has one task, `main`.
       * @example [
       *       {
       *         "name": "main",
       *         "indexes": 1,
       *         "pending": 0,
       *         "running": 0,
       *         "succeeded": 1,
       *         "failed": 0,
       *         "terminating": 0,
       *         "completedIndexes": "0",
       *         "failedIndexes": "0"
       *       }
       *     ]
       */
      tasks: {
        /**
         * @description The name of the task.
         * @example main
         */
        name: string;
        /**
         * @description How many indexes the task has.
         * @example 1
         */
        indexes: number;
        /**
         * @description How many indexes have not started, or wait for a retry.
         * @example 0
         */
        pending: number;
        /**
         * @description How many indexes have a running attempt.
         * @example 0
         */
        running: number;
        /**
         * @description How many indexes have succeeded.
         * @example 1
         */
        succeeded: number;
        /**
         * @description How many indexes have failed finally.
         * @example 0
         */
        failed: number;
        /**
         * @description How many indexes have an attempt that is being ended.
         * @example 0
         */
        terminating: number;
        /**
         * @description The indexes that have succeeded, in the text form of Kubernetes: `1,3-5,7`.
         * @example 0
         */
        completedIndexes: string;
        /**
         * @description The indexes that have failed finally, in the same form as `completedIndexes`.
         * @example 0
         */
        failedIndexes: string;
      }[];
    };
    RunDetail: {
      /**
       * @description The id of the run; the run of a slot has the id `<job>-<slot in epoch seconds>`.
       * @example acme-nightly-1796094000
       */
      id: string;
      /**
       * @description The id of the job.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description The name of the job when the run was recorded.
       * @example Nightly report
       */
      jobName: string;
      /**
       * @description The version of the job from which the run was started.
       * @example 3
       */
      jobVersion: number;
      /**
       * @description The tenant of the job.
       * @example acme
       */
      tenant: string;
      /**
       * @description The worker of the job.
       * @example acme-reports
       */
      worker: string;
      /**
       * @description The engine that executes the attempts.
       * @example kubernetes
       * @enum {string}
       */
      engine: 'kubernetes' | 'webservice' | 'process';
      /**
       * @description What started the run.
       * @example schedule
       * @enum {string}
       */
      trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
      /**
       * @description The name of the caller who requested the run; null for the run of a slot.
       * @example ada
       */
      requestedBy: string | null;
      /**
       * @description The slot of the run; null for a run without a slot.
       * @example 2026-12-01T03:00:00.000Z
       */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @description The run is not started before this instant.
       * @example 2026-12-01T00:00:00.000Z
       */
      startAfter: string;
      /**
       * @description The priority of the run among runs of its tenant that wait for the same permits or places.
       * @example 10
       */
      priority: number;
      /**
       * @description The key of the run for `concurrency.perKey` of its job; null if it has none.
       * @example 42
       */
      limitKey: string | null;
      /**
       * Format: date-time
       * @description When the run was recorded.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * @description When the first attempt started; null before that.
       * @example 2026-12-01T03:00:00.000Z
       */
      started: string | null;
      /**
       * @description When the run ended; null before its end.
       * @example 2026-12-01T03:04:11.907Z
       */
      finished: string | null;
      /**
       * @description The coarse state of the run, derived from `phase`.
       * @example FINISHED
       * @enum {string}
       */
      state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
      /**
       * @description The phase of the run; see docs/state-machines.md.
       * @example Completed
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
      /**
       * @description The reason for the phase, as a code.
       * @example AllIndexesSucceeded
       */
      reason: string;
      /**
       * @description The reason for the phase, as a sentence; empty if there is nothing to add.
       * @example Every index has succeeded.
       */
      message: string;
      /**
       * @description The exit code that decided the result; null if there is none.
       * @example 0
       */
      exitCode: number | null;
      /**
       * @description How many times the whole run was restarted.
       * @example 0
       */
      generation: number;
      /**
       * @description How many attempts were made in addition to the first attempt of each index, in this generation. In a list, indexes without an attempt under way may not be counted if a run has more than 256 of them.
       * @example 0
       */
      retries: number;
      /**
       * @description How often attempts of the run were stopped so that other runs could use their places or permits.
       * @example 0
       */
      preemptions: number;
      /**
       * Format: date-time
       * @description When the run entered its phase.
       * @example 2026-12-01T00:00:00.000Z
       */
      phaseSince: string;
      /**
       * @description How many indexes must be able to run before any of them starts; null: they start one by one.
       * @example 2
       */
      minAvailable: number | null;
      /**
       * @description True if the run is in the archive: reading it takes longer, and it cannot be resumed.
       * @example true
       */
      archived: boolean;
      /**
       * @description The earlier run that this run repeats; null if it repeats none.
       * @example acme-nightly-1796007600
       */
      rerunOf: string | null;
      /**
       * @description The backfill that started the run; null for other runs.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      backfill: string | null;
      /**
       * @description The error group to which the failed run belongs, set shortly after its end; null for other runs.
       * @example 5f0c9e1d2b3a4c5d6e7f8a9b
       */
      errorGroup: string | null;
      /**
       * @description The requests for which the run stands, with details of some of them; null in the same cases as in lists.
       * @example {
       *       "by": "debounce",
       *       "key": "order-4711",
       *       "count": 12,
       *       "open": true,
       *       "firstAt": "2026-12-01T00:00:00.000Z",
       *       "lastAt": "2026-12-01T00:00:00.000Z",
       *       "first": [
       *         {
       *           "id": "acme-nightly-1796094000",
       *           "at": "2026-12-01T00:00:00.000Z",
       *           "requestedBy": "ada",
       *           "trigger": "schedule"
       *         }
       *       ],
       *       "last": [
       *         {
       *           "id": "acme-nightly-1796094000",
       *           "at": "2026-12-01T00:00:00.000Z",
       *           "requestedBy": "ada",
       *           "trigger": "schedule"
       *         }
       *       ]
       *     }
       */
      requests: {
        /**
         * @description The rule of the job by which the requests became one run.
         * @example debounce
         * @enum {string}
         */
        by: 'debounce' | 'collect';
        /**
         * @description The key of the requests; empty if all requests of the job have the same key.
         * @example order-4711
         */
        key: string;
        /**
         * @description How many requests there are.
         * @example 12
         */
        count: number;
        /**
         * @description Whether the run takes further requests.
         * @example true
         */
        open: boolean;
        /**
         * Format: date-time
         * @description When the first request came.
         * @example 2026-12-01T00:00:00.000Z
         */
        firstAt: string;
        /**
         * Format: date-time
         * @description When the last request came.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastAt: string;
        /**
         * @description The first requests, oldest first.
         * @example [
         *       {
         *         "id": "acme-nightly-1796094000",
         *         "at": "2026-12-01T00:00:00.000Z",
         *         "requestedBy": "ada",
         *         "trigger": "schedule"
         *       }
         *     ]
         */
        first: {
          /**
           * @description The id of the request, as in the audit.
           * @example acme-nightly-1796094000
           */
          id: string;
          /**
           * Format: date-time
           * @description When the request came.
           * @example 2026-12-01T00:00:00.000Z
           */
          at: string;
          /**
           * @description The name of the caller.
           * @example ada
           */
          requestedBy: string | null;
          /**
           * @description The trigger of the request.
           * @example schedule
           * @enum {string}
           */
          trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
        }[];
        /**
         * @description The newest of the other requests, oldest first.
         * @example [
         *       {
         *         "id": "acme-nightly-1796094000",
         *         "at": "2026-12-01T00:00:00.000Z",
         *         "requestedBy": "ada",
         *         "trigger": "schedule"
         *       }
         *     ]
         */
        last: {
          /**
           * @description The id of the request, as in the audit.
           * @example acme-nightly-1796094000
           */
          id: string;
          /**
           * Format: date-time
           * @description When the request came.
           * @example 2026-12-01T00:00:00.000Z
           */
          at: string;
          /**
           * @description The name of the caller.
           * @example ada
           */
          requestedBy: string | null;
          /**
           * @description The trigger of the request.
           * @example schedule
           * @enum {string}
           */
          trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
        }[];
      } | null;
      /**
       * @description The indexes of all tasks, counted by their states.
       * @example {
       *       "pending": 0,
       *       "running": 0,
       *       "succeeded": 1,
       *       "failed": 0,
       *       "terminating": 0,
       *       "unknown": 0
       *     }
       */
      totals: {
        /**
         * @description How many indexes have not started, or wait for a retry.
         * @example 0
         */
        pending: number;
        /**
         * @description How many indexes have a running attempt.
         * @example 0
         */
        running: number;
        /**
         * @description How many indexes have succeeded.
         * @example 1
         */
        succeeded: number;
        /**
         * @description How many indexes have failed finally.
         * @example 0
         */
        failed: number;
        /**
         * @description How many indexes have an attempt that is being ended.
         * @example 0
         */
        terminating: number;
        /**
         * @description How many attempts are in doubt: it is not known yet whether they were started.
         * @example 0
         */
        unknown: number;
      };
      /**
       * @description The tasks of the run; a plain job has one task, `main`.
       * @example [
       *       {
       *         "name": "main",
       *         "indexes": 1,
       *         "pending": 0,
       *         "running": 0,
       *         "succeeded": 1,
       *         "failed": 0,
       *         "terminating": 0,
       *         "completedIndexes": "0",
       *         "failedIndexes": "0"
       *       }
       *     ]
       */
      tasks: {
        /**
         * @description The name of the task.
         * @example main
         */
        name: string;
        /**
         * @description How many indexes the task has.
         * @example 1
         */
        indexes: number;
        /**
         * @description How many indexes have not started, or wait for a retry.
         * @example 0
         */
        pending: number;
        /**
         * @description How many indexes have a running attempt.
         * @example 0
         */
        running: number;
        /**
         * @description How many indexes have succeeded.
         * @example 1
         */
        succeeded: number;
        /**
         * @description How many indexes have failed finally.
         * @example 0
         */
        failed: number;
        /**
         * @description How many indexes have an attempt that is being ended.
         * @example 0
         */
        terminating: number;
        /**
         * @description The indexes that have succeeded, in the text form of Kubernetes: `1,3-5,7`.
         * @example 0
         */
        completedIndexes: string;
        /**
         * @description The indexes that have failed finally, in the same form as `completedIndexes`.
         * @example 0
         */
        failedIndexes: string;
      }[];
      /**
       * @description The parameters that the workers get: those of the job in `jobVersion`, overridden by those of the run. null if there are none, or if the snapshot of the run is no longer stored.
       * @example {
       *       "rows": 1000
       *     }
       */
      parameters: components['schemas']['JsonValue'] | null;
      /**
       * @description The values of each of the collected requests, oldest first; null for other runs.
       * @example [
       *       {
       *         "parameters": {
       *           "order": 4711
       *         },
       *         "options": {}
       *       }
       *     ]
       */
      items: components['schemas']['JsonValue'][] | null;
      /**
       * @description The values of the job's options in this run, defaults included; the values of secret options are "***".
       * @example {
       *       "day": "2026-11-30"
       *     }
       */
      options: {
        [key: string]: components['schemas']['JsonValue'];
      };
      /**
       * @description What the run waits for while it is `QUEUED`; empty if it does not wait, or is about to be admitted.
       * @example []
       */
      waitsFor: {
        /**
         * @description What the run waits for: its start time, the limit of its job, the limit of its key, or a shared limit, which is a group or the quota of the tenant.
         * @example time
         * @enum {string}
         */
        kind: 'time' | 'job' | 'key' | 'group' | 'tenant';
        /**
         * @description How many runs are active under the limit; null for a shared limit, or a time.
         * @example 1
         */
        held: number | null;
        /**
         * @description How many runs may be active under the limit; null if there is no such number.
         * @example 2
         */
        size: number | null;
        /**
         * @description The place of the run in the queue of its job for the same limit, from 1; null for a time.
         * @example 3
         */
        place: number | null;
        /**
         * @description When the wait ends by itself; null if another run has to end first.
         * @example 2026-12-01T00:00:00.000Z
         */
        until: string | null;
        /**
         * @description The runs that are active under the limit: the first 200, oldest first.
         * @example [
         *       "demo-sync-1796122821"
         *     ]
         */
        holders: string[];
        /**
         * @description The wait, as a sentence.
         * @example the key "42" is busy: 1 of 1 runs are active; place 3 in the queue
         */
        message: string;
      }[];
      /**
       * @description The outputs that the workers reported; null if they reported none.
       * @example {
       *       "rows": 1204
       *     }
       */
      outputs: {
        [key: string]: components['schemas']['JsonValue'];
      } | null;
      /**
       * @description The cause with which the chain of the run began; runs with the same cause belong together. Null if no job depends on this one.
       * @example 1796094000
       */
      cause: string | null;
      /**
       * @description The runs of other jobs whose ends started this run.
       * @example [
       *       {
       *         "run": "acme-nightly-1796094000",
       *         "job": "acme-nightly"
       *       }
       *     ]
       */
      causedBy: {
        /**
         * @description The id of the run.
         * @example acme-nightly-1796094000
         */
        run: string;
        /**
         * @description The id of the job.
         * @example acme-nightly
         */
        job: string;
      }[];
      /**
       * @description The jobs that run after the job of this run, with their runs in the same chain.
       * @example [
       *       {
       *         "job": "acme-nightly",
       *         "jobName": "Nightly report",
       *         "run": "acme-nightly-1796094000",
       *         "state": "FINISHED"
       *       }
       *     ]
       */
      dependents: {
        /**
         * @description The id of a job that runs after the job of this run.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The name of that job.
         * @example Nightly report
         */
        jobName: string;
        /**
         * @description The run of that job in the same chain; null if there is none yet.
         * @example acme-nightly-1796094000
         */
        run: string | null;
        /**
         * @description The coarse state of that run; null if there is none.
         * @example FINISHED
         */
        state: ('QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED') | null;
      }[];
    };
    RunRequest: {
      /**
       * @description If both are objects, these parameters override those of the job name by name; otherwise they replace them.
       * @example {
       *       "rows": 1000
       *     }
       */
      parameters?: components['schemas']['JsonValue'];
      /**
       * @description If both are objects, these parameters override those of the job name by name; otherwise they replace them. Stored encrypted.
       * @example {
       *       "password": "of-the-database"
       *     }
       */
      secureParameters?: components['schemas']['JsonValue'];
      /**
       * Format: date-time
       * @description The run is not started before this instant.
       * @example 2026-12-01T03:00:00.000Z
       */
      startAfter?: string;
      /**
       * @description The policy of this run only; it replaces that of the job.
       * @example Allow
       * @enum {string}
       */
      concurrencyPolicy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
      /**
       * @description The priority of this run only; it replaces that of the job. A higher priority than the job's needs the role editor.
       * @example 10
       */
      priority?: number;
      /**
       * @description Values of options by their names.
       * @example {
       *       "day": "2026-11-30"
       *     }
       */
      options?: {
        [key: string]: components['schemas']['JsonValue'];
      };
      /**
       * @description The sizes of this run only: given indexes replace those of the job, all other fields override those of the job one by one.
       * @example {
       *       "withCount": 8
       *     }
       */
      parallelism?: {
        /**
         * @description The number of indexes, which are counted from 0.
         * @example 8
         */
        withCount?: number;
        /**
         * @description A list of keys: each becomes one index, and its attempts find the key in `TASK_INDEX_KEY`.
         * @example [
         *       "europe",
         *       "asia"
         *     ]
         */
        withKeys?: string[];
        /**
         * @description Lists of values by name: each combination of one value of every name becomes one index.
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
        /**
         * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
         * @example 10
         */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them. Default: `AllSuccessful`.
         * @example AllSuccessful
         * @enum {string}
         */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
    };
    RunTransition: {
      /**
       * Format: date-time
       * @description When the transition happened.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /**
       * @description The phase of the run from then on.
       * @example Completed
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
      /**
       * @description The reason, as a code.
       * @example AllIndexesSucceeded
       */
      reason: string;
      /**
       * @description The reason, as a sentence; empty if there is nothing to add.
       * @example Every index has succeeded.
       */
      message: string;
      /**
       * @description The caller or the service that caused the transition.
       * @example executor
       */
      actor: string;
      /**
       * @description The pod that the transition concerns; null if it concerns none.
       * @example acme-nightly-1796094000-main-0-1
       */
      pod: string | null;
    };
    Attempt: {
      /**
       * @description The id of the attempt: `<run>/<generation>/<task>/<index>/<attempt>`.
       * @example acme-nightly-1796094000/0/main/0/1
       */
      id: string;
      /**
       * @description The name of the task.
       * @example main
       */
      task: string;
      /**
       * @description The number of the index, from 0.
       * @example 0
       */
      index: number;
      /**
       * @description The generation of the run to which the attempt belongs.
       * @example 0
       */
      generation: number;
      /**
       * @description The number of the attempt within its index and generation, from 1.
       * @example 1
       */
      attempt: number;
      /**
       * @description The state of the attempt.
       * @example succeeded
       * @enum {string}
       */
      state: 'pending' | 'running' | 'terminating' | 'succeeded' | 'failed';
      /**
       * @description The result of the attempt; null until it has ended.
       * @example succeeded
       */
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
      /**
       * @description When the attempt started; null before that.
       * @example 2026-12-01T03:00:00.000Z
       */
      started: string | null;
      /**
       * @description When the attempt ended; null before its end.
       * @example 2026-12-01T03:04:11.907Z
       */
      finished: string | null;
      /**
       * @description The exit code; null if there is none.
       * @example 0
       */
      exitCode: number | null;
      /**
       * @description The exit code of each container of a pod, by its name, native sidecars included; null if fewer than two have one. A successful init container is not among them.
       * @example {
       *       "main": 0,
       *       "exporter": 0
       *     }
       */
      exitCodes: {
        [key: string]: number;
      } | null;
      /**
       * @description The reason for its end, or for its waiting, as a code.
       * @example Succeeded
       */
      reason: string;
      /**
       * @description The reason, as a sentence; empty if there is nothing to add.
       * @example exit code 0
       */
      message: string;
      /**
       * @description The Kubernetes node or the host where the attempt runs; null until this is known.
       * @example node-1
       */
      node: string | null;
      /**
       * @description The name of the pod; null before the pod exists, and on other engines.
       * @example acme-nightly-1796094000-main-0-1
       */
      pod: string | null;
      /**
       * @description True if all output was stored, false if some is missing; null until this is known.
       * @example true
       */
      logComplete: boolean | null;
      /**
       * @description The reason why output is missing, as a code; null if none is missing.
       * @example NoSource
       */
      logReason: string | null;
      /**
       * @description The last progress that a web-service worker reported.
       * @example {
       *       "rows": 604
       *     }
       */
      progress: components['schemas']['JsonValue'] | null;
    };
    StorageVersion: {
      /**
       * @description The number of the version, from 1.
       * @example 3
       */
      version: number;
      /**
       * @description The value; null if it was deleted; `***` if it contains secrets of the run and the caller may not see the secrets of the job.
       * @example {
       *       "lastRow": 1204
       *     }
       */
      value: components['schemas']['JsonValue'];
      /**
       * @description True if the value was deleted.
       * @example true
       */
      deleted: boolean;
      /**
       * Format: date-time
       * @description When the value was saved.
       * @example 2026-12-01T00:00:00.000Z
       */
      savedAt: string;
      /**
       * @description The attempt whose output or callback saved the value, or the name of the caller.
       * @example ada
       */
      savedBy: string;
    };
    Delivery: {
      /**
       * @description The id of the delivery.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      id: string;
      /**
       * @description The value of the header `Idempotency-Key`, the same in every try.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      key: string;
      /**
       * @description The tenant of the job or of the incident.
       * @example acme
       */
      tenant: string;
      /**
       * @description The id of the job; empty for a notice about an incident.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description The id of the run that the notice is about; null for missed slots.
       * @example acme-nightly-1796094000
       */
      run: string | null;
      /**
       * @description The id of the incident that the notice is about; null for jobs and runs.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      incident: string | null;
      /**
       * @description The event, or the step of the incident.
       * @example failed
       * @enum {string}
       */
      on:
        | 'failed'
        | 'missed'
        | 'late'
        | 'long'
        | 'recovered'
        | 'started'
        | 'succeeded'
        | 'opened'
        | 'escalated'
        | 'resolved';
      /**
       * @description The recipient: the address up to its host.
       * @example https://hooks.acme.example
       */
      to: string;
      /**
       * @description The state of the delivery; it is given up after 16 tries.
       * @example delivered
       * @enum {string}
       */
      state: 'pending' | 'delivered' | 'gaveUp';
      /**
       * Format: date-time
       * @description When it was decided to send the notice.
       * @example 2026-12-01T00:00:00.000Z
       */
      decidedAt: string;
      /**
       * @description When the next try is due; null if the notice was delivered or given up.
       * @example 2026-12-01T00:00:00.000Z
       */
      nextTryAt: string | null;
      /**
       * @description How many tries were made.
       * @example 1
       */
      tryCount: number;
      /**
       * @description The newest 20 tries, oldest first.
       * @example [
       *       {
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "tookMs": 84,
       *         "status": 200,
       *         "reason": "the answer was 503"
       *       }
       *     ]
       */
      tries: {
        /**
         * Format: date-time
         * @description When the try began.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description Milliseconds until the answer, or until the try was aborted.
         * @example 84
         */
        tookMs: number;
        /**
         * @description The HTTP status of the answer; null if there was no answer.
         * @example 200
         */
        status: number | null;
        /**
         * @description The reason why the try failed, or which recipients of a mail were refused; null if it succeeded for all.
         * @example the answer was 503
         */
        reason: string | null;
      }[];
      /**
       * @description When somebody last requested to deliver the notice again; null if nobody has.
       * @example 2026-12-01T00:00:00.000Z
       */
      askedAnewAt: string | null;
    };
    Monitor: {
      /**
       * @description The id within the tenant.
       * @example backup
       */
      id: string;
      /**
       * @description The tenant that the monitor belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name. Default: the id.
       * @example Backup of the database
       */
      name?: string;
      /**
       * @description Labels, as pairs of name and value, by which people group their monitors.
       * @example {
       *       "team": "reports"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /**
       * @description When a success is due: at the instants of a cron expression, or a fixed time after the success before.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
      schedule: {
        /**
         * @description One cron expression or several, of five fields, six with seconds, or seven with seconds and year; each instant that one of them yields is a slot. At most 16 of 200 characters.
         * @example 0 10 * * *
         * @example [
         *       "0 8 * * 1-5",
         *       "0 10 * * 6"
         *     ]
         */
        cron?: string | string[];
        /**
         * @description IANA name of the zone that `cron`, `rrule` and `windows` are read in. Default: UTC.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description A success is due this many seconds after the one before; at least 10.
         * @example 3600
         */
        every?: number;
      };
      /**
       * @description Seconds after the due time until the monitor is down. Default: 300.
       * @example 300
       */
      graceSeconds?: number;
      /**
       * @description Seconds that the work may take after a `start` until the monitor is down. Default: as `graceSeconds`.
       * @example 1800
       */
      runSeconds?: number;
      /**
       * @description False: no success is due, and nobody is notified. Default: true.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that are notified of the incidents of the monitor. Default: none.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description The channels that are notified of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds from the first notice to the escalation, if nobody has acknowledged the incident by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that are notified of the escalation.
         * @example [
         *       "ops"
         *     ]
         */
        channels: string[];
      };
      /**
       * @description Notices are withheld in these hours, and sent at their end if the incident is still open then.
       * @example {
       *       "from": "22:00",
       *       "to": "07:00"
       *     }
       */
      quietHours?: {
        /**
         * @description IANA zone of the times of day.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description Days on which the quiet hours begin. Default: every day.
         * @example [
         *       "mon"
         *     ]
         */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the quiet hours begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which the quiet hours end; on the next day if it is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
      /**
       * @description The secret address that the work pings; `***` for callers who may not edit the monitor.
       * @example https://carillon.acme.example/ping/k3v9x2m4q8r2v6y1t5w9b0
       */
      pingUrl: string;
      /**
       * @description `new`: before the first ping; `up`: the last success came in time; `running`: after a start; `late`: a success is overdue, within the grace; `down`: failed or overdue; `paused`: the monitor is not enabled.
       * @example up
       * @enum {string}
       */
      state: 'new' | 'up' | 'running' | 'late' | 'down' | 'paused';
      /**
       * @description When the last ping was received; null if there was none.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastPingAt: string | null;
      /**
       * @description The kind of the last ping; null if there was none.
       * @example start
       */
      lastPing: ('start' | 'success' | 'fail') | null;
      /**
       * @description When the last success was reported; null if there was none.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastSuccessAt: string | null;
      /**
       * @description When the next success is due; null if none is.
       * @example 2026-12-01T00:00:00.000Z
       */
      dueAt: string | null;
      /**
       * @description Since when the monitor has been down; null if it is not down.
       * @example 2026-12-01T00:00:00.000Z
       */
      downSince: string | null;
      /**
       * Format: date-time
       * @description When the monitor was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description The name of the caller who made the last change.
       * @example ada
       */
      updatedBy: string;
    };
    NewMonitor: {
      /**
       * @description The id within the tenant.
       * @example backup
       */
      id: string;
      /**
       * @description The tenant that the monitor belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name. Default: the id.
       * @example Backup of the database
       */
      name?: string;
      /**
       * @description Labels, as pairs of name and value, by which people group their monitors.
       * @example {
       *       "team": "reports"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /**
       * @description When a success is due: at the instants of a cron expression, or a fixed time after the success before.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
      schedule: {
        /**
         * @description One cron expression or several, of five fields, six with seconds, or seven with seconds and year; each instant that one of them yields is a slot. At most 16 of 200 characters.
         * @example 0 10 * * *
         * @example [
         *       "0 8 * * 1-5",
         *       "0 10 * * 6"
         *     ]
         */
        cron?: string | string[];
        /**
         * @description IANA name of the zone that `cron`, `rrule` and `windows` are read in. Default: UTC.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description A success is due this many seconds after the one before; at least 10.
         * @example 3600
         */
        every?: number;
      };
      /**
       * @description Seconds after the due time until the monitor is down. Default: 300.
       * @example 300
       */
      graceSeconds?: number;
      /**
       * @description Seconds that the work may take after a `start` until the monitor is down. Default: as `graceSeconds`.
       * @example 1800
       */
      runSeconds?: number;
      /**
       * @description False: no success is due, and nobody is notified. Default: true.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that are notified of the incidents of the monitor. Default: none.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description The channels that are notified of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds from the first notice to the escalation, if nobody has acknowledged the incident by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that are notified of the escalation.
         * @example [
         *       "ops"
         *     ]
         */
        channels: string[];
      };
      /**
       * @description Notices are withheld in these hours, and sent at their end if the incident is still open then.
       * @example {
       *       "from": "22:00",
       *       "to": "07:00"
       *     }
       */
      quietHours?: {
        /**
         * @description IANA zone of the times of day.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description Days on which the quiet hours begin. Default: every day.
         * @example [
         *       "mon"
         *     ]
         */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the quiet hours begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which the quiet hours end; on the next day if it is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
    };
    MonitorReplacement: {
      /**
       * @description The display name. Default: the id.
       * @example Backup of the database
       */
      name?: string;
      /**
       * @description Labels, as pairs of name and value, by which people group their monitors.
       * @example {
       *       "team": "reports"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /**
       * @description When a success is due: at the instants of a cron expression, or a fixed time after the success before.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
      schedule: {
        /**
         * @description One cron expression or several, of five fields, six with seconds, or seven with seconds and year; each instant that one of them yields is a slot. At most 16 of 200 characters.
         * @example 0 10 * * *
         * @example [
         *       "0 8 * * 1-5",
         *       "0 10 * * 6"
         *     ]
         */
        cron?: string | string[];
        /**
         * @description IANA name of the zone that `cron`, `rrule` and `windows` are read in. Default: UTC.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description A success is due this many seconds after the one before; at least 10.
         * @example 3600
         */
        every?: number;
      };
      /**
       * @description Seconds after the due time until the monitor is down. Default: 300.
       * @example 300
       */
      graceSeconds?: number;
      /**
       * @description Seconds that the work may take after a `start` until the monitor is down. Default: as `graceSeconds`.
       * @example 1800
       */
      runSeconds?: number;
      /**
       * @description False: no success is due, and nobody is notified. Default: true.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that are notified of the incidents of the monitor. Default: none.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description The channels that are notified of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds from the first notice to the escalation, if nobody has acknowledged the incident by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that are notified of the escalation.
         * @example [
         *       "ops"
         *     ]
         */
        channels: string[];
      };
      /**
       * @description Notices are withheld in these hours, and sent at their end if the incident is still open then.
       * @example {
       *       "from": "22:00",
       *       "to": "07:00"
       *     }
       */
      quietHours?: {
        /**
         * @description IANA zone of the times of day.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description Days on which the quiet hours begin. Default: every day.
         * @example [
         *       "mon"
         *     ]
         */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the quiet hours begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which the quiet hours end; on the next day if it is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
    };
    Rule: {
      /**
       * @description The id within the tenant.
       * @example failures-in-a-row
       */
      id: string;
      /**
       * @description The tenant whose jobs the rule watches.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name. Default: the id.
       * @example Failures in a row
       */
      name?: string;
      /**
       * @description The jobs that the rule watches. Default: all jobs of the tenant.
       * @example {
       *       "job": "acme-nightly"
       *     }
       */
      match?: {
        /**
         * @description The id of the only job that the rule watches.
         * @example acme-nightly
         */
        job?: string;
        /**
         * @description The labels that the watched jobs have, all of them.
         * @example {
         *       "team": "billing"
         *     }
         */
        labels?: {
          [key: string]: string;
        };
      };
      /**
       * @description The condition: an incident is open as long as it holds for any of the jobs.
       * @example {
       *       "type": "failed"
       *     }
       */
      when:
        | {
            /**
             * @description The kind of the condition.
             * @example failed
             * @constant
             */
            type: 'failed';
          }
        | {
            /**
             * @description The kind of the condition.
             * @example failuresInRow
             * @constant
             */
            type: 'failuresInRow';
            /**
             * @description Runs that have to fail one after the other.
             * @example 3
             */
            count: number;
            /**
             * @description True: a job that fulfils the condition is paused. After a resume only later failures count. Default: false.
             * @example true
             */
            pause?: boolean;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example flapping
             * @constant
             */
            type: 'flapping';
            /**
             * @description Changes between success and failure among the newest 20 runs that ended.
             * @example 4
             */
            changes: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example missed
             * @constant
             */
            type: 'missed';
          }
        | {
            /**
             * @description The kind of the condition.
             * @example lateStart
             * @constant
             */
            type: 'lateStart';
            /**
             * @description The run of a slot is late if it starts more than this many seconds after its effective time.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example tooLong
             * @constant
             */
            type: 'tooLong';
            /**
             * @description A run takes too long if its duration is more than this many seconds.
             * @example 1800
             */
            afterSeconds?: number;
            /**
             * @description Can be given instead of `afterSeconds`: a run takes too long if its duration is more than this factor times the 95th percentile of the job's newest successes, of which there must be 5. Default: 2, if `afterSeconds` is not given either.
             * @example 2
             */
            factor?: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example tooShort
             * @constant
             */
            type: 'tooShort';
            /**
             * @description A successful run is too short if its duration is less than this many seconds.
             * @example 5
             */
            underSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example tooOften
             * @constant
             */
            type: 'tooOften';
            /**
             * @description How many runs a job may have within the time.
             * @example 3
             */
            runs: number;
            /**
             * @description The time, in seconds.
             * @example 3600
             */
            withinSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example queueTooLong
             * @constant
             */
            type: 'queueTooLong';
            /**
             * @description A run waits too long if it is in the queue for more than this many seconds.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example noSuccessSince
             * @constant
             */
            type: 'noSuccessSince';
            /**
             * @description Seconds without a success.
             * @example 86400
             */
            seconds: number;
          };
      /**
       * @description False: no job is watched, and nobody is notified. Default: true.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that are notified of the incidents of the rule. Default: none.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description The channels that are notified of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds from the first notice to the escalation, if nobody has acknowledged the incident by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that are notified of the escalation.
         * @example [
         *       "ops"
         *     ]
         */
        channels: string[];
      };
      /**
       * @description Notices are withheld in these hours, and sent at their end if the incident is still open then.
       * @example {
       *       "from": "22:00",
       *       "to": "07:00"
       *     }
       */
      quietHours?: {
        /**
         * @description IANA zone of the times of day.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description Days on which the quiet hours begin. Default: every day.
         * @example [
         *       "mon"
         *     ]
         */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the quiet hours begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which the quiet hours end; on the next day if it is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
      /**
       * @description `new`: not all of the jobs have been checked yet; `ok`: the condition holds for no job; `alert`: the condition holds for a job; `paused`: the rule is not enabled.
       * @example ok
       * @enum {string}
       */
      state: 'new' | 'ok' | 'alert' | 'paused';
      /**
       * @description How many jobs the rule watches, as of the last check of all jobs; null before that.
       * @example 42
       */
      watched: number | null;
      /**
       * @description For how many of the jobs the condition holds.
       * @example 1
       */
      affected: number;
      /**
       * @description When the last check of all jobs began; exact to the minute while nothing is found; null before that.
       * @example 2026-12-01T00:00:00.000Z
       */
      lookedAt: string | null;
      /**
       * Format: date-time
       * @description When the rule was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description The name of the caller who made the last change.
       * @example ada
       */
      updatedBy: string;
    };
    NewRule: {
      /**
       * @description The id within the tenant.
       * @example failures-in-a-row
       */
      id: string;
      /**
       * @description The tenant whose jobs the rule watches.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name. Default: the id.
       * @example Failures in a row
       */
      name?: string;
      /**
       * @description The jobs that the rule watches. Default: all jobs of the tenant.
       * @example {
       *       "job": "acme-nightly"
       *     }
       */
      match?: {
        /**
         * @description The id of the only job that the rule watches.
         * @example acme-nightly
         */
        job?: string;
        /**
         * @description The labels that the watched jobs have, all of them.
         * @example {
         *       "team": "billing"
         *     }
         */
        labels?: {
          [key: string]: string;
        };
      };
      /**
       * @description The condition: an incident is open as long as it holds for any of the jobs.
       * @example {
       *       "type": "failed"
       *     }
       */
      when:
        | {
            /**
             * @description The kind of the condition.
             * @example failed
             * @constant
             */
            type: 'failed';
          }
        | {
            /**
             * @description The kind of the condition.
             * @example failuresInRow
             * @constant
             */
            type: 'failuresInRow';
            /**
             * @description Runs that have to fail one after the other.
             * @example 3
             */
            count: number;
            /**
             * @description True: a job that fulfils the condition is paused. After a resume only later failures count. Default: false.
             * @example true
             */
            pause?: boolean;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example flapping
             * @constant
             */
            type: 'flapping';
            /**
             * @description Changes between success and failure among the newest 20 runs that ended.
             * @example 4
             */
            changes: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example missed
             * @constant
             */
            type: 'missed';
          }
        | {
            /**
             * @description The kind of the condition.
             * @example lateStart
             * @constant
             */
            type: 'lateStart';
            /**
             * @description The run of a slot is late if it starts more than this many seconds after its effective time.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example tooLong
             * @constant
             */
            type: 'tooLong';
            /**
             * @description A run takes too long if its duration is more than this many seconds.
             * @example 1800
             */
            afterSeconds?: number;
            /**
             * @description Can be given instead of `afterSeconds`: a run takes too long if its duration is more than this factor times the 95th percentile of the job's newest successes, of which there must be 5. Default: 2, if `afterSeconds` is not given either.
             * @example 2
             */
            factor?: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example tooShort
             * @constant
             */
            type: 'tooShort';
            /**
             * @description A successful run is too short if its duration is less than this many seconds.
             * @example 5
             */
            underSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example tooOften
             * @constant
             */
            type: 'tooOften';
            /**
             * @description How many runs a job may have within the time.
             * @example 3
             */
            runs: number;
            /**
             * @description The time, in seconds.
             * @example 3600
             */
            withinSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example queueTooLong
             * @constant
             */
            type: 'queueTooLong';
            /**
             * @description A run waits too long if it is in the queue for more than this many seconds.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example noSuccessSince
             * @constant
             */
            type: 'noSuccessSince';
            /**
             * @description Seconds without a success.
             * @example 86400
             */
            seconds: number;
          };
      /**
       * @description False: no job is watched, and nobody is notified. Default: true.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that are notified of the incidents of the rule. Default: none.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description The channels that are notified of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds from the first notice to the escalation, if nobody has acknowledged the incident by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that are notified of the escalation.
         * @example [
         *       "ops"
         *     ]
         */
        channels: string[];
      };
      /**
       * @description Notices are withheld in these hours, and sent at their end if the incident is still open then.
       * @example {
       *       "from": "22:00",
       *       "to": "07:00"
       *     }
       */
      quietHours?: {
        /**
         * @description IANA zone of the times of day.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description Days on which the quiet hours begin. Default: every day.
         * @example [
         *       "mon"
         *     ]
         */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the quiet hours begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which the quiet hours end; on the next day if it is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
    };
    RuleReplacement: {
      /**
       * @description The display name. Default: the id.
       * @example Failures in a row
       */
      name?: string;
      /**
       * @description The jobs that the rule watches. Default: all jobs of the tenant.
       * @example {
       *       "job": "acme-nightly"
       *     }
       */
      match?: {
        /**
         * @description The id of the only job that the rule watches.
         * @example acme-nightly
         */
        job?: string;
        /**
         * @description The labels that the watched jobs have, all of them.
         * @example {
         *       "team": "billing"
         *     }
         */
        labels?: {
          [key: string]: string;
        };
      };
      /**
       * @description The condition: an incident is open as long as it holds for any of the jobs.
       * @example {
       *       "type": "failed"
       *     }
       */
      when:
        | {
            /**
             * @description The kind of the condition.
             * @example failed
             * @constant
             */
            type: 'failed';
          }
        | {
            /**
             * @description The kind of the condition.
             * @example failuresInRow
             * @constant
             */
            type: 'failuresInRow';
            /**
             * @description Runs that have to fail one after the other.
             * @example 3
             */
            count: number;
            /**
             * @description True: a job that fulfils the condition is paused. After a resume only later failures count. Default: false.
             * @example true
             */
            pause?: boolean;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example flapping
             * @constant
             */
            type: 'flapping';
            /**
             * @description Changes between success and failure among the newest 20 runs that ended.
             * @example 4
             */
            changes: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example missed
             * @constant
             */
            type: 'missed';
          }
        | {
            /**
             * @description The kind of the condition.
             * @example lateStart
             * @constant
             */
            type: 'lateStart';
            /**
             * @description The run of a slot is late if it starts more than this many seconds after its effective time.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example tooLong
             * @constant
             */
            type: 'tooLong';
            /**
             * @description A run takes too long if its duration is more than this many seconds.
             * @example 1800
             */
            afterSeconds?: number;
            /**
             * @description Can be given instead of `afterSeconds`: a run takes too long if its duration is more than this factor times the 95th percentile of the job's newest successes, of which there must be 5. Default: 2, if `afterSeconds` is not given either.
             * @example 2
             */
            factor?: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example tooShort
             * @constant
             */
            type: 'tooShort';
            /**
             * @description A successful run is too short if its duration is less than this many seconds.
             * @example 5
             */
            underSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example tooOften
             * @constant
             */
            type: 'tooOften';
            /**
             * @description How many runs a job may have within the time.
             * @example 3
             */
            runs: number;
            /**
             * @description The time, in seconds.
             * @example 3600
             */
            withinSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example queueTooLong
             * @constant
             */
            type: 'queueTooLong';
            /**
             * @description A run waits too long if it is in the queue for more than this many seconds.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description The kind of the condition.
             * @example noSuccessSince
             * @constant
             */
            type: 'noSuccessSince';
            /**
             * @description Seconds without a success.
             * @example 86400
             */
            seconds: number;
          };
      /**
       * @description False: no job is watched, and nobody is notified. Default: true.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that are notified of the incidents of the rule. Default: none.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description The channels that are notified of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds from the first notice to the escalation, if nobody has acknowledged the incident by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that are notified of the escalation.
         * @example [
         *       "ops"
         *     ]
         */
        channels: string[];
      };
      /**
       * @description Notices are withheld in these hours, and sent at their end if the incident is still open then.
       * @example {
       *       "from": "22:00",
       *       "to": "07:00"
       *     }
       */
      quietHours?: {
        /**
         * @description IANA zone of the times of day.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description Days on which the quiet hours begin. Default: every day.
         * @example [
         *       "mon"
         *     ]
         */
        days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the quiet hours begin.
         * @example 22:00
         */
        from: string;
        /**
         * @description Time of day at which the quiet hours end; on the next day if it is not later than `from`.
         * @example 07:00
         */
        to: string;
      };
    };
    Trigger: {
      /**
       * @description The id within the tenant.
       * @example acme-nightly-1796094000
       */
      id: string;
      /**
       * @description The tenant that the trigger belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name. Default: the id.
       * @example Nightly report
       */
      name?: string;
      /**
       * @description The id of the job that the trigger runs, a job of the same tenant.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description How messages that are sent to the address of the trigger are signed; other messages are refused.
       * @example {
       *       "signature": "standard",
       *       "secrets": {
       *         "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
       *       }
       *     }
       */
      webhook?:
        | {
            /**
             * @description Standard Webhooks: the id of the message, its time and its body are signed.
             * @example standard
             * @constant
             */
            signature: 'standard';
            /**
             * @description The secrets, by names that you choose, each of them whsec_ and 24 to 64 bytes as Base64. A message may be signed with any of them, so that one can be replaced without an interruption. They are stored encrypted and shown as `***`; `***` in a request leaves a secret unchanged.
             * @example {
             *       "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
             *     }
             */
            secrets: {
              [key: string]: string;
            };
          }
        | {
            /**
             * @description `X-Hub-Signature-256`, as GitHub sends it, or `X-Hub-Signature` with SHA-256, as Bitbucket does: the body alone is signed.
             * @example github
             * @constant
             */
            signature: 'github';
            /**
             * @description The secrets, by names that you choose, each of them 16 or more printable ASCII characters. A message may be signed with any of them, so that one can be replaced without an interruption. They are stored encrypted and shown as `***`; `***` in a request leaves a secret unchanged.
             * @example {
             *       "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
             *     }
             */
            secrets: {
              [key: string]: string;
            };
          };
      /**
       * @description Instead of `webhook`: messages from NATS, if the operator offers them.
       * @example {
       *       "subject": "orders.created"
       *     }
       */
      nats?: {
        /**
         * @description The part of the NATS subject after the prefix of the operator and the tenant; wildcards are not possible.
         * @example orders.created
         */
        subject: string;
      };
      /**
       * @description The conditions of a delivery, all of which have to hold; other deliveries are answered, but start no run.
       * @example [
       *       {
       *         "body": "/release/tag_name"
       *       }
       *     ]
       */
      when?: {
        /**
         * @description The place of the value in the JSON body, as a JSON Pointer (RFC 6901); the empty text is the whole body.
         * @example /release/tag_name
         */
        body?: string;
        /**
         * @description The header that contains the value, as a text. Headers are not signed: a proxy that relays a delivery can change them.
         * @example x-github-event
         */
        header?: string;
        /**
         * @description True: the value exists; false: it does not.
         * @example true
         */
        exists?: boolean;
        /**
         * @description The value equals this one.
         * @example complete
         */
        equals?: components['schemas']['JsonValue'];
        /**
         * @description The value is one of these.
         * @example [
         *       "push",
         *       "release"
         *     ]
         */
        oneOf?: components['schemas']['JsonValue'][];
        /**
         * @description The value is a text that begins with this one.
         * @example refs/heads/
         */
        startsWith?: string;
      }[];
      /**
       * @description The sources of the values of the job's options, by the names of the options. The type of a value has to be that of the option.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      options?: {
        [key: string]: {
          /**
           * @description The place of the value in the JSON body, as a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header that contains the value, as a text. Headers are not signed: a proxy that relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description The value that is used where the delivery has none; without a default such a delivery is refused.
           * @example csv
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description The sources of parameters of the run, by their names; they override those of the job name by name.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      parameters?: {
        [key: string]: {
          /**
           * @description The place of the value in the JSON body, as a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header that contains the value, as a text. Headers are not signed: a proxy that relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description The value that is used where the delivery has none; without a default such a delivery is refused.
           * @example 1000
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description False: deliveries are refused. Default: true.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description The address to which messages are sent. It is not secret, because messages have to be signed. Null without `webhook`.
       * @example https://reports.acme.example/work
       */
      url: string | null;
      /**
       * @description The NATS subject whose messages the trigger receives; null without `nats`.
       * @example token:k3v9x2
       */
      subject: string | null;
      /**
       * Format: date-time
       * @description When the trigger was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description The name of the caller who made the last change, with whose rights the trigger runs the job.
       * @example ada
       */
      updatedBy: string;
    };
    NewTrigger: {
      /**
       * @description The id within the tenant.
       * @example acme-nightly-1796094000
       */
      id: string;
      /**
       * @description The tenant that the trigger belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name. Default: the id.
       * @example Nightly report
       */
      name?: string;
      /**
       * @description The id of the job that the trigger runs, a job of the same tenant.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description How messages that are sent to the address of the trigger are signed; other messages are refused.
       * @example {
       *       "signature": "standard",
       *       "secrets": {
       *         "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
       *       }
       *     }
       */
      webhook?:
        | {
            /**
             * @description Standard Webhooks: the id of the message, its time and its body are signed.
             * @example standard
             * @constant
             */
            signature: 'standard';
            /**
             * @description The secrets, by names that you choose, each of them whsec_ and 24 to 64 bytes as Base64. A message may be signed with any of them, so that one can be replaced without an interruption. They are stored encrypted and shown as `***`; `***` in a request leaves a secret unchanged.
             * @example {
             *       "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
             *     }
             */
            secrets: {
              [key: string]: string;
            };
          }
        | {
            /**
             * @description `X-Hub-Signature-256`, as GitHub sends it, or `X-Hub-Signature` with SHA-256, as Bitbucket does: the body alone is signed.
             * @example github
             * @constant
             */
            signature: 'github';
            /**
             * @description The secrets, by names that you choose, each of them 16 or more printable ASCII characters. A message may be signed with any of them, so that one can be replaced without an interruption. They are stored encrypted and shown as `***`; `***` in a request leaves a secret unchanged.
             * @example {
             *       "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
             *     }
             */
            secrets: {
              [key: string]: string;
            };
          };
      /**
       * @description Instead of `webhook`: messages from NATS, if the operator offers them.
       * @example {
       *       "subject": "orders.created"
       *     }
       */
      nats?: {
        /**
         * @description The part of the NATS subject after the prefix of the operator and the tenant; wildcards are not possible.
         * @example orders.created
         */
        subject: string;
      };
      /**
       * @description The conditions of a delivery, all of which have to hold; other deliveries are answered, but start no run.
       * @example [
       *       {
       *         "body": "/release/tag_name"
       *       }
       *     ]
       */
      when?: {
        /**
         * @description The place of the value in the JSON body, as a JSON Pointer (RFC 6901); the empty text is the whole body.
         * @example /release/tag_name
         */
        body?: string;
        /**
         * @description The header that contains the value, as a text. Headers are not signed: a proxy that relays a delivery can change them.
         * @example x-github-event
         */
        header?: string;
        /**
         * @description True: the value exists; false: it does not.
         * @example true
         */
        exists?: boolean;
        /**
         * @description The value equals this one.
         * @example complete
         */
        equals?: components['schemas']['JsonValue'];
        /**
         * @description The value is one of these.
         * @example [
         *       "push",
         *       "release"
         *     ]
         */
        oneOf?: components['schemas']['JsonValue'][];
        /**
         * @description The value is a text that begins with this one.
         * @example refs/heads/
         */
        startsWith?: string;
      }[];
      /**
       * @description The sources of the values of the job's options, by the names of the options. The type of a value has to be that of the option.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      options?: {
        [key: string]: {
          /**
           * @description The place of the value in the JSON body, as a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header that contains the value, as a text. Headers are not signed: a proxy that relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description The value that is used where the delivery has none; without a default such a delivery is refused.
           * @example csv
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description The sources of parameters of the run, by their names; they override those of the job name by name.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      parameters?: {
        [key: string]: {
          /**
           * @description The place of the value in the JSON body, as a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header that contains the value, as a text. Headers are not signed: a proxy that relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description The value that is used where the delivery has none; without a default such a delivery is refused.
           * @example 1000
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description False: deliveries are refused. Default: true.
       * @example true
       */
      enabled?: boolean;
    };
    TriggerReplacement: {
      /**
       * @description The display name. Default: the id.
       * @example Nightly report
       */
      name?: string;
      /**
       * @description The id of the job that the trigger runs, a job of the same tenant.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description How messages that are sent to the address of the trigger are signed; other messages are refused.
       * @example {
       *       "signature": "standard",
       *       "secrets": {
       *         "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
       *       }
       *     }
       */
      webhook?:
        | {
            /**
             * @description Standard Webhooks: the id of the message, its time and its body are signed.
             * @example standard
             * @constant
             */
            signature: 'standard';
            /**
             * @description The secrets, by names that you choose, each of them whsec_ and 24 to 64 bytes as Base64. A message may be signed with any of them, so that one can be replaced without an interruption. They are stored encrypted and shown as `***`; `***` in a request leaves a secret unchanged.
             * @example {
             *       "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
             *     }
             */
            secrets: {
              [key: string]: string;
            };
          }
        | {
            /**
             * @description `X-Hub-Signature-256`, as GitHub sends it, or `X-Hub-Signature` with SHA-256, as Bitbucket does: the body alone is signed.
             * @example github
             * @constant
             */
            signature: 'github';
            /**
             * @description The secrets, by names that you choose, each of them 16 or more printable ASCII characters. A message may be signed with any of them, so that one can be replaced without an interruption. They are stored encrypted and shown as `***`; `***` in a request leaves a secret unchanged.
             * @example {
             *       "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
             *     }
             */
            secrets: {
              [key: string]: string;
            };
          };
      /**
       * @description Instead of `webhook`: messages from NATS, if the operator offers them.
       * @example {
       *       "subject": "orders.created"
       *     }
       */
      nats?: {
        /**
         * @description The part of the NATS subject after the prefix of the operator and the tenant; wildcards are not possible.
         * @example orders.created
         */
        subject: string;
      };
      /**
       * @description The conditions of a delivery, all of which have to hold; other deliveries are answered, but start no run.
       * @example [
       *       {
       *         "body": "/release/tag_name"
       *       }
       *     ]
       */
      when?: {
        /**
         * @description The place of the value in the JSON body, as a JSON Pointer (RFC 6901); the empty text is the whole body.
         * @example /release/tag_name
         */
        body?: string;
        /**
         * @description The header that contains the value, as a text. Headers are not signed: a proxy that relays a delivery can change them.
         * @example x-github-event
         */
        header?: string;
        /**
         * @description True: the value exists; false: it does not.
         * @example true
         */
        exists?: boolean;
        /**
         * @description The value equals this one.
         * @example complete
         */
        equals?: components['schemas']['JsonValue'];
        /**
         * @description The value is one of these.
         * @example [
         *       "push",
         *       "release"
         *     ]
         */
        oneOf?: components['schemas']['JsonValue'][];
        /**
         * @description The value is a text that begins with this one.
         * @example refs/heads/
         */
        startsWith?: string;
      }[];
      /**
       * @description The sources of the values of the job's options, by the names of the options. The type of a value has to be that of the option.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      options?: {
        [key: string]: {
          /**
           * @description The place of the value in the JSON body, as a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header that contains the value, as a text. Headers are not signed: a proxy that relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description The value that is used where the delivery has none; without a default such a delivery is refused.
           * @example csv
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description The sources of parameters of the run, by their names; they override those of the job name by name.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      parameters?: {
        [key: string]: {
          /**
           * @description The place of the value in the JSON body, as a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header that contains the value, as a text. Headers are not signed: a proxy that relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description The value that is used where the delivery has none; without a default such a delivery is refused.
           * @example 1000
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description False: deliveries are refused. Default: true.
       * @example true
       */
      enabled?: boolean;
    };
    TriggerDelivery: {
      /**
       * Format: date-time
       * @description When the message first came; for messages that are only counted: when the last one came.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /**
       * Format: date-time
       * @description When the message last came.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastAt: string;
      /**
       * @description How often the message came and was answered.
       * @example 3
       */
      count: number;
      /**
       * @description The id of the message; null for messages that are only counted.
       * @example Every index has succeeded.
       */
      message: string | null;
      /**
       * @description The address that the message last came from.
       * @example 203.0.113.7
       */
      address: string;
      /**
       * @description `started`: the message started a run, or became a part of one; `duplicate`: an earlier request has the same key, and its run is given; `skipped`: a condition does not hold; `refused`: `code` and `detail` give the reason; `unfinished`: the message was not answered, and a repetition continues its processing. `unsigned` and `limited` (too many at once) messages are only counted.
       * @example unfinished
       * @enum {string}
       */
      outcome: 'unfinished' | 'started' | 'duplicate' | 'skipped' | 'refused' | 'unsigned' | 'limited';
      /**
       * @description The run that the message started, or of which it is a part; null if there is none.
       * @example acme-nightly-1796094000
       */
      run: string | null;
      /**
       * @description The error code of the refusal; null if the message was not refused.
       * @example NOT_FOUND
       */
      code: string | null;
      /**
       * @description The reason for the outcome; empty if there is nothing to add.
       * @example there is no job acme-nightly
       */
      detail: string;
    };
    Incident: {
      /**
       * @description The id of the incident.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      id: string;
      /**
       * @description The tenant of the monitor or rule.
       * @example acme
       */
      tenant: string;
      /**
       * @description What opened the incident: a `monitor` of work that runs elsewhere, or a `rule` about jobs.
       * @example monitor
       * @enum {string}
       */
      source: 'monitor' | 'rule';
      /**
       * @description The id of the monitor or of the rule; `source` says which of them it is.
       * @example backup
       */
      monitor: string;
      /**
       * @description The name of the monitor or of the rule when the incident was opened.
       * @example Backup of the database
       */
      monitorName: string;
      /**
       * @description For a monitor: `failed`: a failure was reported; `missed`: no success was reported in time; `long`: no success was reported in time after a start. For a rule: the `type` of its condition.
       * @example missed
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
      /**
       * @description A description of the incident, for people.
       * @example No success in time.
       */
      message: string;
      /**
       * @description The first 20 affected jobs, for an ended incident those at its end; empty for a monitor.
       * @example [
       *       {
       *         "id": "acme-nightly",
       *         "name": "Nightly report",
       *         "message": "three runs in a row have failed",
       *         "since": "2026-12-01T00:00:00.000Z",
       *         "run": "acme-nightly-1796094000"
       *       }
       *     ]
       */
      jobs: {
        /**
         * @description The id of the job.
         * @example acme-nightly
         */
        id: string;
        /**
         * @description The name of the job.
         * @example Nightly report
         */
        name: string;
        /**
         * @description What is wrong with the job.
         * @example three runs in a row have failed
         */
        message: string;
        /**
         * Format: date-time
         * @description When the problem was found.
         * @example 2026-12-01T00:00:00.000Z
         */
        since: string;
        /**
         * @description The id of the failed run by which the problem was found; null if the problem is no failure, or was found by an earlier version.
         * @example acme-nightly-1796094000
         */
        run: string | null;
      }[];
      /**
       * @description How many jobs are affected; 0 for a monitor.
       * @example 1
       */
      jobCount: number;
      /**
       * @description `open`; `acknowledged`: the incident is not escalated any more; `resolved`: the incident has ended.
       * @example open
       * @enum {string}
       */
      state: 'open' | 'acknowledged' | 'resolved';
      /**
       * Format: date-time
       * @description When the incident was opened.
       * @example 2026-12-01T00:00:00.000Z
       */
      openedAt: string;
      /**
       * @description When the incident was acknowledged; null if it was not.
       * @example 2026-12-01T00:00:00.000Z
       */
      acknowledgedAt: string | null;
      /**
       * @description The name of the caller who acknowledged the incident; null if nobody has.
       * @example ada
       */
      acknowledgedBy: string | null;
      /**
       * @description When the incident was escalated; null if it was not.
       * @example 2026-12-01T00:00:00.000Z
       */
      escalatedAt: string | null;
      /**
       * @description When the incident ended; null before its end.
       * @example 2026-12-01T03:20:00.000Z
       */
      resolvedAt: string | null;
      /**
       * @description The name of the caller who resolved the incident; null if it ended by itself.
       * @example ada
       */
      resolvedBy: string | null;
      /**
       * @description Why the incident ended by itself. `recovered`: the problem is over; `paused`: the monitor or rule was paused; `edited`: the rule was changed; `unwatched`: the rule does not watch the jobs any more, or they were removed. Null before the end, and if a person has resolved it.
       * @example recovered
       */
      endCause: ('recovered' | 'paused' | 'edited' | 'unwatched') | null;
      /**
       * @description What people have written about the incident, oldest first; at most 100 notes.
       * @example [
       *       {
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "by": "ada",
       *         "text": "412 MiB written"
       *       }
       *     ]
       */
      notes: {
        /**
         * Format: date-time
         * @description When the note was written.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description The name of the caller who wrote the note.
         * @example ada
         */
        by: string;
        /**
         * @description The note.
         * @example 412 MiB written
         */
        text: string;
      }[];
      /**
       * @description When the first notices of the incident were sent; null while they are withheld.
       * @example 2026-12-01T00:00:00.000Z
       */
      notifiedAt: string | null;
    };
    ErrorGroup: {
      /**
       * @description The id of the error group.
       * @example acme-nightly-1796094000
       */
      id: string;
      /**
       * @description The tenant whose runs have failed.
       * @example acme
       */
      tenant: string;
      /**
       * @description `open`; `muted`: a caller has muted the group; `quiet`: there was no failure for 7 days.
       * @example open
       * @enum {string}
       */
      state: 'open' | 'muted' | 'quiet';
      /**
       * @description The reason of the failures, as a code: that of the attempt that decided the result, if there is one; otherwise that of the run.
       * @example AllIndexesSucceeded
       */
      reason: string;
      /**
       * @description The exit code of all these runs; null where there is none.
       * @example 75
       */
      exitCode: number | null;
      /**
       * @description The HTTP status with which the web service answered; null where that is not the reason.
       * @example 503
       */
      httpStatus: number | null;
      /**
       * @description The last 10 lines of output, which all these runs have in common, normalised: placeholders such as `<n>` stand for parts that differ. If there is no output: the message.
       * @example [
       *       "reading 1204 rows",
       *       "done"
       *     ]
       */
      lines: string[];
      /**
       * @description How many failures there were since the first one.
       * @example 3
       */
      count: number;
      /**
       * @description The first failure.
       * @example {
       *       "at": "2026-12-01T00:00:00.000Z",
       *       "run": "acme-nightly-1796094000",
       *       "job": "acme-nightly"
       *     }
       */
      first: {
        /**
         * Format: date-time
         * @description When the run ended.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description The id of the run.
         * @example acme-nightly-1796094000
         */
        run: string;
        /**
         * @description The id of the job of the run.
         * @example acme-nightly
         */
        job: string;
      };
      /**
       * @description The latest failure.
       * @example {
       *       "at": "2026-12-01T00:00:00.000Z",
       *       "run": "acme-nightly-1796094000",
       *       "job": "acme-nightly"
       *     }
       */
      last: {
        /**
         * Format: date-time
         * @description When the run ended.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description The id of the run.
         * @example acme-nightly-1796094000
         */
        run: string;
        /**
         * @description The id of the job of the run.
         * @example acme-nightly
         */
        job: string;
      };
      /**
       * @description Failures by hour in the last 24 hours, the present hour last.
       * @example [
       *       {
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "count": 3
       *       }
       *     ]
       */
      hours: {
        /**
         * Format: date-time
         * @description When the hour or the day begins, in UTC.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description How many failures ended in that time.
         * @example 3
         */
        count: number;
      }[];
      /**
       * @description Failures by day in the last 14 days, the present day last.
       * @example [
       *       {
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "count": 3
       *       }
       *     ]
       */
      days: {
        /**
         * Format: date-time
         * @description When the hour or the day begins, in UTC.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description How many failures ended in that time.
         * @example 3
         */
        count: number;
      }[];
      /**
       * @description The jobs that have failed in this way, in the order of their first failure: at most 100; in lists only the first 5.
       * @example [
       *       {
       *         "id": "ibm-orders",
       *         "name": "Orders",
       *         "count": 41,
       *         "lastAt": "2026-12-01T03:00:09.000Z",
       *         "versions": [
       *           6,
       *           7
       *         ]
       *       }
       *     ]
       */
      jobs: {
        /**
         * @description The id of the job.
         * @example acme-nightly
         */
        id: string;
        /**
         * @description The name of the job at its last failure.
         * @example Nightly report
         */
        name: string;
        /**
         * @description How many failures the job had.
         * @example 3
         */
        count: number;
        /**
         * Format: date-time
         * @description When the job last failed.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastAt: string;
        /**
         * @description The newest 5 versions of the job that have failed in this way.
         * @example [
         *       6,
         *       7
         *     ]
         */
        versions: number[];
      }[];
      /**
       * @description How many jobs have failed in this way.
       * @example 1
       */
      jobCount: number;
      /**
       * @description True: there are more than 100, and `jobCount` is that number.
       * @example true
       */
      moreJobs: boolean;
      /**
       * @description How the group is muted; null if it is not muted.
       * @example null
       */
      mute: {
        /**
         * @description What opens the group again, as given in the request that muted it; `forever`: only a request opens it.
         * @example newVersion
         * @enum {string}
         */
        until: 'newVersion' | 'version' | 'time' | 'forever';
        /**
         * @description The version of a job whose failure opens the group again; null unless `until` is `version`.
         * @example 3
         */
        version: number | null;
        /**
         * @description When the group is open again; null unless `until` is `time`.
         * @example 2026-12-01T00:00:00.000Z
         */
        time: string | null;
        /**
         * Format: date-time
         * @description When the group was muted.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description The name of the caller who muted the group.
         * @example ada
         */
        by: string;
        /**
         * @description The reason, for people; may be empty.
         * @example a fix is in progress
         */
        why: string;
      } | null;
      /**
       * @description The failure that opened the group again after it was muted; null if there was none.
       * @example {
       *       "at": "2026-12-01T00:00:00.000Z",
       *       "run": "acme-nightly-1796094000",
       *       "job": "acme-nightly",
       *       "version": 3
       *     }
       */
      reopened: {
        /**
         * Format: date-time
         * @description When the run ended.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description The id of the run.
         * @example acme-nightly-1796094000
         */
        run: string;
        /**
         * @description The id of the job of the run.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The version of the job.
         * @example 3
         */
        version: number;
      } | null;
    };
    Channel: {
      /**
       * @description The id within the tenant; rules of jobs refer to the channel as `channel:<id>`.
       * @example ops
       */
      id: string;
      /**
       * @description The tenant that the channel belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name.
       * @example Operations
       */
      name?: string;
      /**
       * @description The kind of the channel, and the fields that are needed to send to it.
       * @example {
       *       "type": "webhook",
       *       "url": "https://hooks.acme.example/carillon"
       *     }
       */
      target: components['schemas']['ChannelTarget'];
      /**
       * @description What the messages of this channel say. `${name}` stands for a value of the notice, escaped for its receiver; the rest is sent as it is written, so it may contain formats and mentions of the receiver. Values: `on`, `at`, `message`, `tenant`, `job.id`, `job.name`, `run.id`, `run.state`, `run.reason`, `run.message`, `run.exitCode`, `run.scheduledFor`, `run.started`, `run.finished`, `run.url`, `run.errorUrl`, `missed.count`, `missed.from`, `missed.to`, `incident.id`, `incident.url`, `incident.reason`, `incident.jobCount`. One that a notice does not have is empty.
       * @example {
       *       "title": "The object does not exist"
       *     }
       */
      template?: {
        /**
         * @description The title, such as `${job.name} ${on}`, in place of the message. Default: the message.
         * @example The object does not exist
         */
        title?: string;
        /**
         * @description The text, in place of the list of facts. Links to the run follow it as ever.
         * @example 412 MiB written
         */
        text?: string;
      };
      /**
       * @description How far a channel of type `cloudevents` has got the events of its tenant; null for others, and before the first time.
       * @example {
       *       "sequence": "1796119224013000",
       *       "isLate": true,
       *       "failures": 2,
       *       "nextTryAt": "2026-12-01T00:00:00.000Z",
       *       "problem": "the receiver answered 503"
       *     }
       */
      events: {
        /**
         * @description Everything up to this place of the log was taken.
         * @example 1796119224013000
         */
        sequence: string;
        /**
         * @description True while requests are not taken.
         * @example true
         */
        isLate: boolean;
        /**
         * @description Requests in a row that were not taken.
         * @example 2
         */
        failures: number;
        /**
         * @description When the next request is due; null unless the last one was not taken.
         * @example 2026-12-01T00:00:00.000Z
         */
        nextTryAt: string | null;
        /**
         * @description Why the last request was not taken; null if it was.
         * @example the receiver answered 503
         */
        problem: string | null;
      } | null;
      /**
       * Format: date-time
       * @description When the channel was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description The name of the caller who made the last change.
       * @example ada
       */
      updatedBy: string;
    };
    CloudEvent: {
      /**
       * @description The version of CloudEvents.
       * @example 1.0
       * @constant
       */
      specversion: '1.0';
      /**
       * @description The id of the event, the same in every repeat; unique together with `source`.
       * @example acme-nightly-1796094000
       */
      id: string;
      /**
       * @description The tenant in this installation.
       * @example https://carillon.example/tenants/ibm
       */
      source: string;
      /**
       * @description `carillon.run.finished`, `.failed`, `.aborted`, `.skipped` or `.missed`; `carillon.events.gap`: events may be missing before this place.
       * @example urn:carillon:problem:not-found
       */
      type: string;
      /**
       * @description The id of the run.
       * @example token:k3v9x2
       */
      subject?: string;
      /**
       * Format: date-time
       * @description When the run ended.
       * @example 2026-12-01T00:00:00.000Z
       */
      time: string;
      /**
       * @description The type of `data`.
       * @example application/json
       */
      datacontenttype: string;
      /**
       * @description The place of the event in the log. Texts of later events are greater.
       * @example 1796119224013000
       */
      sequence?: string;
      /**
       * @description The run at its end, without any text of its worker.
       * @example {
       *       "job": "c33d",
       *       "state": "FAILED",
       *       "reason": "IndexFailed",
       *       "exitCode": 3
       *     }
       */
      data: unknown;
    };
    NewChannel: {
      /**
       * @description The id within the tenant; rules of jobs refer to the channel as `channel:<id>`.
       * @example ops
       */
      id: string;
      /**
       * @description The tenant that the channel belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name.
       * @example Operations
       */
      name?: string;
      /**
       * @description The kind of the channel, and the fields that are needed to send to it.
       * @example {
       *       "type": "webhook",
       *       "url": "https://hooks.acme.example/carillon"
       *     }
       */
      target: components['schemas']['ChannelTarget'];
      /**
       * @description What the messages of this channel say. `${name}` stands for a value of the notice, escaped for its receiver; the rest is sent as it is written, so it may contain formats and mentions of the receiver. Values: `on`, `at`, `message`, `tenant`, `job.id`, `job.name`, `run.id`, `run.state`, `run.reason`, `run.message`, `run.exitCode`, `run.scheduledFor`, `run.started`, `run.finished`, `run.url`, `run.errorUrl`, `missed.count`, `missed.from`, `missed.to`, `incident.id`, `incident.url`, `incident.reason`, `incident.jobCount`. One that a notice does not have is empty.
       * @example {
       *       "title": "The object does not exist"
       *     }
       */
      template?: {
        /**
         * @description The title, such as `${job.name} ${on}`, in place of the message. Default: the message.
         * @example The object does not exist
         */
        title?: string;
        /**
         * @description The text, in place of the list of facts. Links to the run follow it as ever.
         * @example 412 MiB written
         */
        text?: string;
      };
    };
    ChannelReplacement: {
      /**
       * @description The display name.
       * @example Operations
       */
      name?: string;
      /**
       * @description The kind of the channel, and the fields that are needed to send to it.
       * @example {
       *       "type": "webhook",
       *       "url": "https://hooks.acme.example/carillon"
       *     }
       */
      target: components['schemas']['ChannelTarget'];
      /**
       * @description What the messages of this channel say. `${name}` stands for a value of the notice, escaped for its receiver; the rest is sent as it is written, so it may contain formats and mentions of the receiver. Values: `on`, `at`, `message`, `tenant`, `job.id`, `job.name`, `run.id`, `run.state`, `run.reason`, `run.message`, `run.exitCode`, `run.scheduledFor`, `run.started`, `run.finished`, `run.url`, `run.errorUrl`, `missed.count`, `missed.from`, `missed.to`, `incident.id`, `incident.url`, `incident.reason`, `incident.jobCount`. One that a notice does not have is empty.
       * @example {
       *       "title": "The object does not exist"
       *     }
       */
      template?: {
        /**
         * @description The title, such as `${job.name} ${on}`, in place of the message. Default: the message.
         * @example The object does not exist
         */
        title?: string;
        /**
         * @description The text, in place of the list of facts. Links to the run follow it as ever.
         * @example 412 MiB written
         */
        text?: string;
      };
    };
    ChannelTarget:
      | {
          /**
           * @description The kind of channel.
           * @example webhook
           * @constant
           */
          type: 'webhook';
          /**
           * @description The address to which each notice is sent by POST; its body is that of the webhook `notice`. A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example https://hooks.acme.example/carillon
           */
          url: '***' | string;
          /**
           * @description The secret by which each request is signed in the form of Standard Webhooks. Default: requests are not signed. A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
           */
          signingSecret?: '***' | string;
        }
      | {
          /**
           * @description The kind of channel.
           * @example email
           * @constant
           */
          type: 'email';
          /**
           * @description The mail server (SMTP).
           * @example mail.acme.example
           */
          host: string;
          /**
           * @description Its port. Default: 587.
           * @example 587
           */
          port?: number;
          /**
           * @description How the connection is encrypted. Default: `starttls`, which refuses a server that does not offer it.
           * @example starttls
           * @enum {string}
           */
          security?: 'starttls' | 'tls' | 'none';
          /**
           * @description The user name for the server; needs `password`.
           * @example carillon
           */
          user?: string;
          /**
           * @description The password of `user`. A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example of-the-mail-server
           */
          password?: '***' | string;
          /**
           * Format: email
           * @description The sender of the mail.
           * @example carillon@acme.example
           */
          from: string;
          /**
           * @description The recipients of the mail.
           * @example [
           *       "ops@acme.example"
           *     ]
           */
          to: string[];
        }
      | {
          /**
           * @description The kind of channel.
           * @example slack
           * @constant
           */
          type: 'slack';
          /**
           * @description The address of an incoming webhook of Slack. A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example https://hooks.acme.example/carillon
           */
          url: '***' | string;
        }
      | {
          /**
           * @description The kind of channel.
           * @example teams
           * @constant
           */
          type: 'teams';
          /**
           * @description The address of a workflow of Microsoft Teams that posts the messages that its webhook receives. A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example https://hooks.acme.example/carillon
           */
          url: '***' | string;
        }
      | {
          /**
           * @description The kind of channel.
           * @example discord
           * @constant
           */
          type: 'discord';
          /**
           * @description The address of a webhook of Discord. A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example https://hooks.acme.example/carillon
           */
          url: '***' | string;
        }
      | {
          /**
           * @description The kind of channel.
           * @example pagerduty
           * @constant
           */
          type: 'pagerduty';
          /**
           * @description The integration key of a service (Events API v2). A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example 0123456789abcdef0123456789abcdef
           */
          routingKey: '***' | string;
          /**
           * Format: uri
           * @description The address to which events are sent. Default: https://events.pagerduty.com/v2/enqueue.
           * @example https://hooks.acme.example/carillon
           */
          url?: string;
        }
      | {
          /**
           * @description The kind of channel.
           * @example opsgenie
           * @constant
           */
          type: 'opsgenie';
          /**
           * @description The key of an API integration. A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example of-the-integration
           */
          apiKey: '***' | string;
          /**
           * Format: uri
           * @description The origin of the API. Default: https://api.opsgenie.com.
           * @example https://hooks.acme.example/carillon
           */
          url?: string;
        }
      | {
          /**
           * @description The kind of channel.
           * @example ntfy
           * @constant
           */
          type: 'ntfy';
          /**
           * @description The topic. Without a token, everybody who knows its name can read and write it. A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example acme-nights
           */
          topic: '***' | string;
          /**
           * @description An access token, where the topic needs one. A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example carillon_k3v9x2_q2hHc0ZlAbCdEfGhIjKlMnOpQrStUv
           */
          token?: '***' | string;
          /**
           * Format: uri
           * @description The server. Default: https://ntfy.sh.
           * @example https://hooks.acme.example/carillon
           */
          url?: string;
        }
      | {
          /**
           * @description The kind of channel.
           * @example cloudevents
           * @constant
           */
          type: 'cloudevents';
          /**
           * @description The address to which each end of a run of the tenant is sent by POST, as an event of CloudEvents 1.0; notices also, where jobs, monitors or rules name the channel. A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example https://hooks.acme.example/carillon
           */
          url: '***' | string;
          /**
           * @description `structured`: each request has one event; `batch`: up to 100, as an array. Default: `structured`.
           * @example structured
           * @enum {string}
           */
          mode?: 'structured' | 'batch';
          /**
           * @description The secret by which each request is signed in the form of Standard Webhooks. Default: requests are not signed. A secret: it is shown as `***`, and `***` in a request leaves it unchanged.
           * @example whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=
           */
          signingSecret?: '***' | string;
        };
    RecentRuns: {
      /**
       * @description The id of the job.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description The runs, newest first.
       * @example [
       *       {
       *         "id": "acme-nightly-1796094000",
       *         "state": "FINISHED",
       *         "phase": "Completed",
       *         "reason": "AllIndexesSucceeded",
       *         "scheduledFor": "2026-12-01T03:00:00.000Z",
       *         "createdAt": "2026-12-01T00:00:00.000Z",
       *         "started": "2026-12-01T03:00:00.000Z",
       *         "finished": "2026-12-01T03:04:11.907Z"
       *       }
       *     ]
       */
      runs: {
        /**
         * @description The id of the run.
         * @example acme-nightly-1796094000
         */
        id: string;
        /**
         * @description The coarse state of the run.
         * @example FINISHED
         * @enum {string}
         */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /**
         * @description The phase of the run.
         * @example Completed
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
        /**
         * @description The reason for the phase, as a code.
         * @example AllIndexesSucceeded
         */
        reason: string;
        /**
         * @description The slot of the run; null for a run without a slot.
         * @example 2026-12-01T03:00:00.000Z
         */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When the run was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /**
         * @description When the first attempt of the run started; null before that.
         * @example 2026-12-01T03:00:00.000Z
         */
        started: string | null;
        /**
         * @description When the run ended; null before its end.
         * @example 2026-12-01T03:04:11.907Z
         */
        finished: string | null;
      }[];
    };
    Overview: {
      /**
       * Format: date-time
       * @description When these figures were read.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /**
       * Format: date-time
       * @description The instant from which runs and gaps are counted.
       * @example 2026-12-01T00:00:00.000Z
       */
      since: string;
      /**
       * Format: date-time
       * @description The instant from which runs are counted: `since`, or later if `isPartial`. Only runs that retention has kept are counted.
       * @example 2026-12-01T00:00:00.000Z
       */
      countedSince: string;
      /**
       * @description True if more than 1,000 runs were recorded since then; only the newest are counted.
       * @example true
       */
      isPartial: boolean;
      /**
       * @description How many runs are pending or running now; at most 5,000 are counted.
       * @example 1
       */
      active: number;
      /**
       * @description How many admitted runs have started and not ended; at most 5,000 are counted.
       * @example 0
       */
      running: number;
      /**
       * @description How many admitted runs have not started yet, without delayed ones; at most 5,000 are counted.
       * @example 0
       */
      pending: number;
      /**
       * @description How many runs wait for admission now, without delayed ones; at most 5,000 are counted.
       * @example 0
       */
      queued: number;
      /**
       * @description How many runs wait for a start time that lies ahead; at most 5,000 are counted.
       * @example 4
       */
      delayed: number;
      /**
       * @description Runs that ended, from the usage ledger: all of them, however long they are kept. A run that was aborted and resumed counts at each of its ends.
       * @example {
       *       "since": "2026-12-01T00:00:00.000Z",
       *       "until": "2026-12-01T00:00:00.000Z",
       *       "periodSeconds": 3600,
       *       "periods": [
       *         {
       *           "at": "2026-12-01T00:00:00.000Z",
       *           "finished": 41,
       *           "failed": 0,
       *           "aborted": 0,
       *           "slots": 39,
       *           "late": 0,
       *           "latenessMean": 0.1,
       *           "latenessMax": 0.4
       *         }
       *       ]
       *     }
       */
      ended: {
        /**
         * @description Since when all ends of runs are counted: the beginning of the first period, or later where counting began later; null while nothing counts.
         * @example 2026-12-01T00:00:00.000Z
         */
        since: string | null;
        /**
         * @description All ends up to here are counted, usually up to two minutes ago; null while nothing counts.
         * @example 2026-12-01T00:00:00.000Z
         */
        until: string | null;
        /**
         * @description How long a period is: an hour, or a day in UTC if more than 48 hours are covered.
         * @example 3600
         */
        periodSeconds: number;
        /**
         * @description The periods, oldest first; empty while nothing counts.
         * @example [
         *       {
         *         "at": "2026-12-01T00:00:00.000Z",
         *         "finished": 41,
         *         "failed": 0,
         *         "aborted": 0,
         *         "slots": 39,
         *         "late": 0,
         *         "latenessMean": 0.1,
         *         "latenessMax": 0.4
         *       }
         *     ]
         */
        periods: {
          /**
           * Format: date-time
           * @description The beginning of the period.
           * @example 2026-12-01T00:00:00.000Z
           */
          at: string;
          /**
           * @description How many runs ended with success.
           * @example 41
           */
          finished: number;
          /**
           * @description How many runs failed. In hours: also those of web services that were silent for too long.
           * @example 0
           */
          failed: number;
          /**
           * @description How many runs were aborted.
           * @example 0
           */
          aborted: number;
          /**
           * @description How many of them were of slots, without backfills, and started; null in days.
           * @example 39
           */
          slots: number | null;
          /**
           * @description How many of these started more than a minute after their slot; null in days.
           * @example 0
           */
          late: number | null;
          /**
           * @description The mean time from their slots to their starts, in seconds; null if there are none, and in days.
           * @example 0.1
           */
          latenessMean: number | null;
          /**
           * @description The longest time from a slot to the start of its run, in seconds; null if there are none, and in days.
           * @example 0.4
           */
          latenessMax: number | null;
        }[];
      };
      /**
       * @description Kept runs by the hour in which they were recorded, oldest first. `ended` counts all.
       * @example [
       *       {
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "finished": 41,
       *         "failed": 0,
       *         "other": 0,
       *         "latenessP50": 0.1,
       *         "latenessMax": 0.4
       *       }
       *     ]
       */
      hours: {
        /**
         * Format: date-time
         * @description The beginning of the hour.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description How many runs have succeeded.
         * @example 41
         */
        finished: number;
        /**
         * @description How many runs have failed.
         * @example 0
         */
        failed: number;
        /**
         * @description How many runs were aborted, or have not ended yet.
         * @example 0
         */
        other: number;
        /**
         * @description The median time from a slot to the start of its run, in seconds.
         * @example 0.1
         */
        latenessP50: number | null;
        /**
         * @description The longest time from a slot to the start of its run, in seconds; null if none started.
         * @example 0.4
         */
        latenessMax: number | null;
      }[];
      /**
       * @description How many jobs fail, that is, their newest result is a failure; at most 1,000 are counted.
       * @example 1
       */
      failingJobs: number;
      /**
       * @description The failed run of each job whose newest result is a failure, whenever that was, the latest first; at most 50. Runs that were aborted or ended on request are no results; jobs that are archived or deleted are left out.
       * @example [
       *       {
       *         "id": "acme-nightly-1796094000",
       *         "state": "FAILED",
       *         "phase": "Failed",
       *         "reason": "BackoffLimitExceeded",
       *         "scheduledFor": "2026-12-01T03:00:00.000Z",
       *         "createdAt": "2026-12-01T00:00:00.000Z",
       *         "started": "2026-12-01T03:00:00.000Z",
       *         "finished": "2026-12-01T03:04:11.907Z",
       *         "job": "acme-nightly",
       *         "jobName": "Nightly report",
       *         "tenant": "acme",
       *         "phaseSince": "2026-12-01T00:00:00.000Z",
       *         "message": "attempt 3 of main/0 failed: exit code 75",
       *         "failures": 2
       *       }
       *     ]
       */
      failing: {
        /**
         * @description The id of the run.
         * @example acme-nightly-1796094000
         */
        id: string;
        /**
         * @description The coarse state of the run.
         * @example FAILED
         * @enum {string}
         */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /**
         * @description The phase of the run.
         * @example Failed
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
        /**
         * @description The reason for the phase, as a code.
         * @example BackoffLimitExceeded
         */
        reason: string;
        /**
         * @description The slot of the run; null for a run without a slot.
         * @example 2026-12-01T03:00:00.000Z
         */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When the run was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /**
         * @description When the first attempt of the run started; null before that.
         * @example 2026-12-01T03:00:00.000Z
         */
        started: string | null;
        /**
         * @description When the run ended; null before its end.
         * @example 2026-12-01T03:04:11.907Z
         */
        finished: string | null;
        /**
         * @description The id of the job.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The name of the job.
         * @example Nightly report
         */
        jobName: string;
        /**
         * @description The tenant of the job.
         * @example acme
         */
        tenant: string;
        /**
         * Format: date-time
         * @description When the run entered its phase.
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        /**
         * @description The reason for the phase, as a sentence.
         * @example attempt 3 of main/0 failed: exit code 75
         */
        message: string;
        /**
         * @description How many kept runs of the job have failed since its last success; at most 1,000 are counted.
         * @example 2
         */
        failures: number;
      }[];
      /**
       * @description Runs that have waited for more than five minutes, and why.
       * @example [
       *       {
       *         "id": "acme-nightly-1796094000",
       *         "state": "QUEUED",
       *         "phase": "Queued",
       *         "reason": "GroupFull",
       *         "scheduledFor": "2026-12-01T03:00:00.000Z",
       *         "createdAt": "2026-12-01T00:00:00.000Z",
       *         "started": "2026-12-01T03:00:00.000Z",
       *         "finished": "2026-12-01T03:04:11.907Z",
       *         "job": "acme-nightly",
       *         "jobName": "Nightly report",
       *         "tenant": "acme",
       *         "phaseSince": "2026-12-01T00:00:00.000Z",
       *         "message": "the group nightly is full; place 3 in the queue of the job"
       *       }
       *     ]
       */
      waiting: {
        /**
         * @description The id of the run.
         * @example acme-nightly-1796094000
         */
        id: string;
        /**
         * @description The coarse state of the run.
         * @example QUEUED
         * @enum {string}
         */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /**
         * @description The phase of the run.
         * @example Queued
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
        /**
         * @description The reason for the phase, as a code.
         * @example GroupFull
         */
        reason: string;
        /**
         * @description The slot of the run; null for a run without a slot.
         * @example 2026-12-01T03:00:00.000Z
         */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When the run was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /**
         * @description When the first attempt of the run started; null before that.
         * @example 2026-12-01T03:00:00.000Z
         */
        started: string | null;
        /**
         * @description When the run ended; null before its end.
         * @example 2026-12-01T03:04:11.907Z
         */
        finished: string | null;
        /**
         * @description The id of the job.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The name of the job.
         * @example Nightly report
         */
        jobName: string;
        /**
         * @description The tenant of the job.
         * @example acme
         */
        tenant: string;
        /**
         * Format: date-time
         * @description When the run entered its phase.
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        /**
         * @description The reason for the phase, as a sentence.
         * @example the group nightly is full; place 3 in the queue of the job
         */
        message: string;
      }[];
      /**
       * @description Runs that take at least twice as long as is usual for their job, and at least a minute longer.
       * @example [
       *       {
       *         "id": "acme-nightly-1796094000",
       *         "state": "RUNNING",
       *         "phase": "Running",
       *         "reason": "AttemptStarted",
       *         "scheduledFor": "2026-12-01T03:00:00.000Z",
       *         "createdAt": "2026-12-01T00:00:00.000Z",
       *         "started": "2026-12-01T03:00:00.000Z",
       *         "finished": "2026-12-01T03:04:11.907Z",
       *         "job": "acme-nightly",
       *         "jobName": "Nightly report",
       *         "tenant": "acme",
       *         "phaseSince": "2026-12-01T00:00:00.000Z",
       *         "message": "",
       *         "usualSeconds": 240
       *       }
       *     ]
       */
      long: {
        /**
         * @description The id of the run.
         * @example acme-nightly-1796094000
         */
        id: string;
        /**
         * @description The coarse state of the run.
         * @example RUNNING
         * @enum {string}
         */
        state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /**
         * @description The phase of the run.
         * @example Running
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
        /**
         * @description The reason for the phase, as a code.
         * @example AttemptStarted
         */
        reason: string;
        /**
         * @description The slot of the run; null for a run without a slot.
         * @example 2026-12-01T03:00:00.000Z
         */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When the run was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /**
         * @description When the first attempt of the run started; null before that.
         * @example 2026-12-01T03:00:00.000Z
         */
        started: string | null;
        /**
         * @description When the run ended; null before its end.
         * @example 2026-12-01T03:04:11.907Z
         */
        finished: string | null;
        /**
         * @description The id of the job.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The name of the job.
         * @example Nightly report
         */
        jobName: string;
        /**
         * @description The tenant of the job.
         * @example acme
         */
        tenant: string;
        /**
         * Format: date-time
         * @description When the run entered its phase.
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        /**
         * @description The reason for the phase, as a sentence.
         * @example
         */
        message: string;
        /**
         * @description The usual duration of runs of the job, in seconds: the median of its recent successes, or that of its last one.
         * @example 240
         */
        usualSeconds: number;
      }[];
      /**
       * @description Slots that were missed or skipped since then, as ranges, without ranges that were backfilled completely. Those that a job leaves out as it is configured (`ConcurrencyForbidden`, `MinInterval`) or that have run before (`AlreadyRun`) come last.
       * @example [
       *       {
       *         "job": "acme-nightly",
       *         "jobName": "Nightly report",
       *         "tenant": "acme",
       *         "from": "2026-12-01T00:00:00.000Z",
       *         "to": "2026-12-01T00:00:00.000Z",
       *         "count": 3,
       *         "backfilled": 0,
       *         "outcome": "skipped",
       *         "reason": "Misfire",
       *         "message": "No scheduler was running in time."
       *       }
       *     ]
       */
      missed: {
        /**
         * @description The id of the job.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The name of the job.
         * @example Nightly report
         */
        jobName: string;
        /**
         * @description The tenant of the job.
         * @example acme
         */
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
        /**
         * @description How many slots the range has.
         * @example 3
         */
        count: number;
        /**
         * @description How many of the slots a backfill has run since.
         * @example 0
         */
        backfilled: number;
        /**
         * @description The outcome of the slots, which have no runs.
         * @example skipped
         * @enum {string}
         */
        outcome: 'skipped' | 'missed' | 'paused' | 'excluded';
        /**
         * @description The reason, as a code.
         * @example Misfire
         */
        reason: string;
        /**
         * @description The reason, as a sentence.
         * @example No scheduler was running in time.
         */
        message: string;
      }[];
      /**
       * @description The next slots.
       * @example [
       *       {
       *         "job": "acme-nightly",
       *         "jobName": "Nightly report",
       *         "tenant": "acme",
       *         "at": "2026-12-01T00:00:00.000Z"
       *       }
       *     ]
       */
      next: {
        /**
         * @description The id of the job.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The name of the job.
         * @example Nightly report
         */
        jobName: string;
        /**
         * @description The tenant of the job.
         * @example acme
         */
        tenant: string;
        /**
         * Format: date-time
         * @description The slot.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
      }[];
      /**
       * @description Runs by tenant.
       * @example [
       *       {
       *         "tenant": "acme",
       *         "active": 1,
       *         "queued": 0,
       *         "runs": 3,
       *         "ended": 43
       *       }
       *     ]
       */
      tenants: {
        /**
         * @description The id of the tenant.
         * @example acme
         */
        tenant: string;
        /**
         * @description How many runs are active now.
         * @example 1
         */
        active: number;
        /**
         * @description How many runs wait for admission now.
         * @example 0
         */
        queued: number;
        /**
         * @description How many kept runs were recorded since then, as far as they are counted.
         * @example 3
         */
        runs: number;
        /**
         * @description How many runs ended in the periods of `ended`.
         * @example 43
         */
        ended: number;
      }[];
    };
    Tenant: {
      /**
       * @description The id of the tenant.
       * @example acme
       */
      id: string;
      /**
       * @description The display name.
       * @example Acme
       */
      name: string;
      /**
       * @description How many admitted runs of the tenant may be unfinished at once; null is no limit.
       * @example 100
       */
      maxActiveRuns: number | null;
      /**
       * @description How many jobs the tenant may have; null is no limit.
       * @example 10000
       */
      maxJobs: number | null;
      /**
       * @description The Kubernetes namespace of pods of the tenant; null is the common namespace.
       * @example acme-jobs
       */
      namespace: string | null;
      /**
       * @description Hosts that web-service workers of the tenant may use; null: only the operator's allow list applies.
       * @example [
       *       "reports.acme.example"
       *     ]
       */
      webserviceHosts: string[] | null;
      /**
       * @description How long runs of jobs of the tenant are kept; a job can override each field.
       * @example {
       *       "successful": 100,
       *       "failed": 100,
       *       "maxAgeSeconds": 2592000,
       *       "archiveSeconds": 31536000
       *     }
       */
      retention: {
        /**
         * @description How many successful runs of a job are kept at most.
         * @example 100
         */
        successful: number;
        /**
         * @description How many unsuccessful runs of a job are kept at most.
         * @example 100
         */
        failed: number;
        /**
         * @description Runs that ended longer ago than this, in seconds, are removed.
         * @example 2592000
         */
        maxAgeSeconds: number;
        /**
         * @description Seconds for which the archive keeps removed runs; 0: runs are not archived.
         * @example 31536000
         */
        archiveSeconds: number;
      };
      /**
       * @description The number of permits of each concurrency group, by name; a group that is not listed has one permit.
       * @example {
       *       "nightly": 2
       *     }
       */
      groups: {
        [key: string]: number;
      };
      /**
       * @description The weight of the tenant, which decides its share of the permits and starts of each executor.
       * @example 2
       */
      weight: number;
      /**
       * @description The weights of the groups of the tenant; if there are none, runs of all groups wait in one queue.
       * @example {
       *       "nightly": 2
       *     }
       */
      groupWeights: {
        [key: string]: number;
      };
      /**
       * @description The part of an executor's permits, in percent, that the tenant may use at most; null is no limit.
       * @example 50
       */
      maxSharePercent: number | null;
      /**
       * @description Other tenants whose jobs may run after jobs of this tenant.
       * @example [
       *       "globex"
       *     ]
       */
      dependents: string[];
      /**
       * @description For whom jobs of the tenant may have identity tokens.
       * @example [
       *       "sts.amazonaws.com"
       *     ]
       */
      identityAudiences: string[];
      /**
       * @description How much log text is stored; null: the limits of the service apply.
       * @example {
       *       "maxBytesPerAttempt": 16777216,
       *       "maxBytesPerRun": 134217728
       *     }
       */
      logLimits: {
        /**
         * @description How many bytes of log text are stored of an attempt; null: the limit of the service applies.
         * @example 16777216
         */
        maxBytesPerAttempt: number | null;
        /**
         * @description How many bytes of log text are stored of a run; null: the limit of the service applies.
         * @example 134217728
         */
        maxBytesPerRun: number | null;
      } | null;
      /**
       * @description The paths that pod templates of the tenant may contain; null is the common list.
       * @example [
       *       "spec.priorityClassName"
       *     ]
       */
      podTemplatePaths: string[] | null;
      /**
       * @description The objects of the cluster to which jobs of the tenant may refer, in addition to those of their workers: objects by name or by labels, and keys (or key=value) of labels and annotations. Null: none. This is checked when a job is saved and before each attempt.
       * @example {
       *       "secrets": {
       *         "names": [
       *           "reports-database"
       *         ]
       *       }
       *     }
       */
      clusterAccess: {
        /**
         * @description Secrets of the tenant's namespace.
         * @example {
         *       "names": [
         *         "reports-database"
         *       ]
         *     }
         */
        secrets?: {
          /**
           * @description Names of objects.
           * @example [
           *       "reports-database"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description ConfigMaps of the tenant's namespace.
         * @example {
         *       "names": [
         *         "reports-settings"
         *       ]
         *     }
         */
        configMaps?: {
          /**
           * @description Names of objects.
           * @example [
           *       "reports-settings"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Volume claims of the tenant's namespace.
         * @example {
         *       "names": [
         *         "reports-data"
         *       ]
         *     }
         */
        persistentVolumeClaims?: {
          /**
           * @description Names of objects.
           * @example [
           *       "reports-data"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Persistent volumes, by name or label.
         * @example {
         *       "names": [
         *         "reports-2026"
         *       ]
         *     }
         */
        persistentVolumes?: {
          /**
           * @description Names of objects.
           * @example [
           *       "reports-2026"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Service accounts of the tenant's namespace.
         * @example {
         *       "names": [
         *         "reports"
         *       ]
         *     }
         */
        serviceAccounts?: {
          /**
           * @description Names of objects.
           * @example [
           *       "reports"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Priority classes.
         * @example {
         *       "names": [
         *         "batch"
         *       ]
         *     }
         */
        priorityClasses?: {
          /**
           * @description Names of objects.
           * @example [
           *       "batch"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Labels that pods of the tenant may have: a key, or key=value.
         * @example [
         *       "team=reports"
         *     ]
         */
        labels?: string[];
        /**
         * @description Annotations that pods of the tenant may have: a key, or key=value.
         * @example [
         *       "prometheus.io/scrape=true"
         *     ]
         */
        annotations?: string[];
      } | null;
      /**
       * Format: date-time
       * @description When the tenant was created.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
    };
    NewTenant: {
      /**
       * @description The id by which jobs, tokens and URLs refer to the tenant.
       * @example acme
       */
      id: string;
      /**
       * @description The display name. Default: the id.
       * @example Acme
       */
      name?: string;
      /**
       * @description How many admitted runs of the tenant may be unfinished at once; null is no limit.
       * @example 100
       */
      maxActiveRuns?: number | null;
      /**
       * @description How many jobs the tenant may have; null is no limit.
       * @example 10000
       */
      maxJobs?: number | null;
      /**
       * @description The Kubernetes namespace of pods of the tenant; null is the common namespace.
       * @example acme-jobs
       */
      namespace?: string | null;
      /**
       * @description Hosts that web-service workers of the tenant may use; null: only the operator's allow list applies.
       * @example [
       *       "reports.acme.example"
       *     ]
       */
      webserviceHosts?: string[] | null;
      /**
       * @description How long runs of jobs of the tenant are kept; a job can override each field.
       * @example {
       *       "successful": 100
       *     }
       */
      retention?: {
        /**
         * @description How many successful runs of a job are kept at most.
         * @example 100
         */
        successful?: number;
        /**
         * @description How many unsuccessful runs of a job are kept at most.
         * @example 100
         */
        failed?: number;
        /**
         * @description Runs that ended longer ago than this, in seconds, are removed.
         * @example 2592000
         */
        maxAgeSeconds?: number;
        /**
         * @description Seconds for which the archive keeps runs that are no longer in the database; 0: runs are not archived. Needs a cold store.
         * @example 31536000
         */
        archiveSeconds?: 0 | number;
      };
      /**
       * @description The paths that pod templates of workers, jobs and tasks of the tenant may contain; a path allows everything below it. Null: the list that conforms to the Pod Security level restricted.
       * @example [
       *       "spec.nodeSelector"
       *     ]
       */
      podTemplatePaths?: string[] | null;
      /**
       * @description The objects of the cluster to which jobs of the tenant may refer, in addition to those of their workers; null: none.
       * @example {
       *       "secrets": {
       *         "names": [
       *           "reports-database"
       *         ]
       *       }
       *     }
       */
      clusterAccess?: {
        /**
         * @description Secrets of the tenant's namespace.
         * @example {
         *       "names": [
         *         "reports-database"
         *       ]
         *     }
         */
        secrets?: {
          /**
           * @description Names of objects.
           * @example [
           *       "reports-database"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description ConfigMaps of the tenant's namespace.
         * @example {
         *       "names": [
         *         "reports-settings"
         *       ]
         *     }
         */
        configMaps?: {
          /**
           * @description Names of objects.
           * @example [
           *       "reports-settings"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Volume claims of the tenant's namespace.
         * @example {
         *       "names": [
         *         "reports-data"
         *       ]
         *     }
         */
        persistentVolumeClaims?: {
          /**
           * @description Names of objects.
           * @example [
           *       "reports-data"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Persistent volumes, by name or label.
         * @example {
         *       "names": [
         *         "reports-2026"
         *       ]
         *     }
         */
        persistentVolumes?: {
          /**
           * @description Names of objects.
           * @example [
           *       "reports-2026"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Service accounts of the tenant's namespace.
         * @example {
         *       "names": [
         *         "reports"
         *       ]
         *     }
         */
        serviceAccounts?: {
          /**
           * @description Names of objects.
           * @example [
           *       "reports"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Priority classes.
         * @example {
         *       "names": [
         *         "batch"
         *       ]
         *     }
         */
        priorityClasses?: {
          /**
           * @description Names of objects.
           * @example [
           *       "batch"
           *     ]
           */
          names?: string[];
          /**
           * @description The labels that an object must have, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Labels that pods of the tenant may have: a key, or key=value.
         * @example [
         *       "team=reports"
         *     ]
         */
        labels?: string[];
        /**
         * @description Annotations that pods of the tenant may have: a key, or key=value.
         * @example [
         *       "prometheus.io/scrape=true"
         *     ]
         */
        annotations?: string[];
      } | null;
      /**
       * @description For whom jobs of the tenant may have identity tokens (`identity.audience`). Who is named here can be told by the jobs who they are. Default: nobody.
       * @example [
       *       "sts.amazonaws.com"
       *     ]
       */
      identityAudiences?: string[];
      /**
       * @description The number of permits of each concurrency group, by name; a group that is not listed has one permit.
       * @example {
       *       "nightly": 2
       *     }
       */
      groups?: {
        [key: string]: number;
      };
      /**
       * @description The weight of the tenant, which decides its share of each executor's permits and starts among the tenants that have runs there, 1 to 1000. Default: 1.
       * @example 2
       */
      weight?: number;
      /**
       * @description The weights of the tenant's groups, which decide their shares of `maxActiveRuns` and of the tenant's starts, 1 to 1000. A group that is not listed has the weight 1, and so have all jobs without a group together. If no weight is given, runs of all groups wait in one queue.
       * @example {
       *       "nightly": 3
       *     }
       */
      groupWeights?: {
        [key: string]: number;
      };
      /**
       * @description The part of the permits of an engine or a worker on one executor, in percent, that the tenant may use at most, even while others are idle; null is no limit.
       * @example 50
       */
      maxSharePercent?: number | null;
      /**
       * @description Other tenants whose jobs may run after jobs of this tenant and receive their results and outputs. Default: none.
       * @example [
       *       "reports"
       *     ]
       */
      dependents?: string[];
      /**
       * @description How much log text is stored, in bytes; null: the limits of the service apply, which are never exceeded.
       * @example {
       *       "maxBytesPerAttempt": 16777216
       *     }
       */
      logLimits?: {
        /**
         * @description How many bytes of log text are stored of an attempt.
         * @example 16777216
         */
        maxBytesPerAttempt?: number | null;
        /**
         * @description How many bytes of log text are stored of a run.
         * @example 134217728
         */
        maxBytesPerRun?: number | null;
      } | null;
    };
    Token: {
      /**
       * @description The id of the token, which is not secret.
       * @example k3v9x2
       */
      id: string;
      /**
       * @description The name of the token, which says what it is for.
       * @example Continuous integration
       */
      name: string;
      /**
       * @description The roles of the token, by tenant.
       * @example [
       *       {
       *         "tenant": "acme",
       *         "role": "viewer"
       *       }
       *     ]
       */
      roles: {
        /**
         * @description A tenant; `*` is every tenant.
         * @example acme
         */
        tenant: string;
        /**
         * @description The role in the tenant; each role includes the roles before it.
         * @example viewer
         * @enum {string}
         */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
      /**
       * Format: date-time
       * @description When the token was created.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * @description The name of the caller who created the token.
       * @example ada
       */
      createdBy: string;
      /**
       * @description When the token expires; null: never.
       * @example 2027-03-01T00:00:00.000Z
       */
      expiresAt: string | null;
      /**
       * @description The identity of the caller who created the token, as `subject` in `/me`; null: not known. If that caller is a token that is revoked with its descendants, this token is revoked, too.
       * @example ada
       */
      madeBy: string | null;
      /**
       * @description When the token was last used, exact to the minute; null if it was not used.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastUsedAt: string | null;
    };
    NewToken: {
      /**
       * @description The id of the token, which is not secret.
       * @example k3v9x2
       */
      id: string;
      /**
       * @description The name of the token, which says what it is for.
       * @example Continuous integration
       */
      name: string;
      /**
       * @description The roles of the token, by tenant.
       * @example [
       *       {
       *         "tenant": "acme",
       *         "role": "viewer"
       *       }
       *     ]
       */
      roles: {
        /**
         * @description A tenant; `*` is every tenant.
         * @example acme
         */
        tenant: string;
        /**
         * @description The role in the tenant; each role includes the roles before it.
         * @example viewer
         * @enum {string}
         */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
      /**
       * Format: date-time
       * @description When the token was created.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * @description The name of the caller who created the token.
       * @example ada
       */
      createdBy: string;
      /**
       * @description When the token expires; null: never.
       * @example 2027-03-01T00:00:00.000Z
       */
      expiresAt: string | null;
      /**
       * @description The identity of the caller who created the token, as `subject` in `/me`; null: not known. If that caller is a token that is revoked with its descendants, this token is revoked, too.
       * @example ada
       */
      madeBy: string | null;
      /**
       * @description When the token was last used, exact to the minute; null if it was not used.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastUsedAt: string | null;
      /**
       * @description The token itself; it is shown only in this answer.
       * @example carillon_k3v9x2_q2hHc0ZlAbCdEfGhIjKlMnOpQrStUv
       */
      token: string;
    };
    Caller: {
      /**
       * @description The stable identity of the caller, as in the audit, such as `token:<id>`.
       * @example token:k3v9x2
       */
      subject: string;
      /**
       * @description The name of the caller.
       * @example ada
       */
      name: string;
      /**
       * @description The roles of the caller, by tenant.
       * @example [
       *       {
       *         "tenant": "acme",
       *         "role": "viewer"
       *       }
       *     ]
       */
      roles: {
        /**
         * @description A tenant; `*` is every tenant.
         * @example acme
         */
        tenant: string;
        /**
         * @description The role in the tenant; each role includes the roles before it.
         * @example viewer
         * @enum {string}
         */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
    };
    Calendar: {
      /**
       * @description The id within the tenant; `schedule.exclude` refers to the calendar by it.
       * @example holidays
       */
      id: string;
      /**
       * @description The tenant that the calendar belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name.
       * @example Public holidays
       */
      name?: string;
      /**
       * @description IANA zone in which dates and times of day are read. Default: UTC.
       * @example Europe/Prague
       */
      timezone?: string;
      /**
       * @description Whole days that are excluded: of one year, such as `2026-12-24`, or of every year, such as `12-25`; `02-29` is a day of leap years.
       * @example [
       *       "2026-12-24",
       *       "12-25"
       *     ]
       */
      dates?: string[];
      /**
       * @description Cron expressions; the instants that they yield are excluded.
       * @example [
       *       "0 0 1 1 *"
       *     ]
       */
      cron?: string[];
      /**
       * @description Windows of the week that are excluded.
       * @example [
       *       {
       *         "days": [
       *           "mon"
       *         ],
       *         "from": "08:30",
       *         "to": "24:00"
       *       }
       *     ]
       */
      weekly?: {
        /**
         * @description Days of the week.
         * @example [
         *       "mon"
         *     ]
         */
        days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the window begins.
         * @example 08:30
         */
        from: string;
        /**
         * @description Time of day at which the window ends, not included; later than `from`.
         * @example 24:00
         */
        to: string;
      }[];
      /**
       * @description Text of an iCalendar file (RFC 5545), at most 131072 characters: the times of the events in it are excluded.
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
       * @description Whole days, as in `dates`, that are not excluded even if another field excludes them, such as a Saturday that is a working day.
       * @example [
       *       "2026-10-10"
       *     ]
       */
      include?: string[];
      /**
       * Format: date-time
       * @description When the calendar was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description The name of the caller who made the last change.
       * @example ada
       */
      updatedBy: string;
    };
    NewCalendar: {
      /**
       * @description The id within the tenant; `schedule.exclude` refers to the calendar by it.
       * @example holidays
       */
      id: string;
      /**
       * @description The tenant that the calendar belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description The display name.
       * @example Public holidays
       */
      name?: string;
      /**
       * @description IANA zone in which dates and times of day are read. Default: UTC.
       * @example Europe/Prague
       */
      timezone?: string;
      /**
       * @description Whole days that are excluded: of one year, such as `2026-12-24`, or of every year, such as `12-25`; `02-29` is a day of leap years.
       * @example [
       *       "2026-12-24",
       *       "12-25"
       *     ]
       */
      dates?: string[];
      /**
       * @description Cron expressions; the instants that they yield are excluded.
       * @example [
       *       "0 0 1 1 *"
       *     ]
       */
      cron?: string[];
      /**
       * @description Windows of the week that are excluded.
       * @example [
       *       {
       *         "days": [
       *           "mon"
       *         ],
       *         "from": "08:30",
       *         "to": "24:00"
       *       }
       *     ]
       */
      weekly?: {
        /**
         * @description Days of the week.
         * @example [
         *       "mon"
         *     ]
         */
        days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the window begins.
         * @example 08:30
         */
        from: string;
        /**
         * @description Time of day at which the window ends, not included; later than `from`.
         * @example 24:00
         */
        to: string;
      }[];
      /**
       * @description Text of an iCalendar file (RFC 5545), at most 131072 characters: the times of the events in it are excluded.
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
       * @description Whole days, as in `dates`, that are not excluded even if another field excludes them, such as a Saturday that is a working day.
       * @example [
       *       "2026-10-10"
       *     ]
       */
      include?: string[];
    };
    CalendarReplacement: {
      /**
       * @description The display name.
       * @example Public holidays
       */
      name?: string;
      /**
       * @description IANA zone in which dates and times of day are read. Default: UTC.
       * @example Europe/Prague
       */
      timezone?: string;
      /**
       * @description Whole days that are excluded: of one year, such as `2026-12-24`, or of every year, such as `12-25`; `02-29` is a day of leap years.
       * @example [
       *       "2026-12-24",
       *       "12-25"
       *     ]
       */
      dates?: string[];
      /**
       * @description Cron expressions; the instants that they yield are excluded.
       * @example [
       *       "0 0 1 1 *"
       *     ]
       */
      cron?: string[];
      /**
       * @description Windows of the week that are excluded.
       * @example [
       *       {
       *         "days": [
       *           "mon"
       *         ],
       *         "from": "08:30",
       *         "to": "24:00"
       *       }
       *     ]
       */
      weekly?: {
        /**
         * @description Days of the week.
         * @example [
         *       "mon"
         *     ]
         */
        days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        /**
         * @description Time of day at which the window begins.
         * @example 08:30
         */
        from: string;
        /**
         * @description Time of day at which the window ends, not included; later than `from`.
         * @example 24:00
         */
        to: string;
      }[];
      /**
       * @description Text of an iCalendar file (RFC 5545), at most 131072 characters: the times of the events in it are excluded.
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
       * @description Whole days, as in `dates`, that are not excluded even if another field excludes them, such as a Saturday that is a working day.
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
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "acme-reports",
       *         "version": 3,
       *         "name": "Reports",
       *         "engine": "kubernetes",
       *         "httpHeaders": {
       *           "x-source": "carillon"
       *         },
       *         "createdAt": "2026-12-01T00:00:00.000Z",
       *         "updatedAt": "2026-12-01T00:00:00.000Z",
       *         "updatedBy": "ada"
       *       }
       *     ]
       */
      items: components['schemas']['Worker'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    ListJobsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "acme-nightly",
       *         "version": 3,
       *         "tenant": "acme",
       *         "name": "Nightly report",
       *         "worker": "acme-reports",
       *         "labels": {
       *           "team": "reports"
       *         },
       *         "enabled": true,
       *         "owners": [
       *           "ada@acme.example"
       *         ],
       *         "parameters": {
       *           "rows": 1000
       *         },
       *         "secureParameters": {
       *           "password": "of-the-database"
       *         },
       *         "httpHeaders": {
       *           "x-source": "carillon"
       *         },
       *         "createdAt": "2026-12-01T00:00:00.000Z",
       *         "updatedAt": "2026-12-01T00:00:00.000Z",
       *         "updatedBy": "ada",
       *         "paused": {
       *           "by": "ada",
       *           "at": "2026-12-01T00:00:00.000Z",
       *           "note": "The source system is being moved."
       *         },
       *         "status": {
       *           "nextSlot": "2026-12-01T00:00:00.000Z",
       *           "lastSlot": "2026-12-01T00:00:00.000Z",
       *           "lastSuccessStart": "2026-12-01T00:00:00.000Z",
       *           "lastSuccessFinish": "2026-12-01T00:00:00.000Z",
       *           "activeRuns": 1,
       *           "queuedRuns": 0,
       *           "delayedRuns": 0
       *         }
       *       }
       *     ]
       */
      items: components['schemas']['Job'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
      /**
       * @description The number of all items; only if it was requested.
       * @example {
       *       "count": 3,
       *       "exact": true
       *     }
       */
      total?: {
        /**
         * @description How many items all pages have together.
         * @example 3
         */
        count: number;
        /**
         * @description False where the count is an estimate.
         * @example true
         */
        exact: boolean;
      };
    };
    ListJobVersionsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "version": 3,
       *         "savedAt": "2026-12-01T00:00:00.000Z",
       *         "savedBy": "ada",
       *         "current": true,
       *         "job": {
       *           "tenant": "acme",
       *           "name": "Nightly report",
       *           "worker": "acme-reports",
       *           "labels": {
       *             "team": "reports"
       *           },
       *           "enabled": true,
       *           "owners": [
       *             "ada@acme.example"
       *           ],
       *           "parameters": {
       *             "rows": 1000
       *           },
       *           "secureParameters": {
       *             "password": "of-the-database"
       *           },
       *           "httpHeaders": {
       *             "x-source": "carillon"
       *           }
       *         }
       *       }
       *     ]
       */
      items: components['schemas']['JobVersion'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    DiffJobVersionsAnswer: {
      /**
       * @description The earlier version.
       * @example 1
       */
      from: number;
      /**
       * @description The later version.
       * @example 3
       */
      to: number;
      /**
       * @description The changes, in the order in which they are applied; empty if nothing differs.
       * @example [
       *       {
       *         "op": "add",
       *         "path": "/cron"
       *       }
       *     ]
       */
      changes: {
        /**
         * @description The operation on the value at `path`.
         * @example add
         * @enum {string}
         */
        op: 'add' | 'remove' | 'replace';
        /**
         * @description The place in the job, as a JSON Pointer (RFC 6901).
         * @example /cron
         */
        path: string;
        /**
         * @description The value after; none with `remove`.
         * @example {
         *       "lastRow": 1204
         *     }
         */
        value?: components['schemas']['JsonValue'];
        /**
         * @description The value before; none with `add`.
         * @example 0 3 * * *
         */
        before?: components['schemas']['JsonValue'];
      }[];
    };
    RollbackJobBody: {
      /**
       * @description The version to restore.
       * @example 3
       */
      version: number;
    };
    PauseJobBody: {
      /**
       * @description The reason, for people; shown with the job.
       * @example The source system is being moved.
       */
      note?: string;
      /**
       * @description True: the job is also archived, so that lists leave it out unless archived jobs are requested. Default: false.
       * @example true
       */
      archive?: boolean;
    };
    ResumeJobBody: Record<string, never>;
    JobBatchBody: {
      /**
       * @description The jobs, each as the body of `POST /jobs`; the answer has the same order.
       * @example [
       *       {
       *         "tenant": "acme",
       *         "name": "Nightly report",
       *         "worker": "acme-reports",
       *         "cron": "0 3 * * *"
       *       }
       *     ]
       */
      jobs: components['schemas']['JsonObject'][];
    };
    JobBatchAnswer: {
      /**
       * @description How many jobs are created.
       * @example 1
       */
      created: number;
      /**
       * @description How many jobs are refused.
       * @example 0
       */
      refused: number;
      /**
       * @description One item for each of `jobs`, in their order.
       * @example [
       *       {
       *         "status": 201,
       *         "id": "acme-nightly-1796094000",
       *         "version": 3,
       *         "etag": "\"1\""
       *       }
       *     ]
       */
      items: (
        | {
            /**
             * @description The job is created.
             * @example 201
             * @constant
             */
            status: 201;
            /**
             * @description The id of the job.
             * @example acme-nightly-1796094000
             */
            id: string;
            /**
             * @description The version of the job: 1, unless a deleted job had the same id.
             * @example 3
             */
            version: number;
            /**
             * @description The `ETag` of the job: the revision that `If-Match` of a later change names.
             * @example "1"
             */
            etag: string;
            /**
             * @description True: the scheduler has not confirmed yet that it uses the job; it finds the job by itself.
             * @example true
             * @constant
             */
            pending?: true;
          }
        | {
            /**
             * @description The HTTP status that a request for this item alone would have: 404, 409 and so on.
             * @example 200
             */
            status: number;
            /**
             * @description The error code.
             * @example NOT_FOUND
             */
            code: string;
            /**
             * @description The cause of the error, as a sentence.
             * @example there is no job acme-nightly
             */
            detail: string;
            /**
             * @description The errors of single fields, if they are known.
             * @example [
             *       {
             *         "path": "schedule.cron",
             *         "message": "has 4 fields, not 5, 6 or 7"
             *       }
             *     ]
             */
            errors?: {
              /**
               * @description The field, within the item.
               * @example schedule.cron
               */
              path: string;
              /**
               * @description What is wrong with the field.
               * @example has 4 fields, not 5, 6 or 7
               */
              message: string;
            }[];
          }
      )[];
    };
    RunJobAnswer: {
      /**
       * @description The run that was recorded, or of which the request became a part.
       * @example {
       *       "id": "acme-nightly-1796094000",
       *       "job": "acme-nightly",
       *       "jobName": "Nightly report",
       *       "jobVersion": 3,
       *       "tenant": "acme",
       *       "worker": "acme-reports",
       *       "engine": "kubernetes",
       *       "trigger": "schedule",
       *       "requestedBy": "ada",
       *       "scheduledFor": "2026-12-01T03:00:00.000Z",
       *       "startAfter": "2026-12-01T00:00:00.000Z",
       *       "priority": 10,
       *       "limitKey": "42",
       *       "createdAt": "2026-12-01T00:00:00.000Z",
       *       "started": "2026-12-01T03:00:00.000Z",
       *       "finished": "2026-12-01T03:04:11.907Z",
       *       "state": "FINISHED",
       *       "phase": "Completed",
       *       "reason": "AllIndexesSucceeded",
       *       "message": "Every index has succeeded.",
       *       "exitCode": 0,
       *       "generation": 0,
       *       "retries": 0,
       *       "preemptions": 0,
       *       "phaseSince": "2026-12-01T00:00:00.000Z",
       *       "minAvailable": 2,
       *       "archived": true,
       *       "rerunOf": "acme-nightly-1796007600",
       *       "backfill": "01kbcx0000zq4m8r2v6y1t5w9a",
       *       "errorGroup": "5f0c9e1d2b3a4c5d6e7f8a9b",
       *       "requests": {
       *         "by": "debounce",
       *         "key": "order-4711",
       *         "count": 12,
       *         "open": true,
       *         "firstAt": "2026-12-01T00:00:00.000Z",
       *         "lastAt": "2026-12-01T00:00:00.000Z"
       *       },
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
       *           "failedIndexes": "0"
       *         }
       *       ]
       *     }
       */
      run: components['schemas']['Run'];
      /**
       * @description True: the run is that of an earlier request with the same key, and was not changed.
       * @example true
       * @constant
       */
      duplicate?: true;
    };
    ListSlotsAnswer: {
      /**
       * @description The slots, oldest first.
       * @example [
       *       {
       *         "nominal": "2026-12-01T00:00:00.000Z",
       *         "effective": "2026-12-01T00:00:00.000Z",
       *         "flags": [
       *           "dst-gap"
       *         ]
       *       }
       *     ]
       */
      slots: {
        /**
         * Format: date-time
         * @description The slot itself.
         * @example 2026-12-01T00:00:00.000Z
         */
        nominal: string;
        /**
         * Format: date-time
         * @description When the run of the slot is to start: the slot plus the jitter of the job.
         * @example 2026-12-01T00:00:00.000Z
         */
        effective: string;
        /**
         * @description Special properties of the slot: a change of the clock moved or doubled it, or a calendar excludes it.
         * @example [
         *       "dst-gap"
         *     ]
         */
        flags: (
          | 'dst-gap'
          | 'dst-overlap'
          | 'excluded'
          | 'outside-window'
          | 'moved-to-window'
          | 'moved-by-calendar'
          | 'too-soon'
        )[];
        /**
         * @description The outcome of the slot; left out for a slot in the future, and where nothing is stored about the slot any more.
         * @example {
         *       "state": "FINISHED",
         *       "run": "acme-nightly-1796094000",
         *       "reason": "AllIndexesSucceeded",
         *       "message": "Every index has succeeded.",
         *       "backfill": {
         *         "run": "acme-nightly-1796094000",
         *         "state": "FINISHED"
         *       }
         *     }
         */
        outcome?: {
          /**
           * @description The state of the slot's run, or SKIPPED or MISSED; null if it is no longer known.
           * @example FINISHED
           */
          state: ('QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED') | null;
          /**
           * @description The id of the slot's run; null where there is none.
           * @example acme-nightly-1796094000
           */
          run: string | null;
          /**
           * @description The reason, as a code.
           * @example AllIndexesSucceeded
           */
          reason: string;
          /**
           * @description The reason, as a sentence.
           * @example Every index has succeeded.
           */
          message: string;
          /**
           * @description The run that the newest backfill of the slot started; null if there is none.
           * @example {
           *       "run": "acme-nightly-1796094000",
           *       "state": "FINISHED"
           *     }
           */
          backfill: {
            /**
             * @description The id of the run.
             * @example acme-nightly-1796094000
             */
            run: string;
            /**
             * @description The state of the run.
             * @example FINISHED
             * @enum {string}
             */
            state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
          } | null;
        };
      }[];
    };
    ListGapsAnswer: {
      /**
       * @description Ranges of slots, oldest first.
       * @example [
       *       {
       *         "from": "2026-12-01T00:00:00.000Z",
       *         "to": "2026-12-01T00:00:00.000Z",
       *         "count": 3,
       *         "backfilled": 0,
       *         "outcome": "skipped",
       *         "reason": "Paused",
       *         "message": "The job was paused."
       *       }
       *     ]
       */
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
        /**
         * @description How many slots the range has.
         * @example 3
         */
        count: number;
        /**
         * @description How many of the slots a backfill has run since.
         * @example 0
         */
        backfilled: number;
        /**
         * @description The outcome of the slots, which have no runs.
         * @example skipped
         * @enum {string}
         */
        outcome: 'skipped' | 'missed' | 'paused' | 'excluded';
        /**
         * @description The reason, as a code.
         * @example Paused
         */
        reason: string;
        /**
         * @description The reason, as a sentence.
         * @example The job was paused.
         */
        message: string;
      }[];
    };
    PreviewScheduleBody: {
      /**
       * @description The schedule to preview.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
      schedule: components['schemas']['Schedule'];
      /**
       * @description The tenant of the calendars in `exclude`.
       * @example acme
       */
      tenant?: string;
      /**
       * @description How many slots.
       * @default 20
       * @example 3
       */
      count?: number;
      /**
       * Format: date-time
       * @description Only slots from this instant on. Default: now.
       * @example 2026-11-30T03:00:00.000Z
       */
      from?: string;
    };
    PreviewScheduleAnswer: {
      /**
       * @description The slots, oldest first.
       * @example [
       *       {
       *         "nominal": "2026-12-01T00:00:00.000Z",
       *         "effective": "2026-12-01T00:00:00.000Z",
       *         "flags": [
       *           "dst-gap"
       *         ]
       *       }
       *     ]
       */
      slots: {
        /**
         * Format: date-time
         * @description The slot itself.
         * @example 2026-12-01T00:00:00.000Z
         */
        nominal: string;
        /**
         * Format: date-time
         * @description When the run of the slot is to start: the slot plus the jitter of the job.
         * @example 2026-12-01T00:00:00.000Z
         */
        effective: string;
        /**
         * @description Special properties of the slot: a change of the clock moved or doubled it, or a calendar excludes it.
         * @example [
         *       "dst-gap"
         *     ]
         */
        flags: (
          | 'dst-gap'
          | 'dst-overlap'
          | 'excluded'
          | 'outside-window'
          | 'moved-to-window'
          | 'moved-by-calendar'
          | 'too-soon'
        )[];
      }[];
    };
    StartBackfillBody: {
      /**
       * Format: date-time
       * @description The beginning of the range, included.
       * @example 2026-11-30T03:00:00.000Z
       */
      from: string;
      /**
       * Format: date-time
       * @description The end of the range, included.
       * @example 2026-12-01T03:00:00.000Z
       */
      to: string;
      /**
       * @description True: the jobs that run after the job run for these slots, too. Default: false.
       * @default false
       * @example false
       */
      downstream?: boolean;
      /**
       * @description True: no run is created; the answer lists the slots.
       * @default false
       * @example false
       */
      dryRun?: boolean;
      /**
       * @description The concurrency policy that replaces that of the job; `Allow` runs the slots in addition to all other runs.
       * @example Allow
       * @enum {string}
       */
      concurrencyPolicy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
      /**
       * @description How many runs are recorded in a minute at most.
       * @default 60
       * @example 60
       */
      maxPerMinute?: number;
    };
    StartBackfillAnswer: {
      /**
       * @description The backfill; null for a dry run.
       * @example {
       *       "id": "01kbcx0000zq4m8r2v6y1t5w9a",
       *       "job": "acme-nightly",
       *       "from": "2026-12-01T00:00:00.000Z",
       *       "to": "2026-12-01T00:00:00.000Z",
       *       "state": "Running",
       *       "message": "",
       *       "concurrencyPolicy": "Allow",
       *       "maxPerMinute": 60,
       *       "slots": {
       *         "total": 24,
       *         "made": 24
       *       },
       *       "downstream": true,
       *       "requestedBy": "ada",
       *       "createdAt": "2026-12-01T00:00:00.000Z",
       *       "finishedAt": "2026-12-01T00:00:00.000Z"
       *     }
       */
      backfill: components['schemas']['GetBackfillAnswer'] | null;
      /**
       * @description The slots, as nominal times, oldest first.
       * @example [
       *       "2026-12-01T00:00:00.000Z"
       *     ]
       */
      slots: string[];
    };
    ListBackfillsAnswer: {
      /**
       * @description The backfills, newest first.
       * @example [
       *       {
       *         "id": "01kbcx0000zq4m8r2v6y1t5w9a",
       *         "job": "acme-nightly",
       *         "from": "2026-12-01T00:00:00.000Z",
       *         "to": "2026-12-01T00:00:00.000Z",
       *         "state": "Running",
       *         "message": "",
       *         "concurrencyPolicy": "Allow",
       *         "maxPerMinute": 60,
       *         "slots": {
       *           "total": 24,
       *           "made": 24
       *         },
       *         "downstream": true,
       *         "requestedBy": "ada",
       *         "createdAt": "2026-12-01T00:00:00.000Z",
       *         "finishedAt": "2026-12-01T00:00:00.000Z"
       *       }
       *     ]
       */
      items: components['schemas']['GetBackfillAnswer'][];
    };
    GetBackfillAnswer: {
      /**
       * @description The id of the backfill.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      id: string;
      /**
       * @description The id of the job.
       * @example acme-nightly
       */
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
       * @description The state of the backfill.
       * @example Running
       * @enum {string}
       */
      state: 'Running' | 'Completed' | 'Cancelled';
      /**
       * @description What delays the backfill, or how it ended; empty if there is nothing to add.
       * @example
       */
      message: string;
      /**
       * @description The concurrency policy that replaces that of the job; null: that of the job applies.
       * @example Allow
       */
      concurrencyPolicy: ('Allow' | 'Forbid' | 'Enqueue' | 'Replace') | null;
      /**
       * @description How many runs are recorded in a minute at most.
       * @example 60
       */
      maxPerMinute: number;
      /**
       * @description The progress of the backfill.
       * @example {
       *       "total": 24,
       *       "made": 24
       *     }
       */
      slots: {
        /**
         * @description How many slots the range has.
         * @example 24
         */
        total: number;
        /**
         * @description How many of the slots have got a run.
         * @example 24
         */
        made: number;
      };
      /**
       * @description Whether the jobs that run after the job run for these slots, too.
       * @example true
       */
      downstream: boolean;
      /**
       * @description The name of the caller who requested the backfill.
       * @example ada
       */
      requestedBy: string;
      /**
       * Format: date-time
       * @description When the backfill was requested.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * @description When the backfill ended; null before its end.
       * @example 2026-12-01T00:00:00.000Z
       */
      finishedAt: string | null;
    };
    CancelBackfillBody: Record<string, never>;
    ListRunsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "acme-nightly-1796094000",
       *         "job": "acme-nightly",
       *         "jobName": "Nightly report",
       *         "jobVersion": 3,
       *         "tenant": "acme",
       *         "worker": "acme-reports",
       *         "engine": "kubernetes",
       *         "trigger": "schedule",
       *         "requestedBy": "ada",
       *         "scheduledFor": "2026-12-01T03:00:00.000Z",
       *         "startAfter": "2026-12-01T00:00:00.000Z",
       *         "priority": 10,
       *         "limitKey": "42",
       *         "createdAt": "2026-12-01T00:00:00.000Z",
       *         "started": "2026-12-01T03:00:00.000Z",
       *         "finished": "2026-12-01T03:04:11.907Z",
       *         "state": "FINISHED",
       *         "phase": "Completed",
       *         "reason": "AllIndexesSucceeded",
       *         "message": "Every index has succeeded.",
       *         "exitCode": 0,
       *         "generation": 0,
       *         "retries": 0,
       *         "preemptions": 0,
       *         "phaseSince": "2026-12-01T00:00:00.000Z",
       *         "minAvailable": 2,
       *         "archived": true,
       *         "rerunOf": "acme-nightly-1796007600",
       *         "backfill": "01kbcx0000zq4m8r2v6y1t5w9a",
       *         "errorGroup": "5f0c9e1d2b3a4c5d6e7f8a9b",
       *         "requests": {
       *           "by": "debounce",
       *           "key": "order-4711",
       *           "count": 12,
       *           "open": true,
       *           "firstAt": "2026-12-01T00:00:00.000Z",
       *           "lastAt": "2026-12-01T00:00:00.000Z"
       *         },
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
       *             "failedIndexes": "0"
       *           }
       *         ]
       *       }
       *     ]
       */
      items: components['schemas']['Run'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
      /**
       * @description The number of all items; only if it was requested.
       * @example {
       *       "count": 3,
       *       "exact": true
       *     }
       */
      total?: {
        /**
         * @description How many items all pages have together.
         * @example 3
         */
        count: number;
        /**
         * @description False where the count is an estimate.
         * @example true
         */
        exact: boolean;
      };
    };
    RunBatchBody: {
      /**
       * @description The runs; the answer has the same order.
       * @example [
       *       {
       *         "job": "acme-nightly"
       *       }
       *     ]
       */
      runs: {
        /**
         * @description If both are objects, these parameters override those of the job name by name; otherwise they replace them.
         * @example {
         *       "rows": 1000
         *     }
         */
        parameters?: components['schemas']['JsonValue'];
        /**
         * @description If both are objects, these parameters override those of the job name by name; otherwise they replace them. Stored encrypted.
         * @example {
         *       "password": "of-the-database"
         *     }
         */
        secureParameters?: components['schemas']['JsonValue'];
        /**
         * Format: date-time
         * @description The run is not started before this instant.
         * @example 2026-12-01T03:00:00.000Z
         */
        startAfter?: string;
        /**
         * @description The policy of this run only; it replaces that of the job.
         * @example Allow
         * @enum {string}
         */
        concurrencyPolicy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /**
         * @description The priority of this run only; it replaces that of the job. A higher priority than the job's needs the role editor.
         * @example 10
         */
        priority?: number;
        /**
         * @description Values of options by their names.
         * @example {
         *       "day": "2026-11-30"
         *     }
         */
        options?: {
          [key: string]: components['schemas']['JsonValue'];
        };
        /**
         * @description The sizes of this run only: given indexes replace those of the job, all other fields override those of the job one by one.
         * @example {
         *       "withCount": 8
         *     }
         */
        parallelism?: {
          /**
           * @description The number of indexes, which are counted from 0.
           * @example 8
           */
          withCount?: number;
          /**
           * @description A list of keys: each becomes one index, and its attempts find the key in `TASK_INDEX_KEY`.
           * @example [
           *       "europe",
           *       "asia"
           *     ]
           */
          withKeys?: string[];
          /**
           * @description Lists of values by name: each combination of one value of every name becomes one index.
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
          /**
           * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
           * @example 10
           */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them. Default: `AllSuccessful`.
           * @example AllSuccessful
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /**
         * @description The id of the job to run.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The key by which repeated requests for this item become one run. It must not be used for any other request.
         * @example upload-2026-12-01
         */
        idempotencyKey?: string;
      }[];
    };
    RunBatchAnswer: {
      /**
       * @description How many runs are accepted.
       * @example 1
       */
      accepted: number;
      /**
       * @description How many runs are refused.
       * @example 0
       */
      refused: number;
      /**
       * @description One item for each of `runs`, in their order.
       * @example [
       *       {
       *         "status": 202,
       *         "run": "acme-nightly-1796094000"
       *       }
       *     ]
       */
      items: (
        | {
            /**
             * @description The run is accepted.
             * @example 202
             * @constant
             */
            status: 202;
            /**
             * @description The id of the run; items that became one run have the same id.
             * @example acme-nightly-1796094000
             */
            run: string;
          }
        | {
            /**
             * @description The HTTP status that a request for this item alone would have: 404, 409 and so on.
             * @example 404
             */
            status: number;
            /**
             * @description The error code.
             * @example NOT_FOUND
             */
            code: string;
            /**
             * @description The cause of the error, as a sentence.
             * @example there is no job acme-nightly
             */
            detail: string;
            /**
             * @description The errors of single fields, if they are known.
             * @example [
             *       {
             *         "path": "schedule.cron",
             *         "message": "has 4 fields, not 5, 6 or 7"
             *       }
             *     ]
             */
            errors?: {
              /**
               * @description The field, within the item.
               * @example schedule.cron
               */
              path: string;
              /**
               * @description What is wrong with the field.
               * @example has 4 fields, not 5, 6 or 7
               */
              message: string;
            }[];
          }
        | {
            /**
             * @description The item is a duplicate of an earlier request, and changes nothing.
             * @example 200
             * @constant
             */
            status: 200;
            /**
             * @description The id of the run of the earlier request.
             * @example acme-nightly-1796094000
             */
            run: string;
            /**
             * @description Always true.
             * @example true
             * @constant
             */
            duplicate: true;
          }
      )[];
    };
    PatchRunBody: {
      /**
       * @description The parallelism of the run, or of its only task.
       * @example {
       *       "maxActive": 10
       *     }
       */
      parallelism?: {
        /**
         * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
         * @example 10
         */
        maxActive?: number | null;
        /**
         * @description The number of indexes.
         * @example 8
         */
        withCount?: number;
      };
      /**
       * @description How many indexes have to succeed.
       * @example 8
       */
      completions?: number;
      /**
       * @description How many indexes must be able to run before any of them starts.
       * @example 2
       */
      minAvailable?: number | null;
      /**
       * @description Changes to single tasks.
       * @example [
       *       {
       *         "name": "main"
       *       }
       *     ]
       */
      tasks?: {
        /**
         * @description The name of the task.
         * @example main
         */
        name: string;
        /**
         * @description How many indexes the task has.
         * @example 2
         */
        replicas?: number;
        /**
         * @description How many attempts have to succeed.
         * @example 8
         */
        completions?: number;
        /**
         * @description How many indexes the task has.
         * @example 8
         */
        withCount?: number;
        /**
         * @description How many indexes of the task must be able to run before any of them starts.
         * @example 2
         */
        minAvailable?: number | null;
        /**
         * @description Attempts that may be live at once; 0 pauses starts, null: no limit.
         * @example 10
         */
        maxActive?: number | null;
      }[];
    };
    CommandRunBody: {
      /**
       * @description `abort` ends the run, and `resume` can open it again; `terminate` and `kill` end it finally, `kill` without a grace time; `restart` begins a new generation; `complete` ends it as a success.
       * @example abort
       * @enum {string}
       */
      command: 'abort' | 'resume' | 'terminate' | 'restart' | 'complete' | 'kill';
      /**
       * @description The reason, for people; stored with the run.
       * @example The source system is not available.
       */
      reason?: string;
      /**
       * @description Seconds that attempts have to end by themselves. Default: 30.
       * @example 300
       */
      graceSeconds?: number;
    };
    CommandRunAnswer: {
      /**
       * @description The id of the command.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      id: string;
      /**
       * @description The id of the run.
       * @example acme-nightly-1796094000
       */
      run: string;
      /**
       * @description The command.
       * @example abort
       * @enum {string}
       */
      command: 'abort' | 'resume' | 'terminate' | 'restart' | 'complete' | 'kill';
      /**
       * Format: date-time
       * @description When the command was stored.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
    };
    RerunRunBody: {
      /**
       * @description True: only indexes that have not succeeded run again. Default: false.
       * @example true
       */
      onlyFailed?: boolean;
      /**
       * @description True: the jobs that run after the job are run again, too, as a new chain. False: the new run belongs to the chain of the earlier run, whose dependents run if they have not run yet. Default: false.
       * @example true
       */
      downstream?: boolean;
    };
    RerunRunAnswer: {
      /**
       * @description The new run.
       * @example {
       *       "id": "acme-nightly-1796094000",
       *       "job": "acme-nightly",
       *       "jobName": "Nightly report",
       *       "jobVersion": 3,
       *       "tenant": "acme",
       *       "worker": "acme-reports",
       *       "engine": "kubernetes",
       *       "trigger": "schedule",
       *       "requestedBy": "ada",
       *       "scheduledFor": "2026-12-01T03:00:00.000Z",
       *       "startAfter": "2026-12-01T00:00:00.000Z",
       *       "priority": 10,
       *       "limitKey": "42",
       *       "createdAt": "2026-12-01T00:00:00.000Z",
       *       "started": "2026-12-01T03:00:00.000Z",
       *       "finished": "2026-12-01T03:04:11.907Z",
       *       "state": "FINISHED",
       *       "phase": "Completed",
       *       "reason": "AllIndexesSucceeded",
       *       "message": "Every index has succeeded.",
       *       "exitCode": 0,
       *       "generation": 0,
       *       "retries": 0,
       *       "preemptions": 0,
       *       "phaseSince": "2026-12-01T00:00:00.000Z",
       *       "minAvailable": 2,
       *       "archived": true,
       *       "rerunOf": "acme-nightly-1796007600",
       *       "backfill": "01kbcx0000zq4m8r2v6y1t5w9a",
       *       "errorGroup": "5f0c9e1d2b3a4c5d6e7f8a9b",
       *       "requests": {
       *         "by": "debounce",
       *         "key": "order-4711",
       *         "count": 12,
       *         "open": true,
       *         "firstAt": "2026-12-01T00:00:00.000Z",
       *         "lastAt": "2026-12-01T00:00:00.000Z"
       *       },
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
       *           "failedIndexes": "0"
       *         }
       *       ]
       *     }
       */
      run: components['schemas']['Run'];
    };
    ListAttemptsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "acme-nightly-1796094000/0/main/0/1",
       *         "task": "main",
       *         "index": 0,
       *         "generation": 0,
       *         "attempt": 1,
       *         "state": "succeeded",
       *         "result": "succeeded",
       *         "started": "2026-12-01T03:00:00.000Z",
       *         "finished": "2026-12-01T03:04:11.907Z",
       *         "exitCode": 0,
       *         "exitCodes": {
       *           "main": 0,
       *           "exporter": 0
       *         },
       *         "reason": "Succeeded",
       *         "message": "exit code 0",
       *         "node": "node-1",
       *         "pod": "acme-nightly-1796094000-main-0-1",
       *         "logComplete": true,
       *         "logReason": "NoSource",
       *         "progress": {
       *           "rows": 604
       *         }
       *       }
       *     ]
       */
      items: components['schemas']['Attempt'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    ListIndexesAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "task": "main",
       *         "index": 0,
       *         "key": "europe",
       *         "matrix": {
       *           "system": "debian",
       *           "node": "24"
       *         },
       *         "state": "succeeded",
       *         "attempts": 1,
       *         "failures": 2,
       *         "nextAttemptAt": "2026-12-01T00:00:00.000Z"
       *       }
       *     ]
       */
      items: {
        /**
         * @description The name of its task.
         * @example main
         */
        task: string;
        /**
         * @description The number of the index within the task, from 0.
         * @example 0
         */
        index: number;
        /**
         * @description The key of the index from `withKeys`; null if there is none.
         * @example europe
         */
        key: string | null;
        /**
         * @description The values of the index from `withMatrix`; null if there are none.
         * @example {
         *       "system": "debian",
         *       "node": "24"
         *     }
         */
        matrix: {
          [key: string]: string;
        } | null;
        /**
         * @description The state of the index.
         * @example succeeded
         * @enum {string}
         */
        state: 'pending' | 'running' | 'terminating' | 'backoff' | 'succeeded' | 'failed';
        /**
         * @description How many attempts were begun in this generation.
         * @example 1
         */
        attempts: number;
        /**
         * @description How many of these attempts count as failures.
         * @example 2
         */
        failures: number;
        /**
         * @description The instant from which the index is tried again, or its refused start is repeated; null if it does not wait for that.
         * @example 2026-12-01T00:00:00.000Z
         */
        nextAttemptAt: string | null;
      }[];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    ListEventsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "phase": "Completed",
       *         "reason": "AllIndexesSucceeded",
       *         "message": "Every index has succeeded.",
       *         "actor": "executor",
       *         "pod": "acme-nightly-1796094000-main-0-1"
       *       }
       *     ]
       */
      items: components['schemas']['RunTransition'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    JobGraphAnswer: {
      /**
       * @description The job that was requested.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description The jobs; the requested job comes first.
       * @example [
       *       {
       *         "job": "acme-nightly",
       *         "name": "Nightly report",
       *         "tenant": "acme",
       *         "condition": "active",
       *         "newest": {
       *           "id": "acme-nightly-1796094000",
       *           "state": "FINISHED",
       *           "phase": "Completed",
       *           "scheduledFor": "2026-12-01T03:00:00.000Z",
       *           "finished": "2026-12-01T03:04:11.907Z"
       *         },
       *         "activeRuns": 1,
       *         "queuedRuns": 0
       *       }
       *     ]
       */
      nodes: {
        /**
         * @description The id of the job.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The name of the job; null if the caller may not see the job, or the job does not exist.
         * @example Nightly report
         */
        name: string | null;
        /**
         * @description The tenant of the job; null in the same cases as `name`.
         * @example acme
         */
        tenant: string | null;
        /**
         * @description Whether the job runs after other jobs at present; `unknown` if the caller may not see the job, or the job does not exist.
         * @example active
         * @enum {string}
         */
        condition: 'active' | 'disabled' | 'paused' | 'deleted' | 'invalid' | 'unknown';
        /**
         * @description The newest run of the job; null if there is none, or the caller may not see the job.
         * @example {
         *       "id": "acme-nightly-1796094000",
         *       "state": "FINISHED",
         *       "phase": "Completed",
         *       "scheduledFor": "2026-12-01T03:00:00.000Z",
         *       "finished": "2026-12-01T03:04:11.907Z"
         *     }
         */
        newest: {
          /**
           * @description The id of the run.
           * @example acme-nightly-1796094000
           */
          id: string;
          /**
           * @description The coarse state of the run.
           * @example FINISHED
           * @enum {string}
           */
          state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
          /**
           * @description The phase of the run.
           * @example Completed
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
          /**
           * @description The slot of the chain; null if a manual run began the chain.
           * @example 2026-12-01T03:00:00.000Z
           */
          scheduledFor: string | null;
          /**
           * @description When the run ended; null before its end.
           * @example 2026-12-01T03:04:11.907Z
           */
          finished: string | null;
        } | null;
        /**
         * @description How many runs are active.
         * @example 1
         */
        activeRuns: number;
        /**
         * @description How many runs wait for admission.
         * @example 0
         */
        queuedRuns: number;
      }[];
      /**
       * @description The dependencies between the jobs.
       * @example [
       *       {
       *         "from": "acme-nightly",
       *         "to": "acme-summary",
       *         "on": "succeeded",
       *         "match": "sameSlot",
       *         "require": "all"
       *       }
       *     ]
       */
      edges: {
        /**
         * @description The job whose run has to end.
         * @example acme-nightly
         */
        from: string;
        /**
         * @description The job that runs after it.
         * @example acme-summary
         */
        to: string;
        /**
         * @description The result that the run must have.
         * @example succeeded
         * @enum {string}
         */
        on: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description The run whose end counts.
         * @example sameSlot
         * @enum {string}
         */
        match: 'sameSlot' | 'latest';
        /**
         * @description Whether the job needs all of its conditions, or any of them.
         * @example all
         * @enum {string}
         */
        require: 'all' | 'any';
      }[];
      /**
       * @description How many further jobs run after some of these jobs, but belong to tenants that the caller may not see.
       * @example 0
       */
      hidden: number;
      /**
       * @description True if there are more jobs than are shown.
       * @example true
       */
      truncated: boolean;
    };
    RunDependentsAnswer: {
      /**
       * @description The result for each job that the caller may see.
       * @example [
       *       {
       *         "job": "acme-nightly",
       *         "outcome": "started",
       *         "run": "acme-nightly-1796094000",
       *         "unmet": [
       *           "after.0"
       *         ]
       *       }
       *     ]
       */
      dependents: {
        /**
         * @description The id of the job that runs after the run.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description `started`: the job has its run; `waiting`: conditions are not met; `skipped`: the limits of the job refused the run; `inactive`: the job is paused, disabled or deleted; `notAllowed`: the tenant of the job may not run jobs after those of this tenant.
         * @example started
         * @enum {string}
         */
        outcome: 'started' | 'waiting' | 'skipped' | 'inactive' | 'notAllowed';
        /**
         * @description The run of the job; null if there is none.
         * @example acme-nightly-1796094000
         */
        run: string | null;
        /**
         * @description Fields of the conditions that are not met, as in `after.1`.
         * @example [
         *       "after.0"
         *     ]
         */
        unmet: string[];
      }[];
    };
    ListJobDeliveriesAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "01kbcx0000zq4m8r2v6y1t5w9a",
       *         "key": "01kbcx0000zq4m8r2v6y1t5w9a",
       *         "tenant": "acme",
       *         "job": "acme-nightly",
       *         "run": "acme-nightly-1796094000",
       *         "incident": "01kbcx0000zq4m8r2v6y1t5w9a",
       *         "on": "failed",
       *         "to": "https://hooks.acme.example",
       *         "state": "delivered",
       *         "decidedAt": "2026-12-01T00:00:00.000Z",
       *         "nextTryAt": "2026-12-01T00:00:00.000Z",
       *         "tryCount": 1,
       *         "tries": [
       *           {
       *             "at": "2026-12-01T00:00:00.000Z",
       *             "tookMs": 84,
       *             "status": 200,
       *             "reason": "the answer was 503"
       *           }
       *         ],
       *         "askedAnewAt": "2026-12-01T00:00:00.000Z"
       *       }
       *     ]
       */
      items: components['schemas']['Delivery'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    ListChannelsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "ops",
       *         "tenant": "acme",
       *         "target": {
       *           "type": "webhook",
       *           "url": "https://hooks.acme.example/carillon"
       *         },
       *         "events": {
       *           "sequence": "1796119224013000",
       *           "isLate": true,
       *           "failures": 2,
       *           "nextTryAt": "2026-12-01T00:00:00.000Z",
       *           "problem": "the receiver answered 503"
       *         },
       *         "updatedAt": "2026-12-01T00:00:00.000Z",
       *         "updatedBy": "ada"
       *       }
       *     ]
       */
      items: components['schemas']['Channel'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    TestChannelAnswer: {
      /**
       * @description Whether the channel accepted the message, for all recipients.
       * @example true
       */
      delivered: boolean;
      /**
       * @description The status of the answer (HTTP or SMTP); null if there was no answer.
       * @example 200
       */
      status: number | null;
      /**
       * @description The reason why the message was not accepted, such as the refused recipients of a mail; null if it was accepted.
       * @example the answer was 403
       */
      reason: string | null;
      /**
       * @description How many milliseconds the delivery took.
       * @example 84
       */
      tookMs: number;
    };
    ReplayChannelBody: {
      /**
       * @description The `sequence` of an event, or a time.
       * @example 1796119224013000
       */
      after: string;
    };
    PreviewChannelBody: {
      /**
       * @description The event. Default: `failed`.
       * @example failed
       * @enum {string}
       */
      on?: 'failed' | 'missed' | 'late' | 'long' | 'recovered' | 'started' | 'succeeded';
      /**
       * @description What the messages of this channel say. `${name}` stands for a value of the notice, escaped for its receiver; the rest is sent as it is written, so it may contain formats and mentions of the receiver. Values: `on`, `at`, `message`, `tenant`, `job.id`, `job.name`, `run.id`, `run.state`, `run.reason`, `run.message`, `run.exitCode`, `run.scheduledFor`, `run.started`, `run.finished`, `run.url`, `run.errorUrl`, `missed.count`, `missed.from`, `missed.to`, `incident.id`, `incident.url`, `incident.reason`, `incident.jobCount`. One that a notice does not have is empty.
       * @example {
       *       "title": "The object does not exist"
       *     }
       */
      template?: {
        /**
         * @description The title, such as `${job.name} ${on}`, in place of the message. Default: the message.
         * @example The object does not exist
         */
        title?: string;
        /**
         * @description The text, in place of the list of facts. Links to the run follow it as ever.
         * @example 412 MiB written
         */
        text?: string;
      };
    };
    PreviewChannelAnswer: {
      /**
       * @description The title, as people read it.
       * @example The object does not exist
       */
      title: string;
      /**
       * @description The text, as people read it.
       * @example 412 MiB written
       */
      text: string;
      /**
       * @description The message as it is sent: the body of the request, or the text of the mail. Secrets are `***`.
       * @example Every index has succeeded.
       */
      message: string;
    };
    ListMonitorsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "backup",
       *         "tenant": "acme",
       *         "schedule": {
       *           "cron": "0 10 * * *"
       *         },
       *         "pingUrl": "https://carillon.acme.example/ping/k3v9x2m4q8r2v6y1t5w9b0",
       *         "state": "up",
       *         "lastPingAt": "2026-12-01T00:00:00.000Z",
       *         "lastPing": "start",
       *         "lastSuccessAt": "2026-12-01T00:00:00.000Z",
       *         "dueAt": "2026-12-01T00:00:00.000Z",
       *         "downSince": "2026-12-01T00:00:00.000Z",
       *         "updatedAt": "2026-12-01T00:00:00.000Z",
       *         "updatedBy": "ada"
       *       }
       *     ]
       */
      items: components['schemas']['Monitor'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    ListPingsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "01kbcx0000zq4m8r2v6y1t5w9a",
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "kind": "success",
       *         "exitCode": 75,
       *         "text": "412 MiB written",
       *         "address": "203.0.113.7"
       *       }
       *     ]
       */
      items: {
        /**
         * @description The id of the ping.
         * @example 01kbcx0000zq4m8r2v6y1t5w9a
         */
        id: string;
        /**
         * Format: date-time
         * @description When the ping was received.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description The kind of the ping.
         * @example success
         * @enum {string}
         */
        kind: 'start' | 'success' | 'fail';
        /**
         * @description The exit code of the ping; null if it had none.
         * @example 75
         */
        exitCode: number | null;
        /**
         * @description The text of the ping; the end of a long text is cut off.
         * @example 412 MiB written
         */
        text: string;
        /**
         * @description The address that the ping came from.
         * @example 203.0.113.7
         */
        address: string;
      }[];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    ListRulesAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "failures-in-a-row",
       *         "tenant": "acme",
       *         "when": {
       *           "type": "failed"
       *         },
       *         "state": "ok",
       *         "watched": 42,
       *         "affected": 1,
       *         "lookedAt": "2026-12-01T00:00:00.000Z",
       *         "updatedAt": "2026-12-01T00:00:00.000Z",
       *         "updatedBy": "ada"
       *       }
       *     ]
       */
      items: components['schemas']['Rule'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    ListTriggersAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "acme-nightly-1796094000",
       *         "tenant": "acme",
       *         "job": "acme-nightly",
       *         "url": "https://reports.acme.example/work",
       *         "subject": "token:k3v9x2",
       *         "updatedAt": "2026-12-01T00:00:00.000Z",
       *         "updatedBy": "ada"
       *       }
       *     ]
       */
      items: components['schemas']['Trigger'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    ListTriggerDeliveriesAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "lastAt": "2026-12-01T00:00:00.000Z",
       *         "count": 3,
       *         "message": "Every index has succeeded.",
       *         "address": "203.0.113.7",
       *         "outcome": "unfinished",
       *         "run": "acme-nightly-1796094000",
       *         "code": "NOT_FOUND",
       *         "detail": "there is no job acme-nightly"
       *       }
       *     ]
       */
      items: components['schemas']['TriggerDelivery'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    ListIncidentsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "01kbcx0000zq4m8r2v6y1t5w9a",
       *         "tenant": "acme",
       *         "source": "monitor",
       *         "monitor": "backup",
       *         "monitorName": "Backup of the database",
       *         "reason": "missed",
       *         "message": "No success in time.",
       *         "jobs": [
       *           {
       *             "id": "acme-nightly",
       *             "name": "Nightly report",
       *             "message": "three runs in a row have failed",
       *             "since": "2026-12-01T00:00:00.000Z",
       *             "run": "acme-nightly-1796094000"
       *           }
       *         ],
       *         "jobCount": 1,
       *         "state": "open",
       *         "openedAt": "2026-12-01T00:00:00.000Z",
       *         "acknowledgedAt": "2026-12-01T00:00:00.000Z",
       *         "acknowledgedBy": "ada",
       *         "escalatedAt": "2026-12-01T00:00:00.000Z",
       *         "resolvedAt": "2026-12-01T03:20:00.000Z",
       *         "resolvedBy": "ada",
       *         "endCause": "recovered",
       *         "notes": [
       *           {
       *             "at": "2026-12-01T00:00:00.000Z",
       *             "by": "ada",
       *             "text": "412 MiB written"
       *           }
       *         ],
       *         "notifiedAt": "2026-12-01T00:00:00.000Z"
       *       }
       *     ]
       */
      items: components['schemas']['Incident'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
      /**
       * @description The number of all items; only if it was requested.
       * @example {
       *       "count": 3,
       *       "exact": true
       *     }
       */
      total?: {
        /**
         * @description How many items all pages have together.
         * @example 3
         */
        count: number;
        /**
         * @description False where the count is an estimate.
         * @example true
         */
        exact: boolean;
      };
    };
    ListIncidentChangesAnswer: {
      /**
       * @description The changes.
       * @example [
       *       {
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "by": "ada",
       *         "action": "pauseJob",
       *         "object": "job/acme-nightly",
       *         "detail": "there is no job acme-nightly"
       *       }
       *     ]
       */
      items: {
        /**
         * Format: date-time
         * @description When the change was requested.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description The name of the caller.
         * @example ada
         */
        by: string;
        /**
         * @description The id of the operation, such as `replaceJob`.
         * @example pauseJob
         */
        action: string;
        /**
         * @description The changed object, such as `job/<id>`.
         * @example job/acme-nightly
         */
        object: string;
        /**
         * @description A summary of the change; null where there is nothing to add.
         * @example there is no job acme-nightly
         */
        detail: string | null;
      }[];
    };
    AddIncidentNoteBody: {
      /**
       * @description The note, for people.
       * @example 412 MiB written
       */
      text: string;
    };
    ListErrorsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "acme-nightly-1796094000",
       *         "tenant": "acme",
       *         "state": "open",
       *         "reason": "AllIndexesSucceeded",
       *         "exitCode": 75,
       *         "httpStatus": 503,
       *         "lines": [
       *           "reading 1204 rows",
       *           "done"
       *         ],
       *         "count": 3,
       *         "first": {
       *           "at": "2026-12-01T00:00:00.000Z",
       *           "run": "acme-nightly-1796094000",
       *           "job": "acme-nightly"
       *         },
       *         "last": {
       *           "at": "2026-12-01T00:00:00.000Z",
       *           "run": "acme-nightly-1796094000",
       *           "job": "acme-nightly"
       *         },
       *         "hours": [
       *           {
       *             "at": "2026-12-01T00:00:00.000Z",
       *             "count": 3
       *           }
       *         ],
       *         "days": [
       *           {
       *             "at": "2026-12-01T00:00:00.000Z",
       *             "count": 3
       *           }
       *         ],
       *         "jobs": [
       *           {
       *             "id": "ibm-orders",
       *             "name": "Orders",
       *             "count": 41,
       *             "lastAt": "2026-12-01T03:00:09.000Z",
       *             "versions": [
       *               6,
       *               7
       *             ]
       *           }
       *         ],
       *         "jobCount": 1,
       *         "moreJobs": true,
       *         "mute": null,
       *         "reopened": {
       *           "at": "2026-12-01T00:00:00.000Z",
       *           "run": "acme-nightly-1796094000",
       *           "job": "acme-nightly",
       *           "version": 3
       *         }
       *       }
       *     ]
       */
      items: components['schemas']['ErrorGroup'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    MuteErrorBody:
      | {
          /**
           * @description What opens the group again.
           * @example newVersion
           * @constant
           */
          until: 'newVersion';
          /**
           * @description The reason, for people; shown with the group.
           * @default
           * @example
           */
          why?: string;
        }
      | {
          /**
           * @description What opens the group again.
           * @example version
           * @constant
           */
          until: 'version';
          /**
           * @description A failure of this version of a job, or of a later one, opens the group again.
           * @example 3
           */
          version: number;
          /**
           * @description The reason, for people; shown with the group.
           * @default
           * @example
           */
          why?: string;
        }
      | {
          /**
           * @description What opens the group again.
           * @example time
           * @constant
           */
          until: 'time';
          /**
           * Format: date-time
           * @description From this instant on the group is open again.
           * @example 2026-12-01T03:00:00.000Z
           */
          time: string;
          /**
           * @description The reason, for people; shown with the group.
           * @default
           * @example
           */
          why?: string;
        }
      | {
          /**
           * @description What opens the group again.
           * @example forever
           * @constant
           */
          until: 'forever';
          /**
           * @description The reason, for people; shown with the group.
           * @default
           * @example
           */
          why?: string;
        };
    StartBulkBody:
      | (
          | {
              /**
               * @description The action that is applied to each object.
               * @example pause
               * @constant
               */
              action: 'pause';
              /**
               * @description The query that selects jobs. Archived jobs are selected only if `ids` is the only field.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description The ids of the jobs.
                 * @example [
                 *       "acme-nightly"
                 *     ]
                 */
                ids?: string[];
                /**
                 * @description Jobs of this tenant.
                 * @example acme
                 */
                tenant?: string;
                /**
                 * @description Jobs of this worker.
                 * @example acme-reports
                 */
                worker?: string;
                /**
                 * @description True: enabled jobs; false: disabled jobs.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this text in their name or id.
                 * @example nightly
                 */
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
               * @description True: nothing is changed; the answer says what would be changed.
               * @default false
               * @example false
               */
              dryRun?: boolean;
              /**
               * @description The reason, for people; shown with each job.
               * @example The source system is being moved.
               */
              note?: string;
            }
          | {
              /**
               * @description The action that is applied to each object.
               * @example resume
               * @constant
               */
              action: 'resume';
              /**
               * @description The query that selects jobs. Archived jobs are selected only if `ids` is the only field.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description The ids of the jobs.
                 * @example [
                 *       "acme-nightly"
                 *     ]
                 */
                ids?: string[];
                /**
                 * @description Jobs of this tenant.
                 * @example acme
                 */
                tenant?: string;
                /**
                 * @description Jobs of this worker.
                 * @example acme-reports
                 */
                worker?: string;
                /**
                 * @description True: enabled jobs; false: disabled jobs.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this text in their name or id.
                 * @example nightly
                 */
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
               * @description True: nothing is changed; the answer says what would be changed.
               * @default false
               * @example false
               */
              dryRun?: boolean;
            }
          | {
              /**
               * @description The action that is applied to each object.
               * @example run
               * @constant
               */
              action: 'run';
              /**
               * @description The query that selects jobs. Archived jobs are selected only if `ids` is the only field.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description The ids of the jobs.
                 * @example [
                 *       "acme-nightly"
                 *     ]
                 */
                ids?: string[];
                /**
                 * @description Jobs of this tenant.
                 * @example acme
                 */
                tenant?: string;
                /**
                 * @description Jobs of this worker.
                 * @example acme-reports
                 */
                worker?: string;
                /**
                 * @description True: enabled jobs; false: disabled jobs.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this text in their name or id.
                 * @example nightly
                 */
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
               * @description True: nothing is changed; the answer says what would be changed.
               * @default false
               * @example false
               */
              dryRun?: boolean;
              /**
               * @description Parameters that are merged over those of each job, as by `POST /jobs/{id}/run`.
               * @example {
               *       "rows": 1000
               *     }
               */
              parameters?: components['schemas']['JsonValue'];
            }
          | {
              /**
               * @description The action that is applied to each object.
               * @example relabel
               * @constant
               */
              action: 'relabel';
              /**
               * @description The query that selects jobs. Archived jobs are selected only if `ids` is the only field.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description The ids of the jobs.
                 * @example [
                 *       "acme-nightly"
                 *     ]
                 */
                ids?: string[];
                /**
                 * @description Jobs of this tenant.
                 * @example acme
                 */
                tenant?: string;
                /**
                 * @description Jobs of this worker.
                 * @example acme-reports
                 */
                worker?: string;
                /**
                 * @description True: enabled jobs; false: disabled jobs.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this text in their name or id.
                 * @example nightly
                 */
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
               * @description True: nothing is changed; the answer says what would be changed.
               * @default false
               * @example false
               */
              dryRun?: boolean;
              /**
               * @description Labels to set; null removes a label. Other labels stay.
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
               * @description The action that is applied to each object.
               * @example delete
               * @constant
               */
              action: 'delete';
              /**
               * @description The query that selects jobs. Archived jobs are selected only if `ids` is the only field.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description The ids of the jobs.
                 * @example [
                 *       "acme-nightly"
                 *     ]
                 */
                ids?: string[];
                /**
                 * @description Jobs of this tenant.
                 * @example acme
                 */
                tenant?: string;
                /**
                 * @description Jobs of this worker.
                 * @example acme-reports
                 */
                worker?: string;
                /**
                 * @description True: enabled jobs; false: disabled jobs.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this text in their name or id.
                 * @example nightly
                 */
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
               * @description True: nothing is changed; the answer says what would be changed.
               * @default false
               * @example false
               */
              dryRun?: boolean;
            }
          | {
              /**
               * @description The action that is applied to each object.
               * @example abort
               * @constant
               */
              action: 'abort';
              /**
               * @description The query that selects jobs. Archived jobs are selected only if `ids` is the only field.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description The ids of the jobs.
                 * @example [
                 *       "acme-nightly"
                 *     ]
                 */
                ids?: string[];
                /**
                 * @description Jobs of this tenant.
                 * @example acme
                 */
                tenant?: string;
                /**
                 * @description Jobs of this worker.
                 * @example acme-reports
                 */
                worker?: string;
                /**
                 * @description True: enabled jobs; false: disabled jobs.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this text in their name or id.
                 * @example nightly
                 */
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
               * @description True: nothing is changed; the answer says what would be changed.
               * @default false
               * @example false
               */
              dryRun?: boolean;
              /**
               * @description The reason, for people; stored with each run.
               * @example The source system is not available.
               */
              reason?: string;
            }
        )
      | (
          | {
              /**
               * @description The action that is applied to each object.
               * @example abort
               * @constant
               */
              action: 'abort';
              /**
               * @description The query that selects runs.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              runs: {
                /**
                 * @description The ids of the runs.
                 * @example [
                 *       "acme-nightly"
                 *     ]
                 */
                ids?: string[];
                /**
                 * @description Runs of this tenant.
                 * @example acme
                 */
                tenant?: string;
                /**
                 * @description Runs of this job.
                 * @example acme-nightly
                 */
                job?: string;
                /**
                 * @description Runs in this coarse state.
                 * @example FINISHED
                 * @enum {string}
                 */
                state?: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
                /**
                 * @description Runs in this phase.
                 * @example Completed
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
                 * @description Runs with this trigger.
                 * @example schedule
                 * @enum {string}
                 */
                trigger?: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
                /**
                 * @description Failed runs of this error group.
                 * @example 5f0c9e1d2b3a4c5d6e7f8a9b
                 */
                errorGroup?: string;
                /**
                 * Format: date-time
                 * @description Runs that were recorded from this instant on.
                 * @example 2026-11-30T03:00:00.000Z
                 */
                from?: string;
                /**
                 * Format: date-time
                 * @description Runs that were recorded before this instant.
                 * @example 2026-12-01T03:00:00.000Z
                 */
                to?: string;
              };
              /**
               * @description True: nothing is changed; the answer says what would be changed.
               * @default false
               * @example false
               */
              dryRun?: boolean;
              /**
               * @description The reason, for people; stored with each run.
               * @example The source system is not available.
               */
              reason?: string;
            }
          | {
              /**
               * @description The action that is applied to each object.
               * @example rerun
               * @constant
               */
              action: 'rerun';
              /**
               * @description The query that selects runs.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              runs: {
                /**
                 * @description The ids of the runs.
                 * @example [
                 *       "acme-nightly"
                 *     ]
                 */
                ids?: string[];
                /**
                 * @description Runs of this tenant.
                 * @example acme
                 */
                tenant?: string;
                /**
                 * @description Runs of this job.
                 * @example acme-nightly
                 */
                job?: string;
                /**
                 * @description Runs in this coarse state.
                 * @example FINISHED
                 * @enum {string}
                 */
                state?: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
                /**
                 * @description Runs in this phase.
                 * @example Completed
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
                 * @description Runs with this trigger.
                 * @example schedule
                 * @enum {string}
                 */
                trigger?: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
                /**
                 * @description Failed runs of this error group.
                 * @example 5f0c9e1d2b3a4c5d6e7f8a9b
                 */
                errorGroup?: string;
                /**
                 * Format: date-time
                 * @description Runs that were recorded from this instant on.
                 * @example 2026-11-30T03:00:00.000Z
                 */
                from?: string;
                /**
                 * Format: date-time
                 * @description Runs that were recorded before this instant.
                 * @example 2026-12-01T03:00:00.000Z
                 */
                to?: string;
              };
              /**
               * @description True: nothing is changed; the answer says what would be changed.
               * @default false
               * @example false
               */
              dryRun?: boolean;
              /**
               * @description True: only indexes that have not succeeded run again.
               * @example true
               */
              onlyFailed?: boolean;
            }
          | {
              /**
               * @description The action that is applied to each object.
               * @example redrive
               * @constant
               */
              action: 'redrive';
              /**
               * @description The query that selects runs of one error group.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              runs: {
                /**
                 * @description The ids of the runs.
                 * @example [
                 *       "acme-nightly"
                 *     ]
                 */
                ids?: string[];
                /**
                 * @description Runs of this tenant.
                 * @example acme
                 */
                tenant?: string;
                /**
                 * @description Runs of this job.
                 * @example acme-nightly
                 */
                job?: string;
                /**
                 * @description Runs in this coarse state.
                 * @example FINISHED
                 * @enum {string}
                 */
                state?: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
                /**
                 * @description Runs in this phase.
                 * @example Completed
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
                 * @description Runs with this trigger.
                 * @example schedule
                 * @enum {string}
                 */
                trigger?: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
                /**
                 * @description Failed runs of this error group.
                 * @example 5f0c9e1d2b3a4c5d6e7f8a9b
                 */
                errorGroup?: string;
                /**
                 * Format: date-time
                 * @description Runs that were recorded from this instant on.
                 * @example 2026-11-30T03:00:00.000Z
                 */
                from?: string;
                /**
                 * Format: date-time
                 * @description Runs that were recorded before this instant.
                 * @example 2026-12-01T03:00:00.000Z
                 */
                to?: string;
              };
              /**
               * @description True: nothing is changed; the answer says what would be changed.
               * @default false
               * @example false
               */
              dryRun?: boolean;
              /**
               * @description True: only indexes that have not succeeded run again.
               * @example true
               */
              onlyFailed?: boolean;
            }
          | {
              /**
               * @description The action that is applied to each object.
               * @example delete
               * @constant
               */
              action: 'delete';
              /**
               * @description The query that selects runs.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              runs: {
                /**
                 * @description The ids of the runs.
                 * @example [
                 *       "acme-nightly"
                 *     ]
                 */
                ids?: string[];
                /**
                 * @description Runs of this tenant.
                 * @example acme
                 */
                tenant?: string;
                /**
                 * @description Runs of this job.
                 * @example acme-nightly
                 */
                job?: string;
                /**
                 * @description Runs in this coarse state.
                 * @example FINISHED
                 * @enum {string}
                 */
                state?: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
                /**
                 * @description Runs in this phase.
                 * @example Completed
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
                 * @description Runs with this trigger.
                 * @example schedule
                 * @enum {string}
                 */
                trigger?: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
                /**
                 * @description Failed runs of this error group.
                 * @example 5f0c9e1d2b3a4c5d6e7f8a9b
                 */
                errorGroup?: string;
                /**
                 * Format: date-time
                 * @description Runs that were recorded from this instant on.
                 * @example 2026-11-30T03:00:00.000Z
                 */
                from?: string;
                /**
                 * Format: date-time
                 * @description Runs that were recorded before this instant.
                 * @example 2026-12-01T03:00:00.000Z
                 */
                to?: string;
              };
              /**
               * @description True: nothing is changed; the answer says what would be changed.
               * @default false
               * @example false
               */
              dryRun?: boolean;
            }
        );
    StartBulkAnswer: {
      /**
       * @description Null for a dry run.
       * @example {
       *       "id": "01kbcx0000zq4m8r2v6y1t5w9a",
       *       "kind": "jobs",
       *       "action": "pause",
       *       "state": "Running",
       *       "message": "",
       *       "total": 24,
       *       "done": 24,
       *       "refused": 0,
       *       "refusals": [
       *         {
       *           "id": "acme-nightly",
       *           "code": "FORBIDDEN",
       *           "message": "the role editor in acme is needed"
       *         }
       *       ],
       *       "requestedBy": "ada",
       *       "createdAt": "2026-12-01T00:00:00.000Z",
       *       "finishedAt": "2026-12-01T00:00:00.000Z"
       *     }
       */
      bulk: components['schemas']['GetBulkAnswer'] | null;
      /**
       * @description How many jobs or runs the query selects.
       * @example 24
       */
      total: number;
      /**
       * @description The ids of the first 20 selected objects.
       * @example [
       *       "acme-nightly"
       *     ]
       */
      first: string[];
    };
    GetBulkAnswer: {
      /**
       * @description The id of the bulk operation.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      id: string;
      /**
       * @description The kind of the objects that are changed.
       * @example jobs
       * @enum {string}
       */
      kind: 'jobs' | 'runs';
      /**
       * @description The action that is applied to each object.
       * @example pause
       */
      action: string;
      /**
       * @description The state of the bulk operation.
       * @example Running
       * @enum {string}
       */
      state: 'Running' | 'Completed' | 'Cancelled' | 'Failed';
      /**
       * @description The reason why the operation ended early; empty where there is nothing to add.
       * @example
       */
      message: string;
      /**
       * @description How many objects the query selected when the operation was requested.
       * @example 24
       */
      total: number;
      /**
       * @description How many objects were processed, including refused ones.
       * @example 24
       */
      done: number;
      /**
       * @description How many of the processed objects were refused and stayed unchanged.
       * @example 0
       */
      refused: number;
      /**
       * @description The first 100 refused objects, with the reasons.
       * @example [
       *       {
       *         "id": "acme-nightly",
       *         "code": "FORBIDDEN",
       *         "message": "the role editor in acme is needed"
       *       }
       *     ]
       */
      refusals: {
        /**
         * @description The id of the job or run.
         * @example acme-nightly
         */
        id: string;
        /**
         * @description The reason, as an error code.
         * @example FORBIDDEN
         */
        code: string;
        /**
         * @description The reason, as a sentence.
         * @example the role editor in acme is needed
         */
        message: string;
      }[];
      /**
       * @description The name of the caller who requested the operation.
       * @example ada
       */
      requestedBy: string;
      /**
       * Format: date-time
       * @description When the operation was requested.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * @description When the operation ended; null before its end.
       * @example 2026-12-01T00:00:00.000Z
       */
      finishedAt: string | null;
    };
    CancelBulkBody: Record<string, never>;
    ReadLogsAnswer: string;
    ListStorageVersionsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "version": 3,
       *         "value": {
       *           "lastRow": 1204
       *         },
       *         "deleted": true,
       *         "savedAt": "2026-12-01T00:00:00.000Z",
       *         "savedBy": "ada"
       *       }
       *     ]
       */
      items: components['schemas']['StorageVersion'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    RestoreStorageBody: {
      /**
       * @description The version to restore.
       * @example 3
       */
      version: number;
    };
    ReadEventLogAnswer: {
      /**
       * @description The events.
       * @example [
       *       {
       *         "specversion": "1.0",
       *         "id": "acme-nightly-1796094000",
       *         "source": "https://carillon.example/tenants/ibm",
       *         "type": "urn:carillon:problem:not-found",
       *         "time": "2026-12-01T00:00:00.000Z",
       *         "datacontenttype": "application/json",
       *         "data": {
       *           "job": "c33d",
       *           "state": "FAILED",
       *           "reason": "IndexFailed",
       *           "exitCode": 3
       *         }
       *       }
       *     ]
       */
      items: components['schemas']['CloudEvent'][];
      /**
       * @description Where to go on.
       * @example 1796119224013000
       */
      after: string;
      /**
       * @description Whether there are more events now.
       * @example true
       */
      hasMore: boolean;
    };
    ReportStatusBody: {
      /**
       * @description `RUNNING` reports that the attempt goes on; the other values end the attempt.
       * @example FINISHED
       * @enum {string}
       */
      state: 'RUNNING' | 'FINISHED' | 'FAILED';
      /**
       * @description A message for people, of which 2000 characters are kept.
       * @example 1204 rows written
       */
      message?: string | null;
      /**
       * @description Only with an end: the exit code, which the rules of the job treat like the exit code of a process.
       * @example 0
       */
      exitCode?: number | null;
      /**
       * @description Any JSON value of at most 512 bytes; shown with the attempt.
       * @example {
       *       "rows": 604
       *     }
       */
      progress?: components['schemas']['JsonValue'];
      /**
       * @description Only with an end: the outputs, as results by name, at most 8192 bytes as JSON. They are stored with the run and passed on to jobs that run after it.
       * @example {
       *       "rows": 1204
       *     }
       */
      outputs?: components['schemas']['JsonObject'] | null;
    };
    AppendLogBody:
      | string
      | {
          /**
           * @description The lines, at most 20000; a line break at the end of one is left out.
           * @example [
           *       "reading 1204 rows",
           *       "done"
           *     ]
           */
          lines: string[];
          /**
           * @description The number of this call, counted from 1. Lines of a call whose number was stored already are not added again, and those of calls that are sent one after the other stay in order, whichever replica takes each.
           * @example 1204
           */
          seq?: number | null;
        };
    RenewIdentityAnswer: {
      /**
       * @description The token, a JWT.
       * @example eyJhbGciOiJFUzI1NiIsImtpZCI6Ij…
       */
      token: string;
      /**
       * Format: date-time
       * @description When the token expires.
       * @example 2026-12-01T00:00:00.000Z
       */
      expiresAt: string;
    };
    ListTenantsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "acme",
       *         "name": "Acme",
       *         "maxActiveRuns": 100,
       *         "maxJobs": 10000,
       *         "namespace": "acme-jobs",
       *         "webserviceHosts": [
       *           "reports.acme.example"
       *         ],
       *         "retention": {
       *           "successful": 100,
       *           "failed": 100,
       *           "maxAgeSeconds": 2592000,
       *           "archiveSeconds": 31536000
       *         },
       *         "groups": {
       *           "nightly": 2
       *         },
       *         "weight": 2,
       *         "groupWeights": {
       *           "nightly": 2
       *         },
       *         "maxSharePercent": 50,
       *         "dependents": [
       *           "globex"
       *         ],
       *         "identityAudiences": [
       *           "sts.amazonaws.com"
       *         ],
       *         "logLimits": {
       *           "maxBytesPerAttempt": 16777216,
       *           "maxBytesPerRun": 134217728
       *         },
       *         "podTemplatePaths": [
       *           "spec.priorityClassName"
       *         ],
       *         "clusterAccess": {
       *           "secrets": {
       *             "names": [
       *               "reports-database"
       *             ]
       *           }
       *         },
       *         "createdAt": "2026-12-01T00:00:00.000Z"
       *       }
       *     ]
       */
      items: components['schemas']['Tenant'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    ListTokensAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "k3v9x2",
       *         "name": "Continuous integration",
       *         "roles": [
       *           {
       *             "tenant": "acme",
       *             "role": "viewer"
       *           }
       *         ],
       *         "createdAt": "2026-12-01T00:00:00.000Z",
       *         "createdBy": "ada",
       *         "expiresAt": "2027-03-01T00:00:00.000Z",
       *         "madeBy": "ada",
       *         "lastUsedAt": "2026-12-01T00:00:00.000Z"
       *       }
       *     ]
       */
      items: components['schemas']['Token'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    CreateTokenBody: {
      /**
       * @description What the token is for.
       * @example Continuous integration
       */
      name: string;
      /**
       * @description The roles of the token, by tenant.
       * @example [
       *       {
       *         "tenant": "acme",
       *         "role": "viewer"
       *       }
       *     ]
       */
      roles: {
        /**
         * @description A tenant; `*` is every tenant, which only admins grant.
         * @example acme
         */
        tenant: '*' | string;
        /**
         * @description The role in the tenant; each role includes the roles before it.
         * @example viewer
         * @enum {string}
         */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
      /**
       * @description When the token expires. Default: 90 days from now. Null: the token never expires; only admins may set it.
       * @example 2027-03-01T00:00:00.000Z
       */
      expiresAt?: string | null;
    };
    ListCalendarsAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "holidays",
       *         "tenant": "acme",
       *         "updatedAt": "2026-12-01T00:00:00.000Z",
       *         "updatedBy": "ada"
       *       }
       *     ]
       */
      items: components['schemas']['Calendar'][];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    ListAuditAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "id": "01kbcx0000zq4m8r2v6y1t5w9a",
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "actor": "executor",
       *         "subject": "token:k3v9x2",
       *         "role": "viewer",
       *         "address": "203.0.113.7",
       *         "tenant": "acme",
       *         "action": "pauseJob",
       *         "object": "job/acme-nightly",
       *         "detail": "there is no job acme-nightly",
       *         "refusedWith": "FORBIDDEN"
       *       }
       *     ]
       */
      items: {
        /**
         * @description The id of the entry.
         * @example 01kbcx0000zq4m8r2v6y1t5w9a
         */
        id: string;
        /**
         * Format: date-time
         * @description When the operation was requested.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description The name of the caller.
         * @example executor
         */
        actor: string;
        /**
         * @description The stable identity of the caller, such as `token:<id>`.
         * @example token:k3v9x2
         */
        subject: string;
        /**
         * @description The role of the caller in the tenant at that time; null where it is not known.
         * @example viewer
         */
        role: ('viewer' | 'operator' | 'editor' | 'owner' | 'admin') | null;
        /**
         * @description The address that the request came from.
         * @example 203.0.113.7
         */
        address: string | null;
        /**
         * @description The tenant that the operation concerned; null for objects that belong to no tenant.
         * @example acme
         */
        tenant: string | null;
        /**
         * @description The id of the operation.
         * @example pauseJob
         */
        action: string;
        /**
         * @description The object of the operation, such as `job/<id>`.
         * @example job/acme-nightly
         */
        object: string;
        /**
         * @description A summary of the change; null where there is nothing to add.
         * @example there is no job acme-nightly
         */
        detail: string | null;
        /**
         * @description The error code, if the operation was refused; otherwise null.
         * @example FORBIDDEN
         */
        refusedWith: string | null;
      }[];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    VerifyAuditAnswer: {
      /**
       * @description True: none of the checked entries was removed or changed.
       * @example true
       */
      intact: boolean;
      /**
       * @description How many entries were checked.
       * @example 1204
       */
      entries: number;
      /**
       * @description The problems that were found.
       * @example [
       *       {
       *         "seq": 1204,
       *         "problem": "missing"
       *       }
       *     ]
       */
      problems: {
        /**
         * @description The number of the entry.
         * @example 1204
         */
        seq: number;
        /**
         * @description `missing`: entries before this one were removed, or this one was removed at the end.
         * @example missing
         * @enum {string}
         */
        problem: 'missing' | 'changed';
      }[];
      /**
       * @description Entries whose content was erased with their tenant. Their hashes and places in the chain were checked like those of others.
       * @example [
       *       {
       *         "entries": 1204,
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "by": "ada"
       *       }
       *     ]
       */
      erased: {
        /**
         * @description How many entries lost their content.
         * @example 1204
         */
        entries: number;
        /**
         * Format: date-time
         * @description When the erasure was begun.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description Who is named as having requested it.
         * @example ada
         */
        by: string;
      }[];
      /**
       * @description The value of `after` for the next request; null: all entries were checked.
       * @example 60
       */
      next: number | null;
    };
    GetHoldsAnswer: {
      /**
       * @description The holds: one for each held tenant, or one for all tenants.
       * @example [
       *       {
       *         "tenant": "acme",
       *         "scopes": [
       *           "admissions"
       *         ],
       *         "reason": "The database is being moved.",
       *         "by": "ada",
       *         "since": "2026-12-01T00:00:00.000Z",
       *         "effectiveAt": "2026-12-01T00:00:00.000Z",
       *         "skipSlotsUntil": "2026-12-01T03:00:00.000Z"
       *       }
       *     ]
       */
      holds: components['schemas']['SetHoldAnswer'][];
      /**
       * @description The work of all tenants that starts after a release.
       * @example {
       *       "overdueSchedules": 3,
       *       "runs": {
       *         "QUEUED": 3
       *       },
       *       "complete": true
       *     }
       */
      waiting: {
        /**
         * @description How many schedules have a slot that has passed, counted up to 1,000.
         * @example 3
         */
        overdueSchedules: number;
        /**
         * @description Unfinished runs by phase, counted up to 10,000.
         * @example {
         *       "QUEUED": 3
         *     }
         */
        runs: {
          [key: string]: number;
        };
        /**
         * @description False: there are more unfinished runs than were counted.
         * @example true
         */
        complete: boolean;
      };
    };
    SetHoldBody: {
      /**
       * @description The tenant; if it is left out, the hold concerns all tenants.
       * @example acme
       */
      tenant?: string;
      /**
       * @description The scopes of the hold. Default: both.
       * @default [
       *       "admissions",
       *       "starts"
       *     ]
       * @example [
       *       "admissions"
       *     ]
       */
      scopes?: ('admissions' | 'starts')[];
      /**
       * @description The reason, for people; at most 500 characters.
       * @example The database is being moved.
       */
      reason: string;
    };
    SetHoldAnswer: {
      /**
       * @description The tenant; null: all tenants.
       * @example acme
       */
      tenant: string | null;
      /**
       * @description The scopes of the hold: `admissions`, `starts` or both.
       * @example [
       *       "admissions"
       *     ]
       */
      scopes: ('admissions' | 'starts')[];
      /**
       * @description The reason, for people.
       * @example The database is being moved.
       */
      reason: string;
      /**
       * @description The name of the admin who set the hold.
       * @example ada
       */
      by: string;
      /**
       * Format: date-time
       * @description When the hold was set.
       * @example 2026-12-01T00:00:00.000Z
       */
      since: string;
      /**
       * Format: date-time
       * @description From this instant on no service, however slow, admits or starts anything under this hold.
       * @example 2026-12-01T00:00:00.000Z
       */
      effectiveAt: string;
      /**
       * @description Slots up to this instant become a gap; null: no slots do.
       * @example 2026-12-01T03:00:00.000Z
       */
      skipSlotsUntil: string | null;
    };
    ReleaseHoldBody: {
      /**
       * @description The tenant; if it is left out, the hold concerns all tenants.
       * @example acme
       */
      tenant?: string;
      /**
       * Format: date-time
       * @description Slots up to this instant do not run; they become a gap.
       * @example 2026-12-01T03:00:00.000Z
       */
      skipSlotsUntil?: string;
    };
    ExamineAnswer: {
      /**
       * @description The worst status of all findings.
       * @example error
       * @enum {string}
       */
      status: 'ok' | 'warning' | 'error';
      /**
       * @description The findings; problems come first.
       * @example [
       *       {
       *         "check": "services",
       *         "status": "error",
       *         "message": "scheduler: none is ready.",
       *         "fix": "Start a scheduler."
       *       }
       *     ]
       */
      findings: {
        /**
         * @description The name of the check.
         * @example services
         */
        check: string;
        /**
         * @description The result of the check.
         * @example error
         * @enum {string}
         */
        status: 'ok' | 'warning' | 'error';
        /**
         * @description The finding, as a sentence.
         * @example scheduler: none is ready.
         */
        message: string;
        /**
         * @description How to repair the problem; null if there is none.
         * @example Start a scheduler.
         */
        fix: string | null;
      }[];
    };
    SetLogLevelBody: {
      /**
       * @description The lowest level of log lines that are written.
       * @example trace
       * @enum {string}
       */
      level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
      /**
       * @description The service. Default: all services.
       * @example api
       * @enum {string}
       */
      service?: 'api' | 'scheduler' | 'executor' | 'log-collector';
      /**
       * @description The name of a replica, as in `GET /system`. Default: all replicas.
       * @example scheduler-node7-1-5f3a9c01
       */
      replica?: string;
      /**
       * @description A part of the service. Default: the whole service.
       * @example access
       * @enum {string}
       */
      module?:
        | 'access'
        | 'archive'
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
        | 'sweeps'
        | 'triggers';
      /**
       * @description How long the level applies.
       * @default 900
       * @example 86400
       */
      seconds?: number;
    };
    SetLogLevelAnswer: {
      /**
       * @description The replicas that received the change; each logs it.
       * @example [
       *       "scheduler-node7-1-5f3a9c01"
       *     ]
       */
      replicas: string[];
      /**
       * Format: date-time
       * @description The instant from which the configured level applies again.
       * @example 2026-12-01T00:00:00.000Z
       */
      until: string;
    };
    DiagnoseBody: {
      /**
       * @description The name of the replica, as in `GET /system`.
       * @example scheduler-node7-1-5f3a9c01
       */
      replica: string;
      /**
       * @description A CPU profile shows what uses the processor; a heap snapshot shows what fills the memory.
       * @example cpuProfile
       * @enum {string}
       */
      kind: 'cpuProfile' | 'heapSnapshot';
      /**
       * @description The duration of a CPU profile.
       * @default 10
       * @example 10
       */
      seconds?: number;
    };
    DiagnoseAnswer: {
      /**
       * @description The name of the file, without its extension.
       * @example scheduler-node7-1-5f3a9c01-2026-12-01T03-00-00-000Z
       */
      name: string;
    };
    GetScheduleLoadAnswer: {
      /**
       * Format: date-time
       * @description When these figures were read.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /**
       * @description True if the tenant has more schedules than are counted.
       * @example true
       */
      isPartial: boolean;
      /**
       * @description 60 numbers: how many jobs have their next slot in each minute of an hour.
       * @example [
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2,
       *       2
       *     ]
       */
      minutes: number[];
      /**
       * @description How many jobs have their next slot in each of the next 24 hours, the present hour first.
       * @example [
       *       {
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "jobs": 12
       *       }
       *     ]
       */
      hours: {
        /**
         * Format: date-time
         * @description The beginning of the minute or hour.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description How many jobs have their next slot in that time.
         * @example 12
         */
        jobs: number;
      }[];
      /**
       * @description The minutes with the most next slots, the busiest minute first.
       * @example [
       *       {
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "jobs": 12
       *       }
       *     ]
       */
      busiest: {
        /**
         * Format: date-time
         * @description The beginning of the minute or hour.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description How many jobs have their next slot in that time.
         * @example 12
         */
        jobs: number;
      }[];
    };
    ListRecentRunsAnswer: {
      /**
       * @description One item for each job.
       * @example [
       *       {
       *         "job": "acme-nightly",
       *         "runs": [
       *           {
       *             "id": "acme-nightly-1796094000",
       *             "state": "FINISHED",
       *             "phase": "Completed",
       *             "reason": "AllIndexesSucceeded",
       *             "scheduledFor": "2026-12-01T03:00:00.000Z",
       *             "createdAt": "2026-12-01T00:00:00.000Z",
       *             "started": "2026-12-01T03:00:00.000Z",
       *             "finished": "2026-12-01T03:04:11.907Z"
       *           }
       *         ]
       *       }
       *     ]
       */
      items: components['schemas']['RecentRuns'][];
    };
    CountOutcomesAnswer: {
      /**
       * @description True if there are more runs than are counted; then the figures of the earliest day are too low.
       * @example true
       */
      isPartial: boolean;
      /**
       * @description The days with runs, oldest first.
       * @example [
       *       {
       *         "day": "2026-11-24",
       *         "finished": 41,
       *         "failed": 0,
       *         "other": 0
       *       }
       *     ]
       */
      days: {
        /**
         * @description The day, in the time zone.
         * @example 2026-11-24
         */
        day: string;
        /**
         * @description How many runs have succeeded.
         * @example 41
         */
        finished: number;
        /**
         * @description How many runs have failed.
         * @example 0
         */
        failed: number;
        /**
         * @description How many runs were aborted, or have not ended yet.
         * @example 0
         */
        other: number;
      }[];
    };
    ListLastSuccessesAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "job": "acme-nightly",
       *         "jobName": "Nightly report",
       *         "tenant": "acme",
       *         "lastSuccessAt": "2026-12-01T00:00:00.000Z",
       *         "ageSeconds": 86400
       *       }
       *     ]
       */
      items: {
        /**
         * @description The id of the job.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The name of the job.
         * @example Nightly report
         */
        jobName: string;
        /**
         * @description The id of the tenant of the job.
         * @example acme
         */
        tenant: string;
        /**
         * @description When the latest successful run of the job ended; null if there was none.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastSuccessAt: string | null;
        /**
         * @description How many seconds ago that was; null if there was none.
         * @example 86400
         */
        ageSeconds: number | null;
      }[];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    GetHerdAnswer: {
      /**
       * Format: date-time
       * @description The first minute of the report.
       * @example 2026-12-01T00:00:00.000Z
       */
      from: string;
      /**
       * Format: date-time
       * @description The end of the report.
       * @example 2026-12-01T00:00:00.000Z
       */
      to: string;
      /**
       * @description How many jobs are counted.
       * @example 412
       */
      counted: number;
      /**
       * @description True if the tenant has more schedules, or more slots, than are counted.
       * @example true
       */
      isPartial: boolean;
      /**
       * @description How many jobs have more than 288 slots in that time; they are not contained in the other figures.
       * @example 3
       */
      frequent: number;
      /**
       * @description The minute with the most starts; null if no run starts.
       * @example {
       *       "at": "2026-12-01T00:00:00.000Z",
       *       "starts": 40,
       *       "jobs": [
       *         {
       *           "id": "acme-nightly",
       *           "name": "Nightly report"
       *         }
       *       ]
       *     }
       */
      peak: {
        /**
         * Format: date-time
         * @description The minute.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description How many runs start in the minute.
         * @example 40
         */
        starts: number;
        /**
         * @description The first 20 of the jobs that start in the minute.
         * @example [
         *       {
         *         "id": "acme-nightly",
         *         "name": "Nightly report"
         *       }
         *     ]
         */
        jobs: {
          /**
           * @description The id of the job.
           * @example acme-nightly
           */
          id: string;
          /**
           * @description The name of the job.
           * @example Nightly report
           */
          name: string;
        }[];
      } | null;
      /**
       * @description The minute with the most starts if every suggestion were followed.
       * @example {
       *       "at": "2026-12-01T00:00:00.000Z",
       *       "starts": 40,
       *       "jobs": [
       *         {
       *           "id": "acme-nightly",
       *           "name": "Nightly report"
       *         }
       *       ]
       *     }
       */
      peakAfter: {
        /**
         * Format: date-time
         * @description The minute.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description How many runs start in the minute.
         * @example 40
         */
        starts: number;
        /**
         * @description The first 20 of the jobs that start in the minute.
         * @example [
         *       {
         *         "id": "acme-nightly",
         *         "name": "Nightly report"
         *       }
         *     ]
         */
        jobs: {
          /**
           * @description The id of the job.
           * @example acme-nightly
           */
          id: string;
          /**
           * @description The name of the job.
           * @example Nightly report
           */
          name: string;
        }[];
      } | null;
      /**
       * @description The crowded minutes, those with the most starts first, at most 50.
       * @example [
       *       {
       *         "at": "2026-12-01T00:00:00.000Z",
       *         "starts": 40,
       *         "jobs": [
       *           {
       *             "id": "acme-nightly",
       *             "name": "Nightly report"
       *           }
       *         ]
       *       }
       *     ]
       */
      crowded: {
        /**
         * Format: date-time
         * @description The minute.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description How many runs start in the minute.
         * @example 40
         */
        starts: number;
        /**
         * @description The first 20 of the jobs that start in the minute.
         * @example [
         *       {
         *         "id": "acme-nightly",
         *         "name": "Nightly report"
         *       }
         *     ]
         */
        jobs: {
          /**
           * @description The id of the job.
           * @example acme-nightly
           */
          id: string;
          /**
           * @description The name of the job.
           * @example Nightly report
           */
          name: string;
        }[];
      }[];
      /**
       * @description Suggestions for jobs in crowded minutes, at most 500: `H` instead of a fixed minute, or jitter. Ignore the suggestion for a job that must start in its exact minute.
       * @example [
       *       {
       *         "job": "acme-nightly",
       *         "name": "Nightly report",
       *         "field": "cron",
       *         "present": "0 3 * * *",
       *         "suggested": "H 3 * * *"
       *       }
       *     ]
       */
      suggestions: {
        /**
         * @description The id of the job.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The name of the job.
         * @example Nightly report
         */
        name: string;
        /**
         * @description The field of the schedule that could be changed.
         * @example cron
         * @enum {string}
         */
        field: 'cron' | 'jitterSeconds';
        /**
         * @description The present value; 0 if there is none.
         * @example 0 3 * * *
         */
        present: string;
        /**
         * @description The suggested value.
         * @example H 3 * * *
         */
        suggested: string;
      }[];
    };
    ListUsageAnswer: {
      /**
       * @description The items of this page.
       * @example [
       *       {
       *         "tenant": "acme",
       *         "job": "acme-nightly",
       *         "day": "2026-11-30",
       *         "runs": {
       *           "finished": 41,
       *           "failed": 2,
       *           "aborted": 1
       *         },
       *         "attempts": 46,
       *         "runSeconds": 5520.25,
       *         "cpuSeconds": 2760.125,
       *         "memoryGibSeconds": 11040.5,
       *         "logBytes": 1204480,
       *         "storageBytes": 18432
       *       }
       *     ]
       */
      items: {
        /**
         * @description The id of the tenant; null in the sum of a day over all tenants that the caller may read.
         * @example acme
         */
        tenant: string | null;
        /**
         * @description With `by=job`: the id of the job, which may have been removed since. Otherwise null.
         * @example acme-nightly
         */
        job: string | null;
        /**
         * @description With `by=day`: the day in UTC. Otherwise null.
         * @example 2026-11-30
         */
        day: string | null;
        /**
         * @description Runs that ended, by how they ended. A run that was aborted and resumed counts at each of its ends.
         * @example {
         *       "finished": 41,
         *       "failed": 2,
         *       "aborted": 1
         *     }
         */
        runs: {
          /**
           * @description Runs that ended with success.
           * @example 41
           */
          finished: number;
          /**
           * @description Runs that failed.
           * @example 2
           */
          failed: number;
          /**
           * @description Runs that were aborted.
           * @example 1
           */
          aborted: number;
        };
        /**
         * @description Attempts that ran, also failed, retried and preempted ones.
         * @example 46
         */
        attempts: number;
        /**
         * @description How long the attempts ran together, in seconds.
         * @example 5520.25
         */
        runSeconds: number;
        /**
         * @description The CPU that pods requested while they ran, in seconds of one core.
         * @example 2760.125
         */
        cpuSeconds: number;
        /**
         * @description The memory that pods requested while they ran, in GiB for one second.
         * @example 11040.5
         */
        memoryGibSeconds: number;
        /**
         * @description The bytes of log that are stored.
         * @example 1204480
         */
        logBytes: number;
        /**
         * @description The bytes that the present values of job storage had, as JSON: the greatest of about hourly measurements, added up over jobs. Of several days, the greatest; of several tenants, their sum.
         * @example 18432
         */
        storageBytes: number;
      }[];
      /**
       * @description The `cursor` of the next page; null on the last page.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
      /**
       * @description The month in UTC that is listed.
       * @example 2026-11
       */
      month: string;
      /**
       * @description Since when runs are counted; null if none has been counted yet.
       * @example 2026-12-01T00:00:00.000Z
       */
      since: string | null;
      /**
       * @description All runs that ended up to here are counted; null if none has been counted yet.
       * @example 2026-12-01T00:00:00.000Z
       */
      countedUntil: string | null;
    };
    ListLimitsAnswer: {
      /**
       * @description The limits of the tenant.
       * @example [
       *       {
       *         "group": "nightly",
       *         "size": 2,
       *         "held": 1,
       *         "holders": [
       *           {
       *             "run": "acme-nightly-1796094000",
       *             "job": "acme-nightly",
       *             "priority": 10,
       *             "since": "2026-12-01T00:00:00.000Z"
       *           }
       *         ],
       *         "waiting": [
       *           {
       *             "run": "acme-nightly-1796094000",
       *             "job": "acme-nightly",
       *             "priority": 10,
       *             "since": "2026-12-01T00:00:00.000Z"
       *           }
       *         ],
       *         "moreWait": true
       *       }
       *     ]
       */
      items: {
        /**
         * @description The name of the group; null: the quota of the tenant.
         * @example nightly
         */
        group: string | null;
        /**
         * @description How many runs may be active at once; null: any number.
         * @example 2
         */
        size: number | null;
        /**
         * @description How many permits are held.
         * @example 1
         */
        held: number;
        /**
         * @description The first 200 runs that hold permits, oldest first.
         * @example [
         *       {
         *         "run": "acme-nightly-1796094000",
         *         "job": "acme-nightly",
         *         "priority": 10,
         *         "since": "2026-12-01T00:00:00.000Z"
         *       }
         *     ]
         */
        holders: {
          /**
           * @description The id of the run.
           * @example acme-nightly-1796094000
           */
          run: string;
          /**
           * @description The id of the job of the run.
           * @example acme-nightly
           */
          job: string;
          /**
           * @description The priority of the run.
           * @example 10
           */
          priority: number;
          /**
           * Format: date-time
           * @description Since when the run has held its permit, or has been waiting.
           * @example 2026-12-01T00:00:00.000Z
           */
          since: string;
        }[];
        /**
         * @description The runs that get the next permits, in order.
         * @example [
         *       {
         *         "run": "acme-nightly-1796094000",
         *         "job": "acme-nightly",
         *         "priority": 10,
         *         "since": "2026-12-01T00:00:00.000Z"
         *       }
         *     ]
         */
        waiting: {
          /**
           * @description The id of the run.
           * @example acme-nightly-1796094000
           */
          run: string;
          /**
           * @description The id of the job of the run.
           * @example acme-nightly
           */
          job: string;
          /**
           * @description The priority of the run.
           * @example 10
           */
          priority: number;
          /**
           * Format: date-time
           * @description Since when the run has held its permit, or has been waiting.
           * @example 2026-12-01T00:00:00.000Z
           */
          since: string;
        }[];
        /**
         * @description True if more runs wait than are listed.
         * @example true
         */
        moreWait: boolean;
      }[];
    };
    ListServicesAnswer: {
      /**
       * @description The services.
       * @example [
       *       {
       *         "service": "api",
       *         "replicas": 2
       *       }
       *     ]
       */
      items: {
        /**
         * @description The service.
         * @example api
         * @enum {string}
         */
        service: 'api' | 'scheduler' | 'executor' | 'log-collector';
        /**
         * @description How many replicas are ready and have sent a heartbeat within the last seconds.
         * @example 2
         */
        replicas: number;
      }[];
    };
    GetSystemAnswer: {
      /**
       * Format: date-time
       * @description When these figures were read.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /**
       * @description The number of shards over which jobs and runs are spread.
       * @example 64
       */
      shards: number;
      /**
       * @description The replicas.
       * @example [
       *       {
       *         "replica": "scheduler-node7-1-5f3a9c01",
       *         "service": "api",
       *         "host": "node-1",
       *         "version": "0.2.0",
       *         "ready": true,
       *         "silent": true,
       *         "heartbeatAt": "2026-12-01T00:00:00.000Z",
       *         "clockSkewSeconds": 0.012,
       *         "shards": 64,
       *         "lags": [
       *           {
       *             "of": "slots",
       *             "seconds": 86400
       *           }
       *         ]
       *       }
       *     ]
       */
      replicas: {
        /**
         * @description The name of the replica.
         * @example scheduler-node7-1-5f3a9c01
         */
        replica: string;
        /**
         * @description The service to which the replica belongs.
         * @example api
         * @enum {string}
         */
        service: 'api' | 'scheduler' | 'executor' | 'log-collector';
        /**
         * @description The host on which the replica runs.
         * @example node-1
         */
        host: string;
        /**
         * @description The version of the replica.
         * @example 0.2.0
         */
        version: string;
        /**
         * @description False while the replica must not own shards: it starts, stops, or its clock is wrong.
         * @example true
         */
        ready: boolean;
        /**
         * @description True if the replica has sent no heartbeat for so long that other replicas, if there are any, have taken over its shards.
         * @example true
         */
        silent: boolean;
        /**
         * Format: date-time
         * @description When the replica sent its last heartbeat.
         * @example 2026-12-01T00:00:00.000Z
         */
        heartbeatAt: string;
        /**
         * @description Seconds by which the clock of the replica is ahead of the clock of the database.
         * @example 0.012
         */
        clockSkewSeconds: number;
        /**
         * @description How many shards the replica owns.
         * @example 64
         */
        shards: number;
        /**
         * @description How long work of the replica has waited, by kind; empty for the api.
         * @example [
         *       {
         *         "of": "slots",
         *         "seconds": 86400
         *       }
         *     ]
         */
        lags: {
          /**
           * @description The kind of work that waits. slots: slots that are due and have no outcome yet; starts: runs that wait for a start; callbacks: stored callbacks that are not processed yet; pings, monitors, rules: checks that are due; logs: lines that were read but are not stored yet.
           * @example slots
           * @enum {string}
           */
          of: 'slots' | 'starts' | 'callbacks' | 'pings' | 'monitors' | 'rules' | 'logs';
          /**
           * @description For how many seconds the oldest item has waited, as of the last heartbeat.
           * @example 86400
           */
          seconds: number;
        }[];
      }[];
      /**
       * @description Messages in the queue of dispatches that no executor has taken yet; null while NATS is not available.
       * @example 0
       */
      dispatches: number | null;
      /**
       * @description The keys of encrypted values, in the order of `SECRET_KEYS`, missing keys last.
       * @example [
       *       {
       *         "key": "k1",
       *         "use": "sealing",
       *         "values": 3,
       *         "collections": [
       *           {
       *             "collection": "jobs",
       *             "values": 3
       *           }
       *         ]
       *       }
       *     ]
       */
      keys: {
        /**
         * @description The id of the key; never the key itself.
         * @example europe
         */
        key: string;
        /**
         * @description sealing: the first key of `SECRET_KEYS`, which encrypts new values; opening: only decrypts older ones; missing: values need it, but this replica of the api does not have it.
         * @example sealing
         * @enum {string}
         */
        use: 'sealing' | 'opening' | 'missing';
        /**
         * @description How many encrypted values need the key, as last counted.
         * @example 3
         */
        values: number;
        /**
         * @description The collections of these values, those with the most values first. A key that only decrypts can be removed when there are no such values.
         * @example [
         *       {
         *         "collection": "jobs",
         *         "values": 3
         *       }
         *     ]
         */
        collections: {
          /**
           * @description The collection in which the values are stored.
           * @example jobs
           */
          collection: string;
          /**
           * @description How many values there are.
           * @example 3
           */
          values: number;
        }[];
      }[];
      /**
       * @description When the values were counted; null before the first count.
       * @example 2026-12-01T00:00:00.000Z
       */
      keysCountedAt: string | null;
    };
    Invocation: {
      /**
       * @description The id of the run.
       * @example acme-nightly-1796094000
       */
      runId: string;
      /**
       * @description The id of the attempt; also in the header `Idempotency-Key`.
       * @example acme-nightly-1796094000/0/main/0/1
       */
      attemptId: string;
      /**
       * @description The number of the attempt at this index, from 1.
       * @example 1
       */
      attempt: number;
      /**
       * @description The name of the task; `main` for a plain job.
       * @example main
       */
      task: string;
      /**
       * @description The number of the index, from 0.
       * @example 0
       */
      index: number;
      /**
       * @description The key of the index from `withKeys`; null if there is none.
       * @example europe
       */
      indexKey: string | null;
      /**
       * @description The values of the index from `withMatrix`; null if there are none.
       * @example {
       *       "system": "debian",
       *       "node": "24"
       *     }
       */
      indexMatrix: {
        [key: string]: string;
      } | null;
      /**
       * @description How many indexes the task has.
       * @example 1
       */
      indexCount: number;
      /**
       * @description The complete snapshot of the job that the run was started from, with parameters and secureParameters, without status.
       * @example {
       *       "id": "acme-nightly",
       *       "name": "Nightly report",
       *       "parameters": {
       *         "rows": 1000
       *       }
       *     }
       */
      job: components['schemas']['JsonObject'];
      /**
       * @description The values of the job's options in this run, including secret ones; absent if the job declares none.
       * @example {
       *       "day": "2026-11-30"
       *     }
       */
      options?: components['schemas']['JsonObject'];
      /**
       * @description The values of the external secrets to which the job refers in `secretsFrom`, by `as`; absent if it refers to none.
       * @example {
       *       "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
       *     }
       */
      secrets?: {
        [key: string]: string;
      };
      /**
       * @description The slot of the run; null for a run without a slot.
       * @example 2026-12-01T03:00:00.000Z
       */
      scheduledFor: string | null;
      /**
       * @description The job storage that earlier runs have saved; null if nothing is saved.
       * @example {
       *       "lastRow": 1204
       *     }
       */
      jobStorage: components['schemas']['JsonValue'];
      /**
       * @description When the latest successful run of the job started; null if there was none.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastSuccessStart: string | null;
      /**
       * @description When the latest successful run of the job ended; null if there was none.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastSuccessFinish: string | null;
      /**
       * @description The addresses for callbacks of the attempt.
       * @example {
       *       "log": "https://carillon.acme.example/api/v1/callbacks/runs/acme-nightly-1796094000~0~main~0~1/log",
       *       "status": "https://carillon.acme.example/api/v1/callbacks/runs/acme-nightly-1796094000~0~main~0~1/status",
       *       "jobStorage": "https://carillon.acme.example/api/v1/callbacks/runs/acme-nightly-1796094000~0~main~0~1/job_storage",
       *       "token": "carillon_k3v9x2_q2hHc0ZlAbCdEfGhIjKlMnOpQrStUv"
       *     }
       */
      callback: {
        /**
         * Format: uri
         * @description The address for log lines.
         * @example https://carillon.acme.example/api/v1/callbacks/runs/acme-nightly-1796094000~0~main~0~1/log
         */
        log: string;
        /**
         * Format: uri
         * @description The address for reports of progress and of the end.
         * @example https://carillon.acme.example/api/v1/callbacks/runs/acme-nightly-1796094000~0~main~0~1/status
         */
        status: string;
        /**
         * Format: uri
         * @description The address for saving job storage.
         * @example https://carillon.acme.example/api/v1/callbacks/runs/acme-nightly-1796094000~0~main~0~1/job_storage
         */
        jobStorage: string;
        /**
         * Format: uri
         * @description The address for a new identity token; absent if the job has no identity.
         * @example https://carillon.example.com/api/v1/callbacks/runs/ibm-nightly-1796119200~0~main~0~1/identity
         */
        identity?: string;
        /**
         * @description The bearer token of these calls.
         * @example carillon_k3v9x2_q2hHc0ZlAbCdEfGhIjKlMnOpQrStUv
         */
        token: string;
      };
    };
    Notice: {
      /**
       * @description The id of the notice, the same in every try; also sent in the header `Idempotency-Key`.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      id: string;
      /**
       * @description The event; of an incident `opened`, `escalated` or `resolved`; `test` for a test of a channel.
       * @example failed
       * @enum {string}
       */
      on:
        | 'failed'
        | 'missed'
        | 'late'
        | 'long'
        | 'recovered'
        | 'started'
        | 'succeeded'
        | 'opened'
        | 'escalated'
        | 'resolved'
        | 'test';
      /**
       * Format: date-time
       * @description When the event happened.
       * @example 2026-12-01T03:00:00.000Z
       */
      at: string;
      /**
       * @description The tenant of the job.
       * @example acme
       */
      tenant: string;
      /**
       * @description The id of the job; of the monitor or the rule where it is about an incident.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description The name of the job, of the monitor or of the rule.
       * @example Nightly report
       */
      jobName: string;
      /**
       * @description One sentence for people.
       * @example Nightly report has failed.
       */
      message: string;
      /**
       * @description The title by the template of the channel; only where it has one.
       * @example The object does not exist
       */
      title?: string;
      /**
       * @description The text by the template of the channel; only where it has one.
       * @example 412 MiB written
       */
      text?: string;
      /**
       * @description The run that the notice is about; null for `missed`, where there is none.
       * @example {
       *       "id": "acme-nightly-1796094000",
       *       "state": "FINISHED",
       *       "phase": "Completed",
       *       "reason": "AllIndexesSucceeded",
       *       "message": "Every index has succeeded.",
       *       "scheduledFor": "2026-12-01T03:00:00.000Z",
       *       "createdAt": "2026-11-30T03:00:00.000Z",
       *       "started": "2026-12-01T03:00:00.000Z",
       *       "finished": "2026-12-01T03:04:11.907Z",
       *       "exitCode": 75,
       *       "url": "https://reports.acme.example/work"
       *     }
       */
      run: {
        /**
         * @description The id of the run.
         * @example acme-nightly-1796094000
         */
        id: string;
        /**
         * @description The coarse state of the run.
         * @example FINISHED
         */
        state: string;
        /**
         * @description The phase of the run.
         * @example Completed
         */
        phase: string;
        /**
         * @description The reason for the phase, as a code.
         * @example AllIndexesSucceeded
         */
        reason: string;
        /**
         * @description The reason for the phase, as a sentence; empty where there is nothing to add.
         * @example Every index has succeeded.
         */
        message: string;
        /**
         * @description The slot of the run; null for a run without a slot.
         * @example 2026-12-01T03:00:00.000Z
         */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When the run was recorded.
         * @example 2026-11-30T03:00:00.000Z
         */
        createdAt: string;
        /**
         * @description When its first attempt started; null before that.
         * @example 2026-12-01T03:00:00.000Z
         */
        started: string | null;
        /**
         * @description When it ended; null before its end.
         * @example 2026-12-01T03:04:11.907Z
         */
        finished: string | null;
        /**
         * @description The exit code that decided the result; null where there is none.
         * @example 75
         */
        exitCode: number | null;
        /**
         * Format: uri
         * @description The address of the run in the web UI.
         * @example https://reports.acme.example/work
         */
        url: string;
        /**
         * Format: uri
         * @description The same, at the first line of its log that names an error; only for a run that has failed.
         * @example https://carillon.example/#/runs/c33d-1796119200?at=error
         */
        errorUrl?: string;
      } | null;
      /**
       * @description The slots that did not become runs; null for events other than `missed`.
       * @example {
       *       "from": "2026-11-30T03:00:00.000Z",
       *       "to": "2026-12-01T03:00:00.000Z",
       *       "count": 3,
       *       "reason": "Misfire"
       *     }
       */
      missed: {
        /**
         * Format: date-time
         * @description The first of the slots.
         * @example 2026-11-30T03:00:00.000Z
         */
        from: string;
        /**
         * Format: date-time
         * @description The last of the slots.
         * @example 2026-12-01T03:00:00.000Z
         */
        to: string;
        /**
         * @description How many slots.
         * @example 3
         */
        count: number;
        /**
         * @description The reason why the slots did not run, as a code.
         * @example Misfire
         */
        reason: string;
      } | null;
      /**
       * @description Runs that are told together, because the job runs often; `run` is the newest of them.
       * @example {
       *       "count": 3,
       *       "isLeast": true,
       *       "from": "2026-11-30T03:00:00.000Z"
       *     }
       */
      gathered?: {
        /**
         * @description How many runs it tells of, besides those that were told one by one.
         * @example 3
         */
        count: number;
        /**
         * @description True if there may be more.
         * @example true
         */
        isLeast: boolean;
        /**
         * Format: date-time
         * @description The minute in which they started, or succeeded.
         * @example 2026-11-30T03:00:00.000Z
         */
        from: string;
      };
      /**
       * @description The incident that the notice is about; only where there is one.
       * @example {
       *       "id": "01kbcx0000zq4m8r2v6y1t5w9a",
       *       "monitor": "backup",
       *       "reason": "failed",
       *       "openedAt": "2026-12-01T03:00:00.000Z",
       *       "acknowledgedBy": "ada",
       *       "resolvedAt": "2026-12-01T03:20:00.000Z"
       *     }
       */
      incident?: {
        /**
         * @description The id of the incident.
         * @example 01kbcx0000zq4m8r2v6y1t5w9a
         */
        id: string;
        /**
         * @description What opened the incident: a monitor of work that runs elsewhere, or a rule about jobs.
         * @example monitor
         * @enum {string}
         */
        source?: 'monitor' | 'rule';
        /**
         * @description The id of the monitor, or of the rule.
         * @example backup
         */
        monitor: string;
        /**
         * Format: uri
         * @description The address of the incident in the web UI.
         * @example https://carillon.example/#/incidents/5f0c9e1d2b3a4c5d6e7f8a9b-1
         */
        url?: string;
        /**
         * @description The reason for the incident: `failed`, `missed` or `long` for a monitor, the `type` of the condition for a rule.
         * @example failed
         */
        reason: string;
        /**
         * @description The first 20 affected jobs; for rules only.
         * @example [
         *       {
         *         "id": "acme-nightly",
         *         "name": "Nightly report",
         *         "message": "three runs in a row have failed"
         *       }
         *     ]
         */
        jobs?: {
          /**
           * @description The id of the job.
           * @example acme-nightly
           */
          id: string;
          /**
           * @description The name of the job.
           * @example Nightly report
           */
          name: string;
          /**
           * @description What is wrong with the job.
           * @example three runs in a row have failed
           */
          message: string;
          /**
           * Format: uri
           * @description The address of the failed run by which the problem was found, at the first line of its log that names an error; only for conditions about failures.
           * @example https://carillon.example/#/runs/c33d-1796119200?at=error
           */
          errorUrl?: string;
        }[];
        /**
         * @description How many jobs are affected; for rules only.
         * @example 1
         */
        jobCount?: number;
        /**
         * Format: date-time
         * @description When the incident was opened.
         * @example 2026-12-01T03:00:00.000Z
         */
        openedAt: string;
        /**
         * @description Who acknowledged the incident; null where nobody has.
         * @example ada
         */
        acknowledgedBy: string | null;
        /**
         * @description When it ended; null before its end.
         * @example 2026-12-01T03:20:00.000Z
         */
        resolvedAt: string | null;
      };
    };
    Problem: {
      /**
       * Format: uri
       * @description The kind of problem: `urn:carillon:problem:` and the code.
       * @example urn:carillon:problem:not-found
       */
      type: string;
      /**
       * @description The meaning of `code`.
       * @example The object does not exist
       */
      title: string;
      /**
       * @description The HTTP status.
       * @example 404
       */
      status: number;
      /**
       * @description The error code, for programs.
       * @example NOT_FOUND
       * @enum {string}
       */
      code:
        | 'VALIDATION_FAILED'
        | 'MALFORMED_BODY'
        | 'UNAUTHENTICATED'
        | 'FORBIDDEN'
        | 'NOT_FOUND'
        | 'METHOD_NOT_ALLOWED'
        | 'REQUEST_TIMEOUT'
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
        | 'HEADERS_TOO_LARGE'
        | 'INTERNAL'
        | 'UNAVAILABLE'
        | 'SCHEDULER_UNAVAILABLE';
      /**
       * @description The cause of the error in this case, for people.
       * @example there is no job acme-nightly
       */
      detail: string;
      /**
       * @description The errors of single fields.
       * @example [
       *       {
       *         "path": "schedule.cron",
       *         "message": "has 4 fields, not 5, 6 or 7"
       *       }
       *     ]
       */
      errors?: {
        /**
         * @description The field, such as `schedule.cron`.
         * @example schedule.cron
         */
        path: string;
        /**
         * @description What is wrong with the field.
         * @example has 4 fields, not 5, 6 or 7
         */
        message: string;
      }[];
    };
  };
  responses: {
    /** @description `VALIDATION_FAILED`: The request is not valid */
    VALIDATION_FAILED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `UNAUTHENTICATED`: A valid token is required */
    UNAUTHENTICATED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `TOO_MANY_REQUESTS`: Too many requests */
    TOO_MANY_REQUESTS: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `FORBIDDEN`: The token lacks the role for this */
    FORBIDDEN: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The answer to a request with `Carillon-Dry-Run: true` that would succeed. Nothing was changed. */
    Judged: {
      headers: {
        /** @description `unchanged` if the request would change nothing. */
        'Carillon-Dry-Run'?: 'changes' | 'unchanged';
        [name: string]: unknown;
      };
      content?: never;
    };
    /**
     * @description `VALIDATION_FAILED`: The request is not valid
     *
     *     `MALFORMED_BODY`: The body cannot be read
     */
    'VALIDATION_FAILED.MALFORMED_BODY': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `IDEMPOTENCY_KEY_REUSED`: The idempotency key was used for another request */
    IDEMPOTENCY_KEY_REUSED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `BODY_TOO_LARGE`: The body is too large */
    BODY_TOO_LARGE: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `UNSUPPORTED_MEDIA_TYPE`: This media type is not accepted */
    UNSUPPORTED_MEDIA_TYPE: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `ALREADY_EXISTS`: The object exists already */
    ALREADY_EXISTS: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `NOT_FOUND`: The object does not exist */
    NOT_FOUND: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `PRECONDITION_FAILED`: The object was changed since it was read */
    PRECONDITION_FAILED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `IN_USE`: The object is still in use */
    IN_USE: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `ALREADY_EXISTS`: The object exists already
     *
     *     `QUOTA_EXCEEDED`: The tenant's quota is used up
     */
    'ALREADY_EXISTS.QUOTA_EXCEEDED': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `UNAVAILABLE`: A part of the service is not available */
    UNAVAILABLE: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /**
     * @description `CONCURRENCY_FORBIDDEN`: The concurrency policy of the job forbids a further run now
     *
     *     `QUEUE_FULL`: The queue of the limit is full
     *
     *     `QUOTA_EXCEEDED`: The tenant's quota is used up
     */
    'CONCURRENCY_FORBIDDEN.QUEUE_FULL.QUOTA_EXCEEDED': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `SCHEDULER_UNAVAILABLE`: The scheduler does not answer */
    SCHEDULER_UNAVAILABLE: {
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
    'CONFLICT.QUOTA_EXCEEDED': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `CONFLICT`: The present state does not allow this */
    CONFLICT: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `RUN_NOT_FINAL`: The run has not ended */
    RUN_NOT_FINAL: {
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
    'RUN_FINAL.CONFLICT': {
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
     *     `CONCURRENCY_FORBIDDEN`: The concurrency policy of the job forbids a further run now
     *
     *     `QUEUE_FULL`: The queue of the limit is full
     *
     *     `CONFLICT`: The present state does not allow this
     */
    'RUN_NOT_FINAL.CONCURRENCY_FORBIDDEN.QUEUE_FULL.CONFLICT': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `QUOTA_EXCEEDED`: The tenant's quota is used up */
    QUOTA_EXCEEDED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `ATTEMPT_ENDED`: The attempt has ended or is not the current one */
    ATTEMPT_ENDED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
  };
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
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only items with this text in their name or id. */
        q?: string;
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  createWorker: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      409: components['responses']['ALREADY_EXISTS'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getWorker: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  replaceWorker: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        /** @description The id of the object. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds when that service is available again. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  deleteWorker: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['IN_USE'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  patchWorker: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        /** @description The id of the object. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds when that service is available again. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Whether the answer contains the number of all items: exact up to 1000, estimated above. */
        total?: 'true' | 'false';
        /** @description `name`: by tenant, then name; `-name`: the reverse order; `nextSlot`: the jobs that run soonest come first, those without a next slot last. A paused or disabled job is sorted by the slot that it would have. A job whose slot passes while pages are read can occur twice or not at all. No other orders are possible. */
        sort?: 'name' | '-name' | 'nextSlot';
        /** @description Only jobs of this tenant. */
        tenant?: string;
        /** @description Only jobs of this worker. */
        worker?: string;
        /** @description True: only enabled jobs; false: only disabled jobs. */
        enabled?: 'true' | 'false';
        /** @description `true`: only archived jobs; `any`: archived jobs, too. Default: no archived jobs. */
        archived?: 'false' | 'true' | 'any';
        /** @description Only items with this text in their name or id. */
        q?: string;
        /** @description Only jobs with this label. If it is given several times: only jobs with all of the labels. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  createJob: {
    parameters: {
      query?: {
        /** @description True: the body is merged over the template of the worker. */
        fromTemplate?: 'true' | 'false';
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds when that service is available again. */
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
           *         "queuedRuns": 0,
           *         "delayedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      409: components['responses']['ALREADY_EXISTS.QUOTA_EXCEEDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the object. */
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
           *         "queuedRuns": 0,
           *         "delayedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  replaceJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        /** @description The id of the object. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds when that service is available again. */
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
           *         "queuedRuns": 0,
           *         "delayedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['ALREADY_EXISTS'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  deleteJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      204: {
        headers: {
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds when that service is available again. */
          'Carillon-Pending'?: 'scheduler';
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  patchJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        /** @description The id of the object. */
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
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds when that service is available again. */
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
           *         "queuedRuns": 0,
           *         "delayedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['ALREADY_EXISTS'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listJobVersions: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  diffJobVersions: {
    parameters: {
      query?: {
        /** @description The earlier version. Default: the version before `to`. */
        from?: number;
        /** @description The later version. Default: the present version. */
        to?: number;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  rollbackJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      /** @description Restore an earlier version of a job */
      200: {
        headers: {
          ETag?: string;
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds when that service is available again. */
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
           *         "queuedRuns": 0,
           *         "delayedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  pauseJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      /** @description Pause a job, so that it gets no new slots, or archive it */
      200: {
        headers: {
          ETag?: string;
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds when that service is available again. */
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
           *         "queuedRuns": 0,
           *         "delayedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  resumeJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      /** @description Resume a paused or archived job */
      200: {
        headers: {
          ETag?: string;
          /** @description The change is stored, but the service `scheduler` has not applied it yet: it takes effect within seconds when that service is available again. */
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
           *         "queuedRuns": 0,
           *         "delayedRuns": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['Job'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  jobBatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "jobs": [
         *         {
         *           "tenant": "ibm",
         *           "name": "Required Learning CSV upload",
         *           "worker": "requiredlearningcsv",
         *           "cron": "0 10 * * *",
         *           "parameters": {
         *             "delimiter": ";"
         *           }
         *         },
         *         {
         *           "tenant": "ibm",
         *           "name": "unknown",
         *           "worker": "unknown",
         *           "cron": "0 10 * * *",
         *           "parameters": {
         *             "delimiter": ";"
         *           },
         *           "id": "ibm-unknown"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['JobBatchBody'];
      };
    };
    responses: {
      /** @description Create many jobs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "created": 1,
           *       "refused": 1,
           *       "items": [
           *         {
           *           "status": 201,
           *           "id": "c33d29933ce131e4b0e97da5",
           *           "version": 1,
           *           "etag": "\"1\""
           *         },
           *         {
           *           "status": 400,
           *           "code": "VALIDATION_FAILED",
           *           "detail": "the request is not valid",
           *           "errors": [
           *             {
           *               "path": "worker",
           *               "message": "there is no worker unknown"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['JobBatchAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  runJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      /** @description The request is a duplicate of an earlier one by `deduplicate` of the job, and changes nothing. The answer contains the run of the earlier request. */
      200: {
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
           *         "priority": 0,
           *         "limitKey": null,
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
           *         "preemptions": 0,
           *         "phaseSince": "2026-12-01T10:00:21.844Z",
           *         "minAvailable": null,
           *         "archived": false,
           *         "rerunOf": null,
           *         "backfill": null,
           *         "errorGroup": null,
           *         "requests": null,
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
           *         "priority": 0,
           *         "limitKey": null,
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
           *         "preemptions": 0,
           *         "phaseSince": "2026-12-01T10:00:21.844Z",
           *         "minAvailable": null,
           *         "archived": false,
           *         "rerunOf": null,
           *         "backfill": null,
           *         "errorGroup": null,
           *         "requests": null,
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['CONCURRENCY_FORBIDDEN.QUEUE_FULL.QUOTA_EXCEEDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['SCHEDULER_UNAVAILABLE'];
    };
  };
  listSlots: {
    parameters: {
      query?: {
        /** @description Only slots from this instant on. Default: now. */
        from?: string;
        /** @description How many slots. */
        count?: number;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List slots of a job: future slots, and the outcomes of past slots */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
        /** @description The id of the object. */
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
           *           "backfilled": 0,
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  previewSchedule: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
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
      /** @description Preview the slots of a schedule */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  startBackfill: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      /** @description Start a backfill: run past slots of a job */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['CONFLICT.QUOTA_EXCEEDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['SCHEDULER_UNAVAILABLE'];
    };
  };
  listBackfills: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  cancelBackfill: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['CONFLICT'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['SCHEDULER_UNAVAILABLE'];
    };
  };
  listRuns: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Whether the answer contains the number of all items: exact up to 1000, estimated above. */
        total?: 'true' | 'false';
        /** @description `-createdAt`: newest first; `createdAt`: oldest first. No other orders are possible. */
        sort?: '-createdAt' | 'createdAt';
        /** @description Only runs of this tenant. */
        tenant?: string;
        /** @description Only runs of this job. */
        job?: string;
        /** @description Only runs in this coarse state. */
        state?: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
        /** @description True: only runs that count as failures everywhere, which are those in the state `FAILED` and those of web services that were silent for too long (`ABORTED` with the reason `IdleTimeout`); false: only others. Default: both. */
        failed?: 'true' | 'false';
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
        /** @description Only runs with this trigger. */
        trigger?: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
        /** @description Only failed runs of this error group. */
        errorGroup?: string;
        /** @description Only runs that were recorded from this instant on. */
        from?: string;
        /** @description Only runs that were recorded before this instant. */
        to?: string;
        /** @description True: only runs in the archive; false: only runs that are not in the archive. Default: both. */
        archived?: 'true' | 'false';
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  runBatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  getRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the object. */
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
           *       "priority": 0,
           *       "limitKey": null,
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
           *       "preemptions": 0,
           *       "phaseSince": "2026-12-01T10:00:21.844Z",
           *       "minAvailable": null,
           *       "archived": false,
           *       "rerunOf": null,
           *       "backfill": null,
           *       "errorGroup": null,
           *       "requests": null,
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
           *       "items": null,
           *       "options": {},
           *       "waitsFor": [],
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  deleteRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['RUN_NOT_FINAL'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  patchRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      /** @description Resize a run while it is active */
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
           *       "priority": 0,
           *       "limitKey": null,
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
           *       "preemptions": 0,
           *       "phaseSince": "2026-12-01T10:00:21.844Z",
           *       "minAvailable": null,
           *       "archived": false,
           *       "rerunOf": null,
           *       "backfill": null,
           *       "errorGroup": null,
           *       "requests": null,
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['RUN_FINAL.CONFLICT'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  commandRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['RUN_FINAL.CONFLICT'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  rerunRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
           *         "priority": 0,
           *         "limitKey": null,
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
           *         "preemptions": 0,
           *         "phaseSince": "2026-12-01T10:00:21.844Z",
           *         "minAvailable": null,
           *         "archived": false,
           *         "rerunOf": null,
           *         "backfill": null,
           *         "errorGroup": null,
           *         "requests": null,
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['RUN_NOT_FINAL.CONCURRENCY_FORBIDDEN.QUEUE_FULL.CONFLICT'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['SCHEDULER_UNAVAILABLE'];
    };
  };
  listAttempts: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only items of this task. */
        task?: string;
        /** @description Only attempts of the index with this number. */
        index?: number;
        /** @description Only attempts in this state. */
        state?: 'pending' | 'running' | 'terminating' | 'succeeded' | 'failed';
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
           *           "exitCodes": null,
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listIndexes: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only items of this task. */
        task?: string;
        /** @description Only indexes in this state. */
        state?: 'pending' | 'running' | 'terminating' | 'backoff' | 'succeeded' | 'failed';
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  jobGraph: {
    parameters: {
      query?: {
        /** @description How many steps before and after the job are shown. Default: 2. */
        depth?: number;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the dependencies of a job: the jobs before and after it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobGraphAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  runDependents: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Run the dependents of a run */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunDependentsAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['RUN_NOT_FINAL'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['SCHEDULER_UNAVAILABLE'];
    };
  };
  listJobDeliveries: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listRunDeliveries: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listIncidentDeliveries: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  redeliver: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['CONFLICT'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  listChannels: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only items of this tenant. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  createChannel: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      409: components['responses']['ALREADY_EXISTS.QUOTA_EXCEEDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getChannel: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
           *       "events": null,
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Channel'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  replaceChannel: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  deleteChannel: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['IN_USE'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  testChannel: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
        /** @description Sends a message as for this event, with made-up values. Default: one that says it is a test. */
        on?: 'failed' | 'missed' | 'late' | 'long' | 'recovered' | 'started' | 'succeeded';
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  replayChannel: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "after": "2026-12-01T10:00:00Z"
         *     }
         */
        'application/json': components['schemas']['ReplayChannelBody'];
      };
    };
    responses: {
      /** @description Send events to a channel again */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Channel'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['CONFLICT'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  previewChannel: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "on": "failed",
         *       "template": {
         *         "title": "${job.name} ${on}"
         *       }
         *     }
         */
        'application/json': components['schemas']['PreviewChannelBody'];
      };
    };
    responses: {
      /** @description Show a message of a channel without sending it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "title": "Nightly billing failed",
           *       "text": "Job: Nightly billing",
           *       "message": "{\"text\":\"Nightly billing failed\"}"
           *     }
           */
          'application/json': components['schemas']['PreviewChannelAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listMonitors: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only items of this tenant. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  createMonitor: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      409: components['responses']['ALREADY_EXISTS.QUOTA_EXCEEDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getMonitor: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  replaceMonitor: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  deleteMonitor: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  rotateMonitor: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Replace the address of a monitor */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listPings: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listRules: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only items of this tenant. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  createRule: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      409: components['responses']['ALREADY_EXISTS.QUOTA_EXCEEDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getRule: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  replaceRule: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  deleteRule: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listTriggers: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only items of this tenant. */
        tenant?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List triggers */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "release",
           *           "tenant": "ibm",
           *           "name": "A release",
           *           "job": "kept",
           *           "url": "https://carillon.example/hooks/6f1c",
           *           "subject": null,
           *           "webhook": {
           *             "signature": "github",
           *             "secrets": {
           *               "first": "***"
           *             }
           *           },
           *           "when": [
           *             {
           *               "body": "/action",
           *               "equals": "published"
           *             }
           *           ],
           *           "parameters": {
           *             "version": {
           *               "body": "/release/tag_name"
           *             }
           *           },
           *           "updatedAt": "2026-11-20T09:30:00.000Z",
           *           "updatedBy": "ada"
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListTriggersAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  createTrigger: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "release",
         *       "tenant": "ibm",
         *       "job": "kept",
         *       "webhook": {
         *         "signature": "github",
         *         "secrets": {
         *           "first": "at-least-16-characters"
         *         }
         *       },
         *       "when": [
         *         {
         *           "body": "/action",
         *           "equals": "published"
         *         }
         *       ],
         *       "parameters": {
         *         "version": {
         *           "body": "/release/tag_name"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['NewTrigger'];
      };
    };
    responses: {
      /** @description Create a trigger: signed messages from outside start runs of a job */
      201: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "release",
           *       "tenant": "ibm",
           *       "name": "A release",
           *       "job": "kept",
           *       "url": "https://carillon.example/hooks/6f1c",
           *       "subject": null,
           *       "webhook": {
           *         "signature": "github",
           *         "secrets": {
           *           "first": "***"
           *         }
           *       },
           *       "when": [
           *         {
           *           "body": "/action",
           *           "equals": "published"
           *         }
           *       ],
           *       "parameters": {
           *         "version": {
           *           "body": "/release/tag_name"
           *         }
           *       },
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Trigger'];
        };
      };
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      409: components['responses']['ALREADY_EXISTS.QUOTA_EXCEEDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getTrigger: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a trigger */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "release",
           *       "tenant": "ibm",
           *       "name": "A release",
           *       "job": "kept",
           *       "url": "https://carillon.example/hooks/6f1c",
           *       "subject": null,
           *       "webhook": {
           *         "signature": "github",
           *         "secrets": {
           *           "first": "***"
           *         }
           *       },
           *       "when": [
           *         {
           *           "body": "/action",
           *           "equals": "published"
           *         }
           *       ],
           *       "parameters": {
           *         "version": {
           *           "body": "/release/tag_name"
           *         }
           *       },
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Trigger'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  replaceTrigger: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "job": "kept",
         *       "webhook": {
         *         "signature": "github",
         *         "secrets": {
         *           "first": "***"
         *         }
         *       },
         *       "when": [
         *         {
         *           "body": "/action",
         *           "equals": "published"
         *         }
         *       ],
         *       "parameters": {
         *         "version": {
         *           "body": "/release/tag_name"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['TriggerReplacement'];
      };
    };
    responses: {
      /** @description Replace a trigger */
      200: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "release",
           *       "tenant": "ibm",
           *       "name": "A release",
           *       "job": "kept",
           *       "url": "https://carillon.example/hooks/6f1c",
           *       "subject": null,
           *       "webhook": {
           *         "signature": "github",
           *         "secrets": {
           *           "first": "***"
           *         }
           *       },
           *       "when": [
           *         {
           *           "body": "/action",
           *           "equals": "published"
           *         }
           *       ],
           *       "parameters": {
           *         "version": {
           *           "body": "/release/tag_name"
           *         }
           *       },
           *       "updatedAt": "2026-11-20T09:30:00.000Z",
           *       "updatedBy": "ada"
           *     }
           */
          'application/json': components['schemas']['Trigger'];
        };
      };
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  deleteTrigger: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listTriggerDeliveries: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the deliveries to a trigger, with their outcomes */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListTriggerDeliveriesAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listIncidents: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Whether the answer contains the number of all items: exact up to 1000, estimated above. */
        total?: 'true' | 'false';
        /** @description Only incidents of this tenant. */
        tenant?: string;
        /** @description Only incidents in this state. */
        state?: 'open' | 'acknowledged' | 'resolved';
        /** @description Only incidents of this monitor. Needs `tenant`, unless you have roles in one tenant only. */
        monitor?: string;
        /** @description Only incidents of this rule. Needs `tenant`, as `monitor` does, and cannot be combined with `monitor`. */
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
           *           "message": "Nightly backup: no success was reported in time",
           *           "state": "acknowledged",
           *           "openedAt": "2026-12-01T03:05:00.000Z",
           *           "acknowledgedAt": "2026-12-01T03:11:40.000Z",
           *           "acknowledgedBy": "ada",
           *           "escalatedAt": null,
           *           "resolvedAt": null,
           *           "resolvedBy": null,
           *           "endCause": null,
           *           "notes": [
           *             {
           *               "at": "2026-12-01T03:20:00.000Z",
           *               "by": "ada",
           *               "text": "The disk of the backup host was full."
           *             }
           *           ],
           *           "notifiedAt": "2026-12-01T03:05:02.100Z"
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListIncidentsAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getIncident: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the object. */
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
           *       "message": "Nightly backup: no success was reported in time",
           *       "state": "acknowledged",
           *       "openedAt": "2026-12-01T03:05:00.000Z",
           *       "acknowledgedAt": "2026-12-01T03:11:40.000Z",
           *       "acknowledgedBy": "ada",
           *       "escalatedAt": null,
           *       "resolvedAt": null,
           *       "resolvedBy": null,
           *       "endCause": null,
           *       "notes": [
           *         {
           *           "at": "2026-12-01T03:20:00.000Z",
           *           "by": "ada",
           *           "text": "The disk of the backup host was full."
           *         }
           *       ],
           *       "notifiedAt": "2026-12-01T03:05:02.100Z"
           *     }
           */
          'application/json': components['schemas']['Incident'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listIncidentChanges: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List what was changed before an incident */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "at": "2026-12-01T02:48:10.000Z",
           *           "by": "ada",
           *           "action": "replaceWorker",
           *           "object": "worker/backup",
           *           "detail": "image changed"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ListIncidentChangesAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  addIncidentNote: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "The disk of the backup host was full."
         *     }
         */
        'application/json': components['schemas']['AddIncidentNoteBody'];
      };
    };
    responses: {
      /** @description Add a note to an incident, also after its end */
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
           *       "message": "Nightly backup: no success was reported in time",
           *       "state": "acknowledged",
           *       "openedAt": "2026-12-01T03:05:00.000Z",
           *       "acknowledgedAt": "2026-12-01T03:11:40.000Z",
           *       "acknowledgedBy": "ada",
           *       "escalatedAt": null,
           *       "resolvedAt": null,
           *       "resolvedBy": null,
           *       "endCause": null,
           *       "notes": [
           *         {
           *           "at": "2026-12-01T03:20:00.000Z",
           *           "by": "ada",
           *           "text": "The disk of the backup host was full."
           *         }
           *       ],
           *       "notifiedAt": "2026-12-01T03:05:02.100Z"
           *     }
           */
          'application/json': components['schemas']['Incident'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['CONFLICT'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  acknowledgeIncident: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Acknowledge an incident, so that it is not escalated */
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
           *       "message": "Nightly backup: no success was reported in time",
           *       "state": "acknowledged",
           *       "openedAt": "2026-12-01T03:05:00.000Z",
           *       "acknowledgedAt": "2026-12-01T03:11:40.000Z",
           *       "acknowledgedBy": "ada",
           *       "escalatedAt": null,
           *       "resolvedAt": null,
           *       "resolvedBy": null,
           *       "endCause": null,
           *       "notes": [
           *         {
           *           "at": "2026-12-01T03:20:00.000Z",
           *           "by": "ada",
           *           "text": "The disk of the backup host was full."
           *         }
           *       ],
           *       "notifiedAt": "2026-12-01T03:05:02.100Z"
           *     }
           */
          'application/json': components['schemas']['Incident'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['CONFLICT'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  resolveIncident: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resolve an incident */
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
           *       "message": "Nightly backup: no success was reported in time",
           *       "state": "acknowledged",
           *       "openedAt": "2026-12-01T03:05:00.000Z",
           *       "acknowledgedAt": "2026-12-01T03:11:40.000Z",
           *       "acknowledgedBy": "ada",
           *       "escalatedAt": null,
           *       "resolvedAt": null,
           *       "resolvedBy": null,
           *       "endCause": null,
           *       "notes": [
           *         {
           *           "at": "2026-12-01T03:20:00.000Z",
           *           "by": "ada",
           *           "text": "The disk of the backup host was full."
           *         }
           *       ],
           *       "notifiedAt": "2026-12-01T03:05:02.100Z"
           *     }
           */
          'application/json': components['schemas']['Incident'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['CONFLICT'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  listErrors: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only groups of this tenant. */
        tenant?: string;
        /** @description Only groups with failures of this job. */
        job?: string;
        /** @description Only groups in this state. */
        state?: 'open' | 'muted' | 'quiet';
        /** @description Only groups with this text in their reason, their lines, or the name or id of a job. */
        q?: string;
        /** @description `-lastSeen`: the latest failure first; `-count`: the most failures first. */
        sort?: '-lastSeen' | '-count';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List error groups */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "id": "5f0c9e1d2b3a4c5d6e7f8a9b",
           *           "tenant": "ibm",
           *           "state": "muted",
           *           "reason": "ExitCode",
           *           "exitCode": 3,
           *           "httpStatus": null,
           *           "lines": [
           *             "begin <n>",
           *             "order <n> of customer <value> is lost"
           *           ],
           *           "count": 41,
           *           "first": {
           *             "at": "2026-11-20T03:00:07.000Z",
           *             "run": "ibm-orders-1795143600",
           *             "job": "ibm-orders"
           *           },
           *           "last": {
           *             "at": "2026-12-01T03:00:09.000Z",
           *             "run": "ibm-orders-1796094000",
           *             "job": "ibm-orders"
           *           },
           *           "hours": [
           *             {
           *               "at": "2026-12-01T03:00:00.000Z",
           *               "count": 2
           *             }
           *           ],
           *           "days": [
           *             {
           *               "at": "2026-12-01T00:00:00.000Z",
           *               "count": 2
           *             }
           *           ],
           *           "jobs": [
           *             {
           *               "id": "ibm-orders",
           *               "name": "Orders",
           *               "count": 41,
           *               "lastAt": "2026-12-01T03:00:09.000Z",
           *               "versions": [
           *                 6,
           *                 7
           *               ]
           *             }
           *           ],
           *           "jobCount": 1,
           *           "moreJobs": false,
           *           "mute": {
           *             "until": "newVersion",
           *             "version": null,
           *             "time": null,
           *             "at": "2026-12-01T08:12:00.000Z",
           *             "by": "ada",
           *             "why": "a fix is in progress"
           *           },
           *           "reopened": null
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListErrorsAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getError: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read an error group */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f0c9e1d2b3a4c5d6e7f8a9b",
           *       "tenant": "ibm",
           *       "state": "muted",
           *       "reason": "ExitCode",
           *       "exitCode": 3,
           *       "httpStatus": null,
           *       "lines": [
           *         "begin <n>",
           *         "order <n> of customer <value> is lost"
           *       ],
           *       "count": 41,
           *       "first": {
           *         "at": "2026-11-20T03:00:07.000Z",
           *         "run": "ibm-orders-1795143600",
           *         "job": "ibm-orders"
           *       },
           *       "last": {
           *         "at": "2026-12-01T03:00:09.000Z",
           *         "run": "ibm-orders-1796094000",
           *         "job": "ibm-orders"
           *       },
           *       "hours": [
           *         {
           *           "at": "2026-12-01T03:00:00.000Z",
           *           "count": 2
           *         }
           *       ],
           *       "days": [
           *         {
           *           "at": "2026-12-01T00:00:00.000Z",
           *           "count": 2
           *         }
           *       ],
           *       "jobs": [
           *         {
           *           "id": "ibm-orders",
           *           "name": "Orders",
           *           "count": 41,
           *           "lastAt": "2026-12-01T03:00:09.000Z",
           *           "versions": [
           *             6,
           *             7
           *           ]
           *         }
           *       ],
           *       "jobCount": 1,
           *       "moreJobs": false,
           *       "mute": {
           *         "until": "newVersion",
           *         "version": null,
           *         "time": null,
           *         "at": "2026-12-01T08:12:00.000Z",
           *         "by": "ada",
           *         "why": "a fix is in progress"
           *       },
           *       "reopened": null
           *     }
           */
          'application/json': components['schemas']['ErrorGroup'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  muteError: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "until": "newVersion",
         *       "why": "a fix is in progress"
         *     }
         */
        'application/json': components['schemas']['MuteErrorBody'];
      };
    };
    responses: {
      /** @description Mute an error group */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f0c9e1d2b3a4c5d6e7f8a9b",
           *       "tenant": "ibm",
           *       "state": "muted",
           *       "reason": "ExitCode",
           *       "exitCode": 3,
           *       "httpStatus": null,
           *       "lines": [
           *         "begin <n>",
           *         "order <n> of customer <value> is lost"
           *       ],
           *       "count": 41,
           *       "first": {
           *         "at": "2026-11-20T03:00:07.000Z",
           *         "run": "ibm-orders-1795143600",
           *         "job": "ibm-orders"
           *       },
           *       "last": {
           *         "at": "2026-12-01T03:00:09.000Z",
           *         "run": "ibm-orders-1796094000",
           *         "job": "ibm-orders"
           *       },
           *       "hours": [
           *         {
           *           "at": "2026-12-01T03:00:00.000Z",
           *           "count": 2
           *         }
           *       ],
           *       "days": [
           *         {
           *           "at": "2026-12-01T00:00:00.000Z",
           *           "count": 2
           *         }
           *       ],
           *       "jobs": [
           *         {
           *           "id": "ibm-orders",
           *           "name": "Orders",
           *           "count": 41,
           *           "lastAt": "2026-12-01T03:00:09.000Z",
           *           "versions": [
           *             6,
           *             7
           *           ]
           *         }
           *       ],
           *       "jobCount": 1,
           *       "moreJobs": false,
           *       "mute": {
           *         "until": "newVersion",
           *         "version": null,
           *         "time": null,
           *         "at": "2026-12-01T08:12:00.000Z",
           *         "by": "ada",
           *         "why": "a fix is in progress"
           *       },
           *       "reopened": null
           *     }
           */
          'application/json': components['schemas']['ErrorGroup'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['CONFLICT'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  unmuteError: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Open a muted error group again */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "5f0c9e1d2b3a4c5d6e7f8a9b",
           *       "tenant": "ibm",
           *       "state": "open",
           *       "reason": "ExitCode",
           *       "exitCode": 3,
           *       "httpStatus": null,
           *       "lines": [
           *         "begin <n>",
           *         "order <n> of customer <value> is lost"
           *       ],
           *       "count": 41,
           *       "first": {
           *         "at": "2026-11-20T03:00:07.000Z",
           *         "run": "ibm-orders-1795143600",
           *         "job": "ibm-orders"
           *       },
           *       "last": {
           *         "at": "2026-12-01T03:00:09.000Z",
           *         "run": "ibm-orders-1796094000",
           *         "job": "ibm-orders"
           *       },
           *       "hours": [
           *         {
           *           "at": "2026-12-01T03:00:00.000Z",
           *           "count": 2
           *         }
           *       ],
           *       "days": [
           *         {
           *           "at": "2026-12-01T00:00:00.000Z",
           *           "count": 2
           *         }
           *       ],
           *       "jobs": [
           *         {
           *           "id": "ibm-orders",
           *           "name": "Orders",
           *           "count": 41,
           *           "lastAt": "2026-12-01T03:00:09.000Z",
           *           "versions": [
           *             6,
           *             7
           *           ]
           *         }
           *       ],
           *       "jobCount": 1,
           *       "moreJobs": false,
           *       "mute": null,
           *       "reopened": null
           *     }
           */
          'application/json': components['schemas']['ErrorGroup'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['CONFLICT'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  startBulk: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      409: components['responses']['QUOTA_EXCEEDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getBulk: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the state of a bulk operation */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  cancelBulk: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['CONFLICT'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
        /** @description Only this many of the newest lines, and later lines. */
        tail?: number;
        /** @description Only lines from this instant on. */
        since?: string;
        /** @description Only lines that contain this text, in upper or lower case; not possible when the log is followed. */
        q?: string;
        /** @description True: each line begins with its time. */
        timestamps?: 'true' | 'false';
      };
      header?: {
        /** @description The id of the last received event, after which the stream resumes, if it can be resumed. */
        'Last-Event-ID'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getStorage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the storage of a job */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  putStorage: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      /** @description Set the storage of a job, which the next run is given */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  deleteStorage: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  listStorageVersions: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the stored versions of a job's storage */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListStorageVersionsAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  restoreStorage: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      /** @description Restore an earlier version of the storage of a job */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
      503: components['responses']['UNAVAILABLE'];
    };
  };
  readEventLog: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
        /** @description The `after` of the former answer, the `sequence` of an event, or a time. Default: all that is kept. */
        after?: string;
        /** @description Events at most. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the ends of runs of a tenant from a log */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "specversion": "1.0",
           *           "id": "c33d-1796119200/4",
           *           "source": "https://carillon.example/tenants/ibm",
           *           "type": "carillon.run.failed",
           *           "subject": "c33d-1796119200",
           *           "time": "2026-12-01T10:00:22.000Z",
           *           "datacontenttype": "application/json",
           *           "sequence": "1796119224013000",
           *           "data": {
           *             "job": "c33d",
           *             "state": "FAILED",
           *             "reason": "IndexFailed",
           *             "exitCode": 3
           *           }
           *         }
           *       ],
           *       "after": "1796119224013000",
           *       "hasMore": false
           *     }
           */
          'application/json': components['schemas']['ReadEventLogAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
        /** @description The id of the last received event, after which the stream resumes, if it can be resumed. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  reportStatus: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the attempt, as in the callback URLs of the invocation. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['ATTEMPT_ENDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  appendLog: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the attempt, as in the callback URLs of the invocation. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['ATTEMPT_ENDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  renewIdentity: {
    parameters: {
      query?: {
        /** @description One of the audiences of the job, for a token that nobody else accepts. Default: all of them. */
        audience?: string;
      };
      header?: never;
      path: {
        /** @description The id of the attempt, as in the callback URLs of the invocation. */
        attempt: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Give the attempt a new token of its job's identity */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RenewIdentityAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['ATTEMPT_ENDED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  saveStorage: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the attempt, as in the callback URLs of the invocation. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['ATTEMPT_ENDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listTenants: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only items with this text in their name or id. */
        q?: string;
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  createTenant: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
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
      /** @description Create a tenant */
      201: {
        headers: {
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tenant'];
        };
      };
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      409: components['responses']['ALREADY_EXISTS'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getTenant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  deleteTenant: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['IN_USE'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  patchTenant: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      /** @description Read the identity and the roles of the caller */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Caller'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listTokens: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  createToken: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
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
      /** @description Create a token */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewToken'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      409: components['responses']['QUOTA_EXCEEDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  deleteToken: {
    parameters: {
      query?: {
        /** @description True: the tokens that were created with this one, directly or indirectly, are removed, too. */
        withMade?: 'true' | 'false';
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listCalendars: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only items of this tenant. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  createCalendar: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      409: components['responses']['ALREADY_EXISTS.QUOTA_EXCEEDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getCalendar: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  replaceCalendar: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
        /** @description `true`: the request is only validated: it is answered 204 or refused, and nothing is changed. */
        'Carillon-Dry-Run'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      204: components['responses']['Judged'];
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  deleteCalendar: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
        'Idempotency-Key'?: string;
        /** @description The `ETag` from the last read; 412 if the object was changed since then. */
        'If-Match'?: string;
        /** @description `*`: 412 if the object exists. */
        'If-None-Match'?: string;
      };
      path: {
        /** @description The id of the object. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['IN_USE'];
      412: components['responses']['PRECONDITION_FAILED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listAudit: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only entries of this tenant. */
        tenant?: string;
        /** @description Only entries of this operation, such as `createJob`. */
        action?: string;
        /** @description Only entries about this object, such as `job/<id>`. */
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
      /** @description List audit entries: who changed what, and when */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListAuditAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  exportAudit: {
    parameters: {
      query?: {
        /** @description If absent: the entries that belong to no tenant, which only admins may read. */
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
      /** @description Export the audit of a tenant as JSON lines */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example {"seq":1,"action":"createJob","object":"job/c33d"} */
          'application/x-ndjson': components['schemas']['ReadLogsAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  verifyAudit: {
    parameters: {
      query?: {
        /** @description If absent: the entries that belong to no tenant, which only admins may read. */
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
      /** @description Verify that no entry of the audit was removed or changed */
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
           *       "erased": [],
           *       "next": null
           *     }
           */
          'application/json': components['schemas']['VerifyAuditAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      /** @description Read the holds and the work that waits */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetHoldsAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  setHold: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
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
      /** @description Set a hold for a tenant, or for all tenants */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SetHoldAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      409: components['responses']['QUOTA_EXCEEDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  releaseHold: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
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
      /** @description Release a hold */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetHoldsAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      /** @description Diagnose the installation: what is wrong, and how to repair it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExamineAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  setLogLevel: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
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
      /** @description Change the log level of running services for a limited time */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SetLogLevelAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  diagnose: {
    parameters: {
      query?: never;
      header?: {
        /** @description A repeated request with the same key gets the answer of the first one; 503 while the first one is still in progress. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getOverview: {
    parameters: {
      query?: {
        /** @description Only figures of this tenant. */
        tenant?: string;
        /** @description How many hours before now are covered. */
        hours?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the overview: what needs attention, and the figures of the last hours */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Overview'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getScheduleLoad: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Count the starts of jobs of a tenant by minute */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetScheduleLoadAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listRecentRuns: {
    parameters: {
      query: {
        /** @description The id of a job; may be given up to 50 times. */
        job: string | string[];
        /** @description How many runs of each job. */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  countOutcomes: {
    parameters: {
      query?: {
        /** @description How many days are covered, including today. */
        days?: number;
        /** @description The time zone in which days begin and end. */
        timezone?: string;
      };
      header?: never;
      path: {
        /** @description The id of the object. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Count the results of runs of a job by day */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "isPartial": false,
           *       "days": [
           *         {
           *           "day": "2026-11-24",
           *           "finished": 23,
           *           "failed": 1,
           *           "other": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CountOutcomesAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listLastSuccesses: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description Only jobs of this tenant. */
        tenant?: string;
        /** @description Only jobs with this label. If it is given several times: only jobs with all of the labels. */
        label?: string | string[];
        /** @description Only jobs that have not succeeded for at least this many seconds. */
        olderThanSeconds?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List jobs by the time since their last success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "items": [
           *         {
           *           "job": "ibm-new",
           *           "jobName": "New",
           *           "tenant": "ibm",
           *           "lastSuccessAt": null,
           *           "ageSeconds": null
           *         },
           *         {
           *           "job": "ibm-nightly",
           *           "jobName": "Nightly report",
           *           "tenant": "ibm",
           *           "lastSuccessAt": "2026-11-30T10:00:21.844Z",
           *           "ageSeconds": 86400
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListLastSuccessesAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  getHerd: {
    parameters: {
      query?: {
        /** @description The tenant. Callers with roles in one tenant only may leave it out. */
        tenant?: string;
        /** @description How many hours from now are covered. */
        hours?: number;
        /** @description From this many starts on, a minute counts as crowded. */
        crowdedFrom?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Report which jobs of a tenant start in the same minutes, and how to spread them */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetHerdAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listUsage: {
    parameters: {
      query?: {
        /** @description The number of items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before; for the first page it is left out. */
        cursor?: string;
        /** @description What an item stands for: a tenant, a job, or a day of all tenants together. */
        by?: 'tenant' | 'job' | 'day';
        /** @description The month in UTC. If absent: the present one, or that of the cursor. */
        month?: string;
        /** @description Only usage of this tenant. */
        tenant?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List what tenants, jobs or days used in a month */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "month": "2026-11",
           *       "since": "2026-10-01T08:00:00.000Z",
           *       "countedUntil": "2026-11-30T23:58:30.000Z",
           *       "items": [
           *         {
           *           "tenant": "ibm",
           *           "job": null,
           *           "day": null,
           *           "runs": {
           *             "finished": 41,
           *             "failed": 2,
           *             "aborted": 1
           *           },
           *           "attempts": 46,
           *           "runSeconds": 5520.25,
           *           "cpuSeconds": 2760.125,
           *           "memoryGibSeconds": 11040.5,
           *           "logBytes": 1204480,
           *           "storageBytes": 18432
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['ListUsageAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      /** @description List the limits of a tenant, with the runs that hold permits and the runs that wait */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListLimitsAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  listServices: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the state of each service */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListServicesAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      /** @description List the replicas of the services with their shards and lags, and the encryption keys in use */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['GetSystemAnswer'];
        };
      };
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      /** @description The notice is accepted. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
