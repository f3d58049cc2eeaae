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
     * Stop new slots of a job, or archive it
     * @description Manual runs stay possible; queued runs stay queued. What an archived job has done stays as it is kept otherwise.
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
     * Let a paused or archived job run again
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
     * @description What the body names counts for this run alone. Its `parameters`, and `secureParameters`, are laid over the job's name by name if both are objects, and stand in place of them otherwise. The same `Idempotency-Key` gives the same run, also when the first answer was lost. By `deduplicate`, `debounce` and `collect` of the job several requests have one run: each is answered with it, at once.
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
     * @description The newest 1000, oldest first. Ranges of earlier schedules of the job are among them. A gap stays when a backfill runs its slots: `backfilled` counts those, for as long as the backfill is kept.
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
     * @description Its address stays. A secret that is `***` stays as it is.
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
     * List what was sent to a trigger, and what came of it
     * @description Newest first; each message once, however often it came.
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
  '/errors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List error groups
     * @description Failed runs of a tenant for the same reason, with the same exit code and the same last lines once these are normalised, are one group. A run is in its group a moment after its end. A tenant has 500 groups at most: beyond, those go that were seen once only, then those seen longest ago. One is kept for 90 days after its last failure. A page may have fewer items than `limit` where few fit the question.
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
     * @description `GET /runs?errorGroup=` lists its runs that are kept, and `POST /bulk` with the action `redrive` runs them again.
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
     * @description It goes on counting. `newVersion`: it opens with the first failure of a later version than its jobs have failed with so far, or of another job; `version`: of that version or a later one; `time`: at that instant; `forever`: not by itself. One that is muted is muted anew.
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
     * @description 409 `CONFLICT` where it is not muted.
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
     * @description Takes the jobs or runs that the query gives now, 20000 at most, and changes them one by one in the background, each as the request for it alone would: with your rights on it, recorded in the audit, refused where that would be. `abort` with a query of jobs aborts their runs that are queued or under way: these are what it changes, and what it counts. `redrive` runs the failed runs of an error group again, each once for ever: one that a redrive has run again before is left out, whoever asked for that. It goes on after a restart of any service, and ends when your token does. A caller may have 10 under way. With `dryRun` nothing is changed.
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
     * @description Slots that have passed meanwhile are caught up with as each job's `misfire` says. After a restore name the instant up to which slots had run before: those become a gap with the reason `AlreadyRun`, and stored runs of them that had not begun end as `Skipped`.
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
     * @description Database, indexes, NATS, encryption, certificates, services, versions, clocks, keys, rights in the cluster, the archive, limits, holds and backlog; what is wrong comes first.
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
  '/jobs/{id}/outcomes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count how the runs of a job ended, day by day
     * @description Counts runs by the day on which they were recorded, at most the newest 50,000 of them that are still kept.
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
     * See for how long jobs have not succeeded
     * @description Jobs of which runs are expected (they are active, and have a schedule or run after other jobs): those that have never succeeded first, then those whose latest success is longest ago. What succeeds while pages are read can be missing. `olderThanSeconds` gives what a rule `noSuccessSince` would find, of all jobs at once.
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
     * See which jobs of a tenant start in the same minutes, and how they could be spread
     * @description Counts the slots of at most 5,000 schedules by the minute in which their runs start, jitter and calendars included, and says what the peak would be if every suggestion was followed. Nothing is changed. At most 30 s old.
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
  '/services': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * See whether each service is at work
     * @description A service without a replica at work is away: what it does waits for it.
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
     * See which replicas of the services live, what they own, how far behind they are, and which keys are in use
     * @description Replicas that were heard of within the last minute. Of encryption keys only their ids and how many stored values need each, as counted once a day and after `npm run rekey`.
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
      /**
       * @description By which jobs name it.
       * @example acme-reports
       */
      id: string;
      /**
       * @description Counts edits from 1.
       * @example 3
       */
      version: number;
      /**
       * @description Shown to people.
       * @example Reports
       */
      name: string;
      /**
       * @description For people: what it does.
       * @example Writes the report of the day before.
       */
      description?: string;
      /**
       * @description How its attempts are executed.
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
       * @description The program and its first arguments; Kubernetes: in place of the image's entry point.
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
       * @description Kubernetes: variables that are taken from keys of secrets.
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
         * @description The variable that it becomes.
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
       * @description Kubernetes: a PodTemplateSpec that its pods are made from.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description Kubernetes only: true lets its containers run as root, without capabilities and without privilege to be gained. Only admins write workers. The namespace must take such pods: the Pod Security level `restricted` does not.
       * @example true
       */
      allowRoot?: boolean;
      /**
       * @description Kubernetes: names of secrets by which the image is pulled.
       * @example [
       *       "registry-acme"
       *     ]
       */
      imagePullSecrets?: string[];
      /**
       * @description Kubernetes: the service account of its pods.
       * @example reports
       */
      serviceAccount?: string;
      /**
       * @description Kubernetes only: what jobs may set of a worker that brings rights of its own (envFrom, serviceAccount, imagePullSecrets, references of its podTemplate); of other workers they may set everything. An editor who may set `image` or `command` has all of these rights. `env` is every variable, `env.NAME` one. Without this: `args`, where the worker names a command that is no bare shell or interpreter.
       * @example [
       *       "image"
       *     ]
       */
      jobFields?: (('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns') | string)[];
      /**
       * Format: uri
       * @description Web services: the address that is called to start an attempt.
       * @example https://reports.acme.example/work
       */
      url?: string;
      /**
       * @description Values are "***" except to admins, and to owners where no tenant may use the worker but their own.
       * @example {
       *       "x-source": "carillon"
       *     }
       */
      httpHeaders: {
        [key: string]: string;
      };
      /**
       * Format: uri
       * @description Web services: the address that is called when an attempt is to end.
       * @example https://reports.acme.example/work/cancel
       */
      cancelUrl?: string;
      /**
       * @description Web services: true says that the same call may be sent twice, so that one without an answer is repeated. False unless given.
       * @example true
       */
      idempotentStart?: boolean;
      /**
       * @description Of attempts. Each replica of the executor keeps them for the runs that it looks after. A run whose tasks are of several workers keeps those of the worker of its job.
       * @example {
       *       "maxActive": 10
       *     }
       */
      limits?: {
        /**
         * @description Attempts at once.
         * @example 10
         */
        maxActive?: number;
        /**
         * @description Attempts that are started in a second.
         * @example 20
         */
        maxPerSecond?: number;
      };
      /**
       * @description The tenants that may use it; all of them unless given.
       * @example [
       *       "acme"
       *     ]
       */
      tenants?: string[];
      /**
       * @description Fields that a new job of this worker begins with.
       * @example {
       *       "cron": "0 3 * * *",
       *       "parameters": {
       *         "rows": 1000
       *       }
       *     }
       */
      template?: components['schemas']['JsonObject'];
      /**
       * @description Secrets that cannot be read with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until they are given anew. Left out where there are none.
       * @example []
       */
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
         * @example SecretKeyMissing
         * @enum {string}
         */
        reason: 'SecretKeyMissing' | 'SecretDamaged';
        /**
         * @description The id of the key that it is sealed with.
         * @example 2026-01
         */
        key: string;
        /**
         * @description The same as a sentence.
         * @example Its key 2026-01 is not among SECRET_KEYS.
         */
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
      /**
       * @description Who edited it last.
       * @example ada
       */
      updatedBy: string;
    };
    NewWorker: {
      /**
       * @description By which jobs name it.
       * @example acme-reports
       */
      id: string;
      /**
       * @description Shown to people.
       * @example Reports
       */
      name: string;
      /**
       * @description For people: what it does.
       * @example Writes the report of the day before.
       */
      description?: string;
      /**
       * @description How its attempts are executed: as pods, as calls of a web service, or as processes of the executor's host. `kubernetes` unless given.
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
       * @description The program and its first arguments; Kubernetes: in place of the image's entry point.
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
       * @description Kubernetes: variables that are taken from keys of secrets.
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
         * @description The variable that it becomes.
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
       * @description Kubernetes: a PodTemplateSpec that its pods are made from.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description Kubernetes only: true lets its containers run as root, without capabilities and without privilege to be gained. Only admins write workers. The namespace must take such pods: the Pod Security level `restricted` does not.
       * @example true
       */
      allowRoot?: boolean;
      /**
       * @description Kubernetes: names of secrets by which the image is pulled.
       * @example [
       *       "registry-acme"
       *     ]
       */
      imagePullSecrets?: string[];
      /**
       * @description Kubernetes: the service account of its pods.
       * @example reports
       */
      serviceAccount?: string;
      /**
       * @description Kubernetes only: what jobs may set of a worker that brings rights of its own (envFrom, serviceAccount, imagePullSecrets, references of its podTemplate); of other workers they may set everything. An editor who may set `image` or `command` has all of these rights. `env` is every variable, `env.NAME` one. Without this: `args`, where the worker names a command that is no bare shell or interpreter.
       * @example [
       *       "image"
       *     ]
       */
      jobFields?: (('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns') | string)[];
      /**
       * Format: uri
       * @description Web services: the address that is called to start an attempt.
       * @example https://reports.acme.example/work
       */
      url?: string;
      /**
       * @description Web services: headers of the call. Values are stored encrypted and shown as `***`. One in `webhook-signature` that begins with `whsec_` signs the calls.
       * @example {
       *       "x-source": "carillon"
       *     }
       */
      httpHeaders?: {
        [key: string]: string & (unknown & unknown);
      };
      /**
       * Format: uri
       * @description Web services: the address that is called when an attempt is to end.
       * @example https://reports.acme.example/work/cancel
       */
      cancelUrl?: string;
      /**
       * @description Web services: true says that the same call may be sent twice, so that one without an answer is repeated. False unless given.
       * @example true
       */
      idempotentStart?: boolean;
      /**
       * @description Of attempts. Each replica of the executor keeps them for the runs that it looks after. A run whose tasks are of several workers keeps those of the worker of its job.
       * @example {
       *       "maxActive": 10
       *     }
       */
      limits?: {
        /**
         * @description Attempts at once.
         * @example 10
         */
        maxActive?: number;
        /**
         * @description Attempts that are started in a second.
         * @example 20
         */
        maxPerSecond?: number;
      };
      /**
       * @description The tenants that may use it; all of them unless given.
       * @example [
       *       "acme"
       *     ]
       */
      tenants?: string[];
      /**
       * @description Fields that a new job of this worker begins with.
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
       * @description Shown to people.
       * @example Reports
       */
      name: string;
      /**
       * @description For people: what it does.
       * @example Writes the report of the day before.
       */
      description?: string;
      /**
       * @description How its attempts are executed: as pods, as calls of a web service, or as processes of the executor's host. `kubernetes` unless given.
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
       * @description The program and its first arguments; Kubernetes: in place of the image's entry point.
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
       * @description Kubernetes: variables that are taken from keys of secrets.
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
         * @description The variable that it becomes.
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
       * @description Kubernetes: a PodTemplateSpec that its pods are made from.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description Kubernetes only: true lets its containers run as root, without capabilities and without privilege to be gained. Only admins write workers. The namespace must take such pods: the Pod Security level `restricted` does not.
       * @example true
       */
      allowRoot?: boolean;
      /**
       * @description Kubernetes: names of secrets by which the image is pulled.
       * @example [
       *       "registry-acme"
       *     ]
       */
      imagePullSecrets?: string[];
      /**
       * @description Kubernetes: the service account of its pods.
       * @example reports
       */
      serviceAccount?: string;
      /**
       * @description Kubernetes only: what jobs may set of a worker that brings rights of its own (envFrom, serviceAccount, imagePullSecrets, references of its podTemplate); of other workers they may set everything. An editor who may set `image` or `command` has all of these rights. `env` is every variable, `env.NAME` one. Without this: `args`, where the worker names a command that is no bare shell or interpreter.
       * @example [
       *       "image"
       *     ]
       */
      jobFields?: (('image' | 'command' | 'args' | 'env' | 'volumes' | 'containers' | 'dns') | string)[];
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
       * @description Web services: the address that is called when an attempt is to end.
       * @example https://reports.acme.example/work/cancel
       */
      cancelUrl?: string;
      /**
       * @description Web services: true says that the same call may be sent twice, so that one without an answer is repeated. False unless given.
       * @example true
       */
      idempotentStart?: boolean;
      /**
       * @description Of attempts. Each replica of the executor keeps them for the runs that it looks after. A run whose tasks are of several workers keeps those of the worker of its job.
       * @example {
       *       "maxActive": 10
       *     }
       */
      limits?: {
        /**
         * @description Attempts at once.
         * @example 10
         */
        maxActive?: number;
        /**
         * @description Attempts that are started in a second.
         * @example 20
         */
        maxPerSecond?: number;
      };
      /**
       * @description The tenants that may use it; all of them unless given.
       * @example [
       *       "acme"
       *     ]
       */
      tenants?: string[];
      /**
       * @description Fields that a new job of this worker begins with.
       * @example {
       *       "cron": "0 3 * * *",
       *       "parameters": {
       *         "rows": 1000
       *       }
       *     }
       */
      template?: components['schemas']['JsonObject'];
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example acme-reports
       */
      id?: string;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example 3
       */
      version?: number;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example 2026-11-30T03:00:00.000Z
       */
      createdAt?: string;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example 2026-11-30T03:00:00.000Z
       */
      updatedAt?: string;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example ada
       */
      updatedBy?: string;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example []
       */
      warnings?: unknown;
    };
    Job: {
      /**
       * @description By which the job is addressed.
       * @example acme-nightly
       */
      id: string;
      /**
       * @description Counts edits from 1.
       * @example 3
       */
      version: number;
      /**
       * @description The id of the tenant that owns the job; it never changes.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people: one line, at most 200 characters.
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
       * @description False: no new slots; runs by hand stay possible.
       * @example true
       */
      enabled: boolean;
      /**
       * @description When the job is archived by itself: `ended`, once its schedule has no slot any more and none of its runs is unfinished; `succeeded`, once a run has succeeded after the last change of the job. Never unless given.
       * @example ended
       * @enum {string}
       */
      archiveWhen?: 'ended' | 'succeeded';
      /**
       * @description Who answers for the job; for people only.
       * @example [
       *       "ada@acme.example"
       *     ]
       */
      owners: string[];
      /**
       * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/semantics.md.
       * @example 0 10 * * *
       * @example H 3 * * 1-5
       */
      cron?: string;
      /**
       * @description When the job runs; a job without a schedule runs by hand only.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
      schedule?: components['schemas']['Schedule'];
      /**
       * @description Ends of runs of other jobs after which the job runs, at most 32; docs/dependencies.md has the rules. A job that has a schedule, too, runs at its slots as well.
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
         * @description How its run has to end: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). `succeeded` unless given.
         * @example succeeded
         * @enum {string}
         */
        on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description Which run: the one of the `sameSlot` (or, where the chain began by hand, of the same chain), which is waited for; or the `latest` that has ended, which is looked at. `sameSlot` unless given.
         * @example sameSlot
         * @enum {string}
         */
        match?: 'sameSlot' | 'latest';
        /**
         * @description Seconds: its run ended no longer than this before the last of the runs that the job runs after; at most 31622400. No limit unless given.
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
         * @description What its outputs have to be, all of it; at most 16 tests.
         * @example [
         *       {
         *         "path": "/rows"
         *       }
         *     ]
         */
        outputs?: {
          /**
           * @description Which of the outputs, as a JSON Pointer.
           * @example /rows
           */
          path: string;
          /**
           * @description Whether there is such an output.
           * @example true
           */
          exists?: boolean;
          /**
           * @description The output is this value.
           * @example complete
           */
          equals?: components['schemas']['JsonValue'];
          /**
           * @description The output is a number, and no less than this.
           * @example 1
           */
          min?: number;
          /**
           * @description The output is a number, and no more than this.
           * @example 1000
           */
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
      /**
       * @description How the conditions of `after` are joined, and by when they have to be met.
       * @example {
       *       "require": "all"
       *     }
       */
      afterRule?: {
        /**
         * @description Whether `all` conditions of `after` have to be met, or `any` of them. `all` unless given.
         * @example all
         * @enum {string}
         */
        require?: 'all' | 'any';
        /**
         * @description By when the job has to have got a run since the deadline before: otherwise the deadline is recorded as a missed slot of the job, and its notices are sent.
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
           * @description IANA name of its zone; UTC unless given.
           * @example Europe/Prague
           */
          timezone?: string;
          /**
           * @description On these days; on all unless given.
           * @example [
           *       "mon"
           *     ]
           */
          weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        };
      };
      /**
       * @description What becomes of slots that passed while nothing could start them.
       * @example {
       *       "policy": "skip"
       *     }
       */
      misfire?: {
        /**
         * @description `skip`: none of the slots that passed runs; `last`: the latest does; `all`: all do, up to `maxMissed`. `last` unless given.
         * @example skip
         * @enum {string}
         */
        policy?: 'skip' | 'last' | 'all';
        /**
         * @description How many slots that passed are made up for at most, the latest ones; 5 unless given.
         * @example 10
         */
        maxMissed?: number;
        /**
         * @description A slot that is later than so many seconds is missed; null, which it is unless given, is no limit.
         * @example 600
         */
        startingDeadlineSeconds?: number | null;
      };
      /**
       * @description How many runs of the job there may be at once, and what becomes of one too many.
       * @example {
       *       "policy": "Allow"
       *     }
       */
      concurrency?: {
        /**
         * @description What happens to a run for which no permit is free: `Allow` knows no limit, `Forbid` refuses it, `Enqueue` lets it wait, `Replace` ends the older run for it. `Allow` unless given.
         * @example Allow
         * @enum {string}
         */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /**
         * @description Runs of the job that may be active at once, where the policy sets a limit; 1 unless given.
         * @example 1
         */
        maxConcurrency?: number;
        /**
         * @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` say how many there are.
         * @example nightly
         */
        group?: string;
        /**
         * @description Runs that may wait with `Enqueue`; one more is refused. 20 unless given.
         * @example 10
         */
        maxQueued?: number;
        /**
         * @description A further limit for each value of a key, such as a customer: how many runs with it may be active at once, and how many may start in a time.
         * @example {
         *       "key": "${option.customer}"
         *     }
         */
        perKey?: {
          /**
           * @description The key of a run, in which `${option.<name>}` and `${parameters.<name>}` stand for values of the run; where there is no value, for the empty text. One longer than 128 characters ends with a hash.
           * @example ${option.customer}
           */
          key: string;
          /**
           * @description Runs with one key that may be active at once; no limit unless given.
           * @example 1000
           */
          max?: number;
          /**
           * @description How fast runs with one key are admitted, by a token bucket; no limit unless given.
           * @example {
           *       "runs": 10,
           *       "perSeconds": 60
           *     }
           */
          rate?: {
            /**
             * @description So many runs may be admitted at once, and within `perSeconds` from then on.
             * @example 3
             */
            runs: number;
            /**
             * @description Seconds in which as many more may be admitted as `runs` says, evenly spread.
             * @example 60
             */
            perSeconds: number;
          };
          /**
           * @description What happens to a run whose key has no room: `Enqueue` lets it wait, `Forbid` refuses it, `Replace` ends the oldest active run with its key and drops those that wait. `Enqueue` unless given.
           * @example Enqueue
           * @enum {string}
           */
          policy?: 'Enqueue' | 'Forbid' | 'Replace';
          /**
           * @description Runs with one key that may wait; only `maxQueued` of the job counts unless given.
           * @example 10
           */
          maxQueued?: number;
        };
      };
      /**
       * @description Of its runs, -100 to 100; 0 unless given. Among runs of its tenant that wait for the same, a step counts as much as 60 s of waiting.
       * @example 10
       */
      priority?: number;
      /**
       * @description Attempts of its runs may be stopped, and started again later, where runs of higher priority, or of tenants below their share, wait for their places or permits. An empty object is enough; never unless given.
       * @example {
       *       "maxTimes": 3,
       *       "graceSeconds": 30
       *     }
       */
      preemptible?: {
        /**
         * @description How often a run may be preempted, 1 to 100; from then on it keeps its places. 3 unless given.
         * @example 3
         */
        maxTimes?: number;
        /**
         * @description Seconds between the request to end and the end by force, at most 3600; 30 unless given.
         * @example 300
         */
        graceSeconds?: number;
      };
      /**
       * @description A second request with the same key makes no run: it is answered with the run of the first. docs/guide/requests.md.
       * @example {
       *       "key": "${option.order}",
       *       "windowSeconds": 3600
       *     }
       */
      deduplicate?: {
        /**
         * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All that the request gives, unless it is said: parameters, options and everything else.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description Requests with the key of an earlier one are duplicates for so many seconds, at most 604800.
         * @example 3600
         */
        windowSeconds: number;
      };
      /**
       * @description Requests with the same key that follow each other become one run, which is given what the last of them gives. docs/guide/requests.md.
       * @example {
       *       "seconds": 86400
       *     }
       */
      debounce?: {
        /**
         * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All requests of the job, unless it is said.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts so many seconds after the last request, at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description The run starts so many seconds after the first request at the latest; unless given 10 times `seconds`, up to 86400.
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
         * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All requests of the job, unless it is said.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts so many seconds after the first request, at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description With so many requests the run starts at once, 1 to 1000; 100 unless given. So it does where the next one would make the items longer than 98304 bytes of JSON.
         * @example 50
         */
        maxItems?: number;
      };
      /**
       * @description What each run is given: any JSON value.
       * @example {
       *       "rows": 1000
       *     }
       */
      parameters: components['schemas']['JsonValue'];
      /**
       * @description What `parameters` have to be, as a JSON Schema of draft 2020-12 of at most 16384 bytes: judged when the job is saved, when a run is asked for, and before each attempt. docs/semantics.md#parameters says what it may hold.
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
       * @description Any JSON value. The values of an object, and a value of another form as a whole, are "***" except to owners and admins; "***" written back means unchanged.
       * @example {
       *       "password": "of-the-database"
       *     }
       */
      secureParameters: components['schemas']['JsonValue'];
      /**
       * @description Secrets that are kept outside, in Vault, Kubernetes Secrets or files: read when an attempt starts and never stored; at most 32. docs/guide/secrets.md.
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
         * @description The variable that the value becomes; web services find it under this name in `secrets`.
         * @example DATABASE_PASSWORD
         */
        as: string;
        /**
         * @description The name of the provider, as an administrator has declared it.
         * @example vault
         */
        from: string;
        /**
         * @description Where it is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider.
         * @example secret/data/acme/db
         */
        path: string;
        /**
         * @description Which value of the secret; for Vault and Kubernetes only, and needed there.
         * @example europe
         */
        key?: string;
        /**
         * @description Vault, KV version 2: this version of the secret; the newest unless given.
         * @example 3
         */
        version?: number;
      }[];
      /**
       * @description Typed values that may be given when a run is started; they are put in place of `${option.<name>}` in command, args, image and env.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description The value of a run that is given none.
             * @example true
             */
            default?: boolean;
            /**
             * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. `TrueFalse` unless given.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
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
             * @description The value of a run that is given none.
             * @example csv
             */
            default?: string;
            /**
             * @description True: values that are not among `values` are taken, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
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
             * @description The value of a run that is given none.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            default?: string[];
            /**
             * @description Stands between the chosen values; a comma unless given, and may be empty.
             * @example ,
             */
            delimiter?: string;
            /**
             * @description True: values that are not among `values` are taken, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none: an RFC 3339 time.
             * @example csv
             */
            default?: string;
            /**
             * @description How the instant is written, such as `D MMM YYYY`; without it the instant stands as it was given.
             * @example yyyy-MM-dd
             */
            format?: string;
          }
        | {
            /**
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none. Stored encrypted.
             * @example csv
             */
            default?: string;
          }
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called, in place of the worker's.
       * @example https://reports.acme.example/work
       */
      url?: string;
      /**
       * @description Values are "***" except to owners and admins.
       * @example {
       *       "x-source": "carillon"
       *     }
       */
      httpHeaders: {
        [key: string]: string;
      };
      /**
       * @description Attempts that an index of the run may have, the first one included; 1 unless given.
       * @example 3
       */
      maxAttempts?: number;
      /**
       * @description When a failed attempt is tried again, and when not.
       * @example {
       *       "delaySeconds": 30
       *     }
       */
      retry?: {
        /**
         * @description Seconds from the end of an attempt to the next one of its index; 0 unless given. With `exponential` the delay before the first retry.
         * @example 30
         */
        delaySeconds?: number;
        /**
         * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each waits twice as long as the one before. `fixed` unless given.
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
         * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between nothing and all of it. `none` unless given.
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
         * @description Whether an attempt that ended by the idle timeout is tried again; false unless given.
         * @example true
         */
        onIdleTimeout?: boolean;
        /**
         * @description The first rule that fits the end of an attempt decides; all that it names have to fit. Where none does, the fields beside it decide.
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
           * @description Web services: its start was answered with one of these statuses, such as 500 or `5xx`. 429 and 503 are no ends: the call is repeated until the start deadline.
           * @example [
           *       "3xx"
           *     ]
           */
          httpStatuses?: (number | ('3xx' | '4xx' | '5xx'))[];
          /**
           * @description Its reason is one of these, as attempts show it: such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`.
           * @example [
           *       "NodeLost"
           *     ]
           */
          reasons?: string[];
          /**
           * @description Whether it is tried again; true unless given.
           * @example true
           */
          retry?: boolean;
          /**
           * @description In place of the `delaySeconds` beside the rules; seconds from its end to the next attempt.
           * @example 30
           */
          delaySeconds?: number;
        }[];
      };
      /**
       * @description Seconds within which an attempt has to start; 900 unless given.
       * @example 900
       */
      startDeadlineSeconds?: number;
      /**
       * @description Seconds that an attempt may take; null is no limit.
       * @example 3600
       */
      timeoutSeconds?: number | null;
      /**
       * @description Seconds of silence after which an attempt has failed: of a web service without any callback (43200 unless given), of a pod or process without a line of output (no limit unless given).
       * @example 300
       */
      idleTimeoutSeconds?: number;
      /**
       * @description Seconds that a whole run may take, retries included; null is no limit.
       * @example 7200
       */
      activeDeadlineSeconds?: number | null;
      /**
       * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`); `Never` unless given.
       * @example Never
       * @enum {string}
       */
      restartPolicy?: 'Never' | 'OnFailure';
      /**
       * @description Kubernetes: a PodTemplateSpec that is laid over the worker's. The tenant's `podTemplatePaths` say what it may hold.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description The program and its first arguments, in place of the worker's.
       * @example [
       *       "/opt/acme/report"
       *     ]
       */
      command?: string[];
      /**
       * @description Arguments, in place of the worker's.
       * @example [
       *       "--all"
       *     ]
       */
      args?: string[];
      /**
       * @description Environment variables, over the worker's by name.
       * @example {
       *       "REPORT_FORMAT": "csv"
       *     }
       */
      env?: {
        [key: string]: string;
      };
      /**
       * @description Kubernetes: requests and limits of the container, in place of the worker's.
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
       * @description How long its runs are kept; what is left out is the tenant's.
       * @example {
       *       "successful": 100
       *     }
       */
      retention?: {
        /**
         * @description How many successful runs of a job are kept.
         * @example 100
         */
        successful?: number;
        /**
         * @description How many runs of a job that did not succeed are kept.
         * @example 100
         */
        failed?: number;
        /**
         * @description Runs that ended longer ago than this, in seconds, are removed.
         * @example 2592000
         */
        maxAgeSeconds?: number;
        /**
         * @description For this long, in seconds, the archive keeps runs that are no longer kept in the database; 0: they are not archived. Needs a cold store.
         * @example 31536000
         */
        archiveSeconds?: 0 | number;
      };
      /**
       * @description Webhooks that are notified when something goes wrong; at most 10 rules.
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
         * @description The event: a run `failed`; a slot was `missed`; a run started `late` or takes `long`; the job `recovered`, which is its first success after a failure.
         * @example [
         *       "failed"
         *     ]
         */
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
        /**
         * Format: uri
         * @description The address that is sent a POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; what follows the host of an address is shown as `***` to those who may not see secrets.
         * @example https://hooks.acme.example/carillon
         */
        webhook: string;
        /**
         * @description Seconds after its effective time from which the run of a slot is late; 60 unless given.
         * @example 300
         */
        lateAfterSeconds?: number;
        /**
         * @description Seconds from which a run takes long; unless given, what is usual for the job decides.
         * @example 7200
         */
        longAfterSeconds?: number;
      }[];
      /**
       * @description How many indexes have to succeed; null is as many as `parallelism` says.
       * @example 8
       */
      completions?: number | null;
      /**
       * @description `Indexed`: each piece has a number of its own; `NonIndexed`: a work queue. `Indexed` unless given.
       * @example Indexed
       * @enum {string}
       */
      completionMode?: 'Indexed' | 'NonIndexed';
      /**
       * @description Pieces by number, keys or a matrix, and how many may be live.
       * @example {
       *       "withCount": 8
       *     }
       */
      parallelism?: {
        /**
         * @description So many indexes, counted from 0.
         * @example 8
         */
        withCount?: number;
        /**
         * @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`.
         * @example [
         *       "europe",
         *       "asia"
         *     ]
         */
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
        /**
         * @description Attempts that may be live at once; 0 pauses, null is no limit.
         * @example 10
         */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
         * @example AllSuccessful
         * @enum {string}
         */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      /**
       * @description When the run has succeeded before all of its indexes have.
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
         * @description The run has succeeded as soon as one of them holds.
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
           * @description So many indexes have succeeded; with `succeededIndexes`, of those.
           * @example 1
           */
          succeededCount?: number;
        }[];
      };
      /**
       * @description What becomes of attempts that still run when the run has succeeded; `TerminateRemaining` unless given.
       * @example TerminateRemaining
       * @enum {string}
       */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description What becomes of attempts that still run when the run has failed; `TerminateRemaining` unless given.
       * @example TerminateRemaining
       * @enum {string}
       */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description Failed attempts of the whole run beyond which it fails; null is no limit.
       * @example 6
       */
      backoffLimit?: number | null;
      /**
       * @description Failed indexes beyond which the run fails; null is no limit.
       * @example 5
       */
      maxFailedIndexes?: number | null;
      /**
       * @description Groups of equal pieces, in place of one; at most 100.
       * @example [
       *       {
       *         "name": "main"
       *       }
       *     ]
       */
      tasks?: {
        /**
         * @description Unique within the job; a DNS label.
         * @example main
         */
        name: string;
        /**
         * @description How many equal pieces the task has; 1 unless given. In place of it `completions` or `parallelism` may say so.
         * @example 2
         */
        replicas?: number;
        /**
         * @description A work queue: how many attempts have to succeed.
         * @example 8
         */
        completions?: number;
        /**
         * @description Pieces by number, keys or a matrix, and how many may be live.
         * @example {
         *       "withCount": 8
         *     }
         */
        parallelism?: {
          /**
           * @description So many indexes, counted from 0.
           * @example 8
           */
          withCount?: number;
          /**
           * @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`.
           * @example [
           *       "europe",
           *       "asia"
           *     ]
           */
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
          /**
           * @description Attempts that may be live at once; 0 pauses, null is no limit.
           * @example 10
           */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
           * @example AllSuccessful
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /**
         * @description The worker of this task; the job's unless given.
         * @example acme-reports
         */
        worker?: string;
        /**
         * @description Kubernetes: laid over those of worker and job.
         * @example {
         *       "spec": {
         *         "priorityClassName": "batch"
         *       }
         *     }
         */
        podTemplate?: components['schemas']['JsonObject'];
        /**
         * @description In place of the job's.
         * @example [
         *       "/opt/acme/report"
         *     ]
         */
        command?: string[];
        /**
         * @description In place of the job's.
         * @example [
         *       "--all"
         *     ]
         */
        args?: string[];
        /**
         * @description Variables, over the job's by name.
         * @example {
         *       "REPORT_FORMAT": "csv"
         *     }
         */
        env?: {
          [key: string]: string;
        };
        /**
         * @description Kubernetes: in place of the job's.
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
         * @description Lifecycle policies of this task; they are asked before the job's.
         * @example [
         *       {
         *         "action": "RestartPod"
         *       }
         *     ]
         */
        policies?: {
          /**
           * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
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
           * @description What is done then.
           * @example RestartPod
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /**
           * @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given.
           * @example 3600
           */
          timeoutSeconds?: number;
        }[];
        /**
         * @description Tasks that this one waits for.
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
           * @description `Ready`: its pieces run; `Complete`: they have succeeded. `Ready` unless given.
           * @example Ready
           * @enum {string}
           */
          condition?: 'Ready' | 'Complete';
        }[];
        /**
         * @description How many of its pieces have to be able to run before any of them starts.
         * @example 2
         */
        minAvailable?: number | null;
        /**
         * @description Kubernetes: the priority class of its pods.
         * @example batch
         */
        priorityClassName?: string;
        /**
         * @description Attempts of one index; the job's unless given.
         * @example 3
         */
        maxAttempts?: number;
        /**
         * @description How often policies may restart a piece of it; 3 unless given.
         * @example 3
         */
        maxRestarts?: number;
      }[];
      /**
       * @description Lifecycle policies: what is done on which event. The first that fits decides.
       * @example [
       *       {
       *         "action": "RestartPod"
       *       }
       *     ]
       */
      policies?: {
        /**
         * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
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
         * @description What is done then.
         * @example RestartPod
         * @enum {string}
         */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        /**
         * @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given.
         * @example 3600
         */
        timeoutSeconds?: number;
      }[];
      /**
       * @description How many pieces of the run have to be able to run before any of them starts; null: all start one by one.
       * @example 2
       */
      minAvailable?: number | null;
      /**
       * @description How many pieces have to succeed for the run to succeed; null: all.
       * @example 2
       */
      minSuccess?: number | null;
      /**
       * @description How often policies may restart the whole run; 3 unless given.
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
       * @description A concurrency group of the tenant: that many runs of all its jobs at once. `default`, which limits nothing, unless given.
       * @example reports
       */
      queue?: string;
      /**
       * @description What the pods of a run are given to find each other.
       * @example {
       *       "env": [
       *         "--no-root"
       *       ]
       *     }
       */
      plugins?: {
        /**
         * @description Present: pods are given `VC_TASK_INDEX` and `VK_TASK_INDEX`. Arguments as in Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        env?: string[];
        /**
         * @description Present: pods have host names and find each other by name. Arguments as in Volcano.
         * @example [
         *       "--disable-network-policy=true"
         *     ]
         */
        svc?: string[];
        /**
         * @description Present: pods of the run may log in to each other by a key of its own. Arguments as in Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        ssh?: string[];
      };
      /**
       * @description Volumes that are mounted in its pods; at most 32.
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
         * @description A volume claim that exists already; while it does not, the run stays `Pending`. Without this and `claim`: an emptyDir.
         * @example reports-data
         */
        claimName?: string;
        /**
         * @description A claim that is made for the run, kept over its restarts, and removed when the run cannot go on any more.
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
           * @description How the volume may be mounted.
           * @example [
           *       "ReadWriteOnce"
           *     ]
           */
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          /**
           * @description Its size.
           * @example {
           *       "requests": {
           *         "storage": "1Gi"
           *       }
           *     }
           */
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
            /**
             * @description What may be used at most.
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
           * @description A persistent volume by name.
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
       * @description Secrets that cannot be read with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until they are given anew. Left out where there are none.
       * @example []
       */
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
         * @example SecretKeyMissing
         * @enum {string}
         */
        reason: 'SecretKeyMissing' | 'SecretDamaged';
        /**
         * @description The id of the key that it is sealed with.
         * @example 2026-01
         */
        key: string;
        /**
         * @description The same as a sentence.
         * @example Its key 2026-01 is not among SECRET_KEYS.
         */
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
      /**
       * @description Who edited it last.
       * @example ada
       */
      updatedBy: string;
      /**
       * @description Who stopped new slots, when and why; null while it is not paused.
       * @example {
       *       "by": "ada",
       *       "at": "2026-12-01T00:00:00.000Z",
       *       "note": "The source system is being moved."
       *     }
       */
      paused: {
        /**
         * @description Who paused it.
         * @example ada
         */
        by: string;
        /**
         * Format: date-time
         * @description When it was paused.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description Why, if that was said.
         * @example The source system is being moved.
         */
        note: string | null;
        /**
         * @description True: lists leave the job out unless they are asked for it; absent otherwise.
         * @example true
         */
        archived?: boolean;
      } | null;
      /**
       * @description What the scheduler and its runs say of it.
       * @example {
       *       "nextSlot": "2026-12-01T00:00:00.000Z",
       *       "lastSlot": "2026-12-01T00:00:00.000Z",
       *       "lastSuccessStart": "2026-12-01T00:00:00.000Z",
       *       "lastSuccessFinish": "2026-12-01T00:00:00.000Z",
       *       "activeRuns": 1,
       *       "queuedRuns": 0
       *     }
       */
      status: {
        /**
         * @description The next slot; null if none is to come.
         * @example 2026-12-01T00:00:00.000Z
         */
        nextSlot: string | null;
        /**
         * @description The latest slot that has passed; null if there was none.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastSlot: string | null;
        /**
         * @description When its latest successful run started; null if there was none.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastSuccessStart: string | null;
        /**
         * @description When its latest successful run ended; null if there was none.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastSuccessFinish: string | null;
        /**
         * @description Runs under way.
         * @example 1
         */
        activeRuns: number;
        /**
         * @description Runs that wait to be admitted.
         * @example 0
         */
        queuedRuns: number;
      };
    };
    NewJob: {
      /**
       * @description Begins with the tenant's id and `-`, as in `ibm-nightly`; one is made where none is given.
       * @example acme-nightly
       */
      id?: string;
      /**
       * @description The id of the tenant that owns the job; it never changes.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people: one line, at most 200 characters.
       * @example Nightly report
       */
      name: string;
      /**
       * @description The id of the worker that does the work.
       * @example acme-reports
       */
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
      /**
       * @description False stops new slots; runs by hand stay possible. True unless given.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description When the job is archived by itself: `ended`, once its schedule has no slot any more and none of its runs is unfinished; `succeeded`, once a run has succeeded after the last change of the job. Never unless given.
       * @example ended
       * @enum {string}
       */
      archiveWhen?: 'ended' | 'succeeded';
      /**
       * @description Who answers for the job; for people only.
       * @example [
       *       "ada@acme.example"
       *     ]
       */
      owners?: string[];
      /**
       * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/semantics.md.
       * @example 0 10 * * *
       * @example H 3 * * 1-5
       */
      cron?: string;
      /**
       * @description When the job runs; a job without a schedule runs by hand only.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
      schedule?: components['schemas']['Schedule'];
      /**
       * @description Ends of runs of other jobs after which the job runs, at most 32; docs/dependencies.md has the rules. A job that has a schedule, too, runs at its slots as well.
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
         * @description How its run has to end: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). `succeeded` unless given.
         * @example succeeded
         * @enum {string}
         */
        on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description Which run: the one of the `sameSlot` (or, where the chain began by hand, of the same chain), which is waited for; or the `latest` that has ended, which is looked at. `sameSlot` unless given.
         * @example sameSlot
         * @enum {string}
         */
        match?: 'sameSlot' | 'latest';
        /**
         * @description Seconds: its run ended no longer than this before the last of the runs that the job runs after; at most 31622400. No limit unless given.
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
         * @description What its outputs have to be, all of it; at most 16 tests.
         * @example [
         *       {
         *         "path": "/rows"
         *       }
         *     ]
         */
        outputs?: {
          /**
           * @description Which of the outputs, as a JSON Pointer.
           * @example /rows
           */
          path: string;
          /**
           * @description Whether there is such an output.
           * @example true
           */
          exists?: boolean;
          /**
           * @description The output is this value.
           * @example complete
           */
          equals?: components['schemas']['JsonValue'];
          /**
           * @description The output is a number, and no less than this.
           * @example 1
           */
          min?: number;
          /**
           * @description The output is a number, and no more than this.
           * @example 1000
           */
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
      /**
       * @description How the conditions of `after` are joined, and by when they have to be met.
       * @example {
       *       "require": "all"
       *     }
       */
      afterRule?: {
        /**
         * @description Whether `all` conditions of `after` have to be met, or `any` of them. `all` unless given.
         * @example all
         * @enum {string}
         */
        require?: 'all' | 'any';
        /**
         * @description By when the job has to have got a run since the deadline before: otherwise the deadline is recorded as a missed slot of the job, and its notices are sent.
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
           * @description IANA name of its zone; UTC unless given.
           * @example Europe/Prague
           */
          timezone?: string;
          /**
           * @description On these days; on all unless given.
           * @example [
           *       "mon"
           *     ]
           */
          weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        };
      };
      /**
       * @description What becomes of slots that passed while nothing could start them.
       * @example {
       *       "policy": "skip"
       *     }
       */
      misfire?: {
        /**
         * @description `skip`: none of the slots that passed runs; `last`: the latest does; `all`: all do, up to `maxMissed`. `last` unless given.
         * @example skip
         * @enum {string}
         */
        policy?: 'skip' | 'last' | 'all';
        /**
         * @description How many slots that passed are made up for at most, the latest ones; 5 unless given.
         * @example 10
         */
        maxMissed?: number;
        /**
         * @description A slot that is later than so many seconds is missed; null, which it is unless given, is no limit.
         * @example 600
         */
        startingDeadlineSeconds?: number | null;
      };
      /**
       * @description How many runs of the job there may be at once, and what becomes of one too many.
       * @example {
       *       "policy": "Allow"
       *     }
       */
      concurrency?: {
        /**
         * @description What happens to a run for which no permit is free: `Allow` knows no limit, `Forbid` refuses it, `Enqueue` lets it wait, `Replace` ends the older run for it. `Allow` unless given.
         * @example Allow
         * @enum {string}
         */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /**
         * @description Runs of the job that may be active at once, where the policy sets a limit; 1 unless given.
         * @example 1
         */
        maxConcurrency?: number;
        /**
         * @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` say how many there are.
         * @example nightly
         */
        group?: string;
        /**
         * @description Runs that may wait with `Enqueue`; one more is refused. 20 unless given.
         * @example 10
         */
        maxQueued?: number;
        /**
         * @description A further limit for each value of a key, such as a customer: how many runs with it may be active at once, and how many may start in a time.
         * @example {
         *       "key": "${option.customer}"
         *     }
         */
        perKey?: {
          /**
           * @description The key of a run, in which `${option.<name>}` and `${parameters.<name>}` stand for values of the run; where there is no value, for the empty text. One longer than 128 characters ends with a hash.
           * @example ${option.customer}
           */
          key: string;
          /**
           * @description Runs with one key that may be active at once; no limit unless given.
           * @example 1000
           */
          max?: number;
          /**
           * @description How fast runs with one key are admitted, by a token bucket; no limit unless given.
           * @example {
           *       "runs": 10,
           *       "perSeconds": 60
           *     }
           */
          rate?: {
            /**
             * @description So many runs may be admitted at once, and within `perSeconds` from then on.
             * @example 3
             */
            runs: number;
            /**
             * @description Seconds in which as many more may be admitted as `runs` says, evenly spread.
             * @example 60
             */
            perSeconds: number;
          };
          /**
           * @description What happens to a run whose key has no room: `Enqueue` lets it wait, `Forbid` refuses it, `Replace` ends the oldest active run with its key and drops those that wait. `Enqueue` unless given.
           * @example Enqueue
           * @enum {string}
           */
          policy?: 'Enqueue' | 'Forbid' | 'Replace';
          /**
           * @description Runs with one key that may wait; only `maxQueued` of the job counts unless given.
           * @example 10
           */
          maxQueued?: number;
        };
      };
      /**
       * @description Of its runs, -100 to 100; 0 unless given. Among runs of its tenant that wait for the same, a step counts as much as 60 s of waiting.
       * @example 10
       */
      priority?: number;
      /**
       * @description Attempts of its runs may be stopped, and started again later, where runs of higher priority, or of tenants below their share, wait for their places or permits. An empty object is enough; never unless given.
       * @example {
       *       "maxTimes": 3,
       *       "graceSeconds": 30
       *     }
       */
      preemptible?: {
        /**
         * @description How often a run may be preempted, 1 to 100; from then on it keeps its places. 3 unless given.
         * @example 3
         */
        maxTimes?: number;
        /**
         * @description Seconds between the request to end and the end by force, at most 3600; 30 unless given.
         * @example 300
         */
        graceSeconds?: number;
      };
      /**
       * @description A second request with the same key makes no run: it is answered with the run of the first. docs/guide/requests.md.
       * @example {
       *       "key": "${option.order}",
       *       "windowSeconds": 3600
       *     }
       */
      deduplicate?: {
        /**
         * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All that the request gives, unless it is said: parameters, options and everything else.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description Requests with the key of an earlier one are duplicates for so many seconds, at most 604800.
         * @example 3600
         */
        windowSeconds: number;
      };
      /**
       * @description Requests with the same key that follow each other become one run, which is given what the last of them gives. docs/guide/requests.md.
       * @example {
       *       "seconds": 86400
       *     }
       */
      debounce?: {
        /**
         * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All requests of the job, unless it is said.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts so many seconds after the last request, at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description The run starts so many seconds after the first request at the latest; unless given 10 times `seconds`, up to 86400.
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
         * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All requests of the job, unless it is said.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts so many seconds after the first request, at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description With so many requests the run starts at once, 1 to 1000; 100 unless given. So it does where the next one would make the items longer than 98304 bytes of JSON.
         * @example 50
         */
        maxItems?: number;
      };
      /**
       * @description What each run is given: any JSON value of at most 98304 bytes. A run may be given others.
       * @example {
       *       "rows": 1000
       *     }
       */
      parameters?: components['schemas']['JsonValue'];
      /**
       * @description What `parameters` have to be, as a JSON Schema of draft 2020-12 of at most 16384 bytes: judged when the job is saved, when a run is asked for, and before each attempt. docs/semantics.md#parameters says what it may hold.
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
       * @description Secrets that are kept outside, in Vault, Kubernetes Secrets or files: read when an attempt starts and never stored; at most 32. docs/guide/secrets.md.
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
         * @description The variable that the value becomes; web services find it under this name in `secrets`.
         * @example DATABASE_PASSWORD
         */
        as: string;
        /**
         * @description The name of the provider, as an administrator has declared it.
         * @example vault
         */
        from: string;
        /**
         * @description Where it is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider.
         * @example secret/data/acme/db
         */
        path: string;
        /**
         * @description Which value of the secret; for Vault and Kubernetes only, and needed there.
         * @example europe
         */
        key?: string;
        /**
         * @description Vault, KV version 2: this version of the secret; the newest unless given.
         * @example 3
         */
        version?: number;
      }[];
      /**
       * @description Typed values that may be given when a run is started; they are put in place of `${option.<name>}` in command, args, image and env.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description The value of a run that is given none.
             * @example true
             */
            default?: boolean;
            /**
             * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. `TrueFalse` unless given.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
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
             * @description The value of a run that is given none.
             * @example csv
             */
            default?: string;
            /**
             * @description True: values that are not among `values` are taken, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
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
             * @description The value of a run that is given none.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            default?: string[];
            /**
             * @description Stands between the chosen values; a comma unless given, and may be empty.
             * @example ,
             */
            delimiter?: string;
            /**
             * @description True: values that are not among `values` are taken, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none: an RFC 3339 time.
             * @example csv
             */
            default?: string;
            /**
             * @description How the instant is written, such as `D MMM YYYY`; without it the instant stands as it was given.
             * @example yyyy-MM-dd
             */
            format?: string;
          }
        | {
            /**
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none. Stored encrypted.
             * @example csv
             */
            default?: string;
          }
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called, in place of the worker's.
       * @example https://reports.acme.example/work
       */
      url?: string;
      /**
       * @description Web services: headers of the call, over the worker's. Values are stored encrypted and shown as `***` except to owners and admins.
       * @example {
       *       "x-source": "carillon"
       *     }
       */
      httpHeaders?: {
        [key: string]: string & (unknown & unknown);
      };
      /**
       * @description Attempts that an index of the run may have, the first one included; 1 unless given.
       * @example 3
       */
      maxAttempts?: number;
      /**
       * @description When a failed attempt is tried again, and when not.
       * @example {
       *       "delaySeconds": 30
       *     }
       */
      retry?: {
        /**
         * @description Seconds from the end of an attempt to the next one of its index; 0 unless given. With `exponential` the delay before the first retry.
         * @example 30
         */
        delaySeconds?: number;
        /**
         * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each waits twice as long as the one before. `fixed` unless given.
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
         * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between nothing and all of it. `none` unless given.
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
         * @description Whether an attempt that ended by the idle timeout is tried again; false unless given.
         * @example true
         */
        onIdleTimeout?: boolean;
        /**
         * @description The first rule that fits the end of an attempt decides; all that it names have to fit. Where none does, the fields beside it decide.
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
           * @description Web services: its start was answered with one of these statuses, such as 500 or `5xx`. 429 and 503 are no ends: the call is repeated until the start deadline.
           * @example [
           *       "3xx"
           *     ]
           */
          httpStatuses?: (number | ('3xx' | '4xx' | '5xx'))[];
          /**
           * @description Its reason is one of these, as attempts show it: such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`.
           * @example [
           *       "NodeLost"
           *     ]
           */
          reasons?: string[];
          /**
           * @description Whether it is tried again; true unless given.
           * @example true
           */
          retry?: boolean;
          /**
           * @description In place of the `delaySeconds` beside the rules; seconds from its end to the next attempt.
           * @example 30
           */
          delaySeconds?: number;
        }[];
      };
      /**
       * @description Seconds within which an attempt has to start; 900 unless given.
       * @example 900
       */
      startDeadlineSeconds?: number;
      /**
       * @description Seconds that an attempt may take; null is no limit.
       * @example 3600
       */
      timeoutSeconds?: number | null;
      /**
       * @description Seconds of silence after which an attempt has failed: of a web service without any callback (43200 unless given), of a pod or process without a line of output (no limit unless given).
       * @example 300
       */
      idleTimeoutSeconds?: number;
      /**
       * @description Seconds that a whole run may take, retries included; null is no limit.
       * @example 7200
       */
      activeDeadlineSeconds?: number | null;
      /**
       * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`); `Never` unless given.
       * @example Never
       * @enum {string}
       */
      restartPolicy?: 'Never' | 'OnFailure';
      /**
       * @description Kubernetes: a PodTemplateSpec that is laid over the worker's. The tenant's `podTemplatePaths` say what it may hold.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description The program and its first arguments, in place of the worker's.
       * @example [
       *       "/opt/acme/report"
       *     ]
       */
      command?: string[];
      /**
       * @description Arguments, in place of the worker's.
       * @example [
       *       "--all"
       *     ]
       */
      args?: string[];
      /**
       * @description Environment variables, over the worker's by name.
       * @example {
       *       "REPORT_FORMAT": "csv"
       *     }
       */
      env?: {
        [key: string]: string;
      };
      /**
       * @description Kubernetes: requests and limits of the container, in place of the worker's.
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
       * @description How long its runs are kept; what is left out is the tenant's.
       * @example {
       *       "successful": 100
       *     }
       */
      retention?: {
        /**
         * @description How many successful runs of a job are kept.
         * @example 100
         */
        successful?: number;
        /**
         * @description How many runs of a job that did not succeed are kept.
         * @example 100
         */
        failed?: number;
        /**
         * @description Runs that ended longer ago than this, in seconds, are removed.
         * @example 2592000
         */
        maxAgeSeconds?: number;
        /**
         * @description For this long, in seconds, the archive keeps runs that are no longer kept in the database; 0: they are not archived. Needs a cold store.
         * @example 31536000
         */
        archiveSeconds?: 0 | number;
      };
      /**
       * @description Webhooks that are notified when something goes wrong; at most 10 rules.
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
         * @description The event: a run `failed`; a slot was `missed`; a run started `late` or takes `long`; the job `recovered`, which is its first success after a failure.
         * @example [
         *       "failed"
         *     ]
         */
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
        /**
         * Format: uri
         * @description The address that is sent a POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; what follows the host of an address is shown as `***` to those who may not see secrets.
         * @example https://hooks.acme.example/carillon
         */
        webhook: string;
        /**
         * @description Seconds after its effective time from which the run of a slot is late; 60 unless given.
         * @example 300
         */
        lateAfterSeconds?: number;
        /**
         * @description Seconds from which a run takes long; unless given, what is usual for the job decides.
         * @example 7200
         */
        longAfterSeconds?: number;
      }[];
      /**
       * @description How many indexes have to succeed; null is as many as `parallelism` says.
       * @example 8
       */
      completions?: number | null;
      /**
       * @description `Indexed`: each piece has a number of its own; `NonIndexed`: a work queue. `Indexed` unless given.
       * @example Indexed
       * @enum {string}
       */
      completionMode?: 'Indexed' | 'NonIndexed';
      /**
       * @description Pieces by number, keys or a matrix, and how many may be live.
       * @example {
       *       "withCount": 8
       *     }
       */
      parallelism?: {
        /**
         * @description So many indexes, counted from 0.
         * @example 8
         */
        withCount?: number;
        /**
         * @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`.
         * @example [
         *       "europe",
         *       "asia"
         *     ]
         */
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
        /**
         * @description Attempts that may be live at once; 0 pauses, null is no limit.
         * @example 10
         */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
         * @example AllSuccessful
         * @enum {string}
         */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      /**
       * @description When the run has succeeded before all of its indexes have.
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
         * @description The run has succeeded as soon as one of them holds.
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
           * @description So many indexes have succeeded; with `succeededIndexes`, of those.
           * @example 1
           */
          succeededCount?: number;
        }[];
      };
      /**
       * @description What becomes of attempts that still run when the run has succeeded; `TerminateRemaining` unless given.
       * @example TerminateRemaining
       * @enum {string}
       */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description What becomes of attempts that still run when the run has failed; `TerminateRemaining` unless given.
       * @example TerminateRemaining
       * @enum {string}
       */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description Failed attempts of the whole run beyond which it fails; null is no limit.
       * @example 6
       */
      backoffLimit?: number | null;
      /**
       * @description Failed indexes beyond which the run fails; null is no limit.
       * @example 5
       */
      maxFailedIndexes?: number | null;
      /**
       * @description Groups of equal pieces, in place of one; at most 100.
       * @example [
       *       {
       *         "name": "main"
       *       }
       *     ]
       */
      tasks?: {
        /**
         * @description Unique within the job; a DNS label.
         * @example main
         */
        name: string;
        /**
         * @description How many equal pieces the task has; 1 unless given. In place of it `completions` or `parallelism` may say so.
         * @example 2
         */
        replicas?: number;
        /**
         * @description A work queue: how many attempts have to succeed.
         * @example 8
         */
        completions?: number;
        /**
         * @description Pieces by number, keys or a matrix, and how many may be live.
         * @example {
         *       "withCount": 8
         *     }
         */
        parallelism?: {
          /**
           * @description So many indexes, counted from 0.
           * @example 8
           */
          withCount?: number;
          /**
           * @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`.
           * @example [
           *       "europe",
           *       "asia"
           *     ]
           */
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
          /**
           * @description Attempts that may be live at once; 0 pauses, null is no limit.
           * @example 10
           */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
           * @example AllSuccessful
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /**
         * @description The worker of this task; the job's unless given.
         * @example acme-reports
         */
        worker?: string;
        /**
         * @description Kubernetes: laid over those of worker and job.
         * @example {
         *       "spec": {
         *         "priorityClassName": "batch"
         *       }
         *     }
         */
        podTemplate?: components['schemas']['JsonObject'];
        /**
         * @description In place of the job's.
         * @example [
         *       "/opt/acme/report"
         *     ]
         */
        command?: string[];
        /**
         * @description In place of the job's.
         * @example [
         *       "--all"
         *     ]
         */
        args?: string[];
        /**
         * @description Variables, over the job's by name.
         * @example {
         *       "REPORT_FORMAT": "csv"
         *     }
         */
        env?: {
          [key: string]: string;
        };
        /**
         * @description Kubernetes: in place of the job's.
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
         * @description Lifecycle policies of this task; they are asked before the job's.
         * @example [
         *       {
         *         "action": "RestartPod"
         *       }
         *     ]
         */
        policies?: {
          /**
           * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
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
           * @description What is done then.
           * @example RestartPod
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /**
           * @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given.
           * @example 3600
           */
          timeoutSeconds?: number;
        }[];
        /**
         * @description Tasks that this one waits for.
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
           * @description `Ready`: its pieces run; `Complete`: they have succeeded. `Ready` unless given.
           * @example Ready
           * @enum {string}
           */
          condition?: 'Ready' | 'Complete';
        }[];
        /**
         * @description How many of its pieces have to be able to run before any of them starts.
         * @example 2
         */
        minAvailable?: number | null;
        /**
         * @description Kubernetes: the priority class of its pods.
         * @example batch
         */
        priorityClassName?: string;
        /**
         * @description Attempts of one index; the job's unless given.
         * @example 3
         */
        maxAttempts?: number;
        /**
         * @description How often policies may restart a piece of it; 3 unless given.
         * @example 3
         */
        maxRestarts?: number;
      }[];
      /**
       * @description Lifecycle policies: what is done on which event. The first that fits decides.
       * @example [
       *       {
       *         "action": "RestartPod"
       *       }
       *     ]
       */
      policies?: {
        /**
         * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
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
         * @description What is done then.
         * @example RestartPod
         * @enum {string}
         */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        /**
         * @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given.
         * @example 3600
         */
        timeoutSeconds?: number;
      }[];
      /**
       * @description How many pieces of the run have to be able to run before any of them starts; null: all start one by one.
       * @example 2
       */
      minAvailable?: number | null;
      /**
       * @description How many pieces have to succeed for the run to succeed; null: all.
       * @example 2
       */
      minSuccess?: number | null;
      /**
       * @description How often policies may restart the whole run; 3 unless given.
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
       * @description A concurrency group of the tenant: that many runs of all its jobs at once. `default`, which limits nothing, unless given.
       * @example reports
       */
      queue?: string;
      /**
       * @description What the pods of a run are given to find each other.
       * @example {
       *       "env": [
       *         "--no-root"
       *       ]
       *     }
       */
      plugins?: {
        /**
         * @description Present: pods are given `VC_TASK_INDEX` and `VK_TASK_INDEX`. Arguments as in Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        env?: string[];
        /**
         * @description Present: pods have host names and find each other by name. Arguments as in Volcano.
         * @example [
         *       "--disable-network-policy=true"
         *     ]
         */
        svc?: string[];
        /**
         * @description Present: pods of the run may log in to each other by a key of its own. Arguments as in Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        ssh?: string[];
      };
      /**
       * @description Volumes that are mounted in its pods; at most 32.
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
         * @description A volume claim that exists already; while it does not, the run stays `Pending`. Without this and `claim`: an emptyDir.
         * @example reports-data
         */
        claimName?: string;
        /**
         * @description A claim that is made for the run, kept over its restarts, and removed when the run cannot go on any more.
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
           * @description How the volume may be mounted.
           * @example [
           *       "ReadWriteOnce"
           *     ]
           */
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          /**
           * @description Its size.
           * @example {
           *       "requests": {
           *         "storage": "1Gi"
           *       }
           *     }
           */
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
            /**
             * @description What may be used at most.
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
           * @description A persistent volume by name.
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
       * @description The tenant of the job, which never changes; may be left out.
       * @example acme
       */
      tenant?: string;
      /**
       * @description Shown to people: one line, at most 200 characters.
       * @example Nightly report
       */
      name: string;
      /**
       * @description The id of the worker that does the work.
       * @example acme-reports
       */
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
      /**
       * @description False stops new slots; runs by hand stay possible. True unless given.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description When the job is archived by itself: `ended`, once its schedule has no slot any more and none of its runs is unfinished; `succeeded`, once a run has succeeded after the last change of the job. Never unless given.
       * @example ended
       * @enum {string}
       */
      archiveWhen?: 'ended' | 'succeeded';
      /**
       * @description Who answers for the job; for people only.
       * @example [
       *       "ada@acme.example"
       *     ]
       */
      owners?: string[];
      /**
       * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/semantics.md.
       * @example 0 10 * * *
       * @example H 3 * * 1-5
       */
      cron?: string;
      /**
       * @description When the job runs; a job without a schedule runs by hand only.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
      schedule?: components['schemas']['Schedule'];
      /**
       * @description Ends of runs of other jobs after which the job runs, at most 32; docs/dependencies.md has the rules. A job that has a schedule, too, runs at its slots as well.
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
         * @description How its run has to end: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). `succeeded` unless given.
         * @example succeeded
         * @enum {string}
         */
        on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description Which run: the one of the `sameSlot` (or, where the chain began by hand, of the same chain), which is waited for; or the `latest` that has ended, which is looked at. `sameSlot` unless given.
         * @example sameSlot
         * @enum {string}
         */
        match?: 'sameSlot' | 'latest';
        /**
         * @description Seconds: its run ended no longer than this before the last of the runs that the job runs after; at most 31622400. No limit unless given.
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
         * @description What its outputs have to be, all of it; at most 16 tests.
         * @example [
         *       {
         *         "path": "/rows"
         *       }
         *     ]
         */
        outputs?: {
          /**
           * @description Which of the outputs, as a JSON Pointer.
           * @example /rows
           */
          path: string;
          /**
           * @description Whether there is such an output.
           * @example true
           */
          exists?: boolean;
          /**
           * @description The output is this value.
           * @example complete
           */
          equals?: components['schemas']['JsonValue'];
          /**
           * @description The output is a number, and no less than this.
           * @example 1
           */
          min?: number;
          /**
           * @description The output is a number, and no more than this.
           * @example 1000
           */
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
      /**
       * @description How the conditions of `after` are joined, and by when they have to be met.
       * @example {
       *       "require": "all"
       *     }
       */
      afterRule?: {
        /**
         * @description Whether `all` conditions of `after` have to be met, or `any` of them. `all` unless given.
         * @example all
         * @enum {string}
         */
        require?: 'all' | 'any';
        /**
         * @description By when the job has to have got a run since the deadline before: otherwise the deadline is recorded as a missed slot of the job, and its notices are sent.
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
           * @description IANA name of its zone; UTC unless given.
           * @example Europe/Prague
           */
          timezone?: string;
          /**
           * @description On these days; on all unless given.
           * @example [
           *       "mon"
           *     ]
           */
          weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
        };
      };
      /**
       * @description What becomes of slots that passed while nothing could start them.
       * @example {
       *       "policy": "skip"
       *     }
       */
      misfire?: {
        /**
         * @description `skip`: none of the slots that passed runs; `last`: the latest does; `all`: all do, up to `maxMissed`. `last` unless given.
         * @example skip
         * @enum {string}
         */
        policy?: 'skip' | 'last' | 'all';
        /**
         * @description How many slots that passed are made up for at most, the latest ones; 5 unless given.
         * @example 10
         */
        maxMissed?: number;
        /**
         * @description A slot that is later than so many seconds is missed; null, which it is unless given, is no limit.
         * @example 600
         */
        startingDeadlineSeconds?: number | null;
      };
      /**
       * @description How many runs of the job there may be at once, and what becomes of one too many.
       * @example {
       *       "policy": "Allow"
       *     }
       */
      concurrency?: {
        /**
         * @description What happens to a run for which no permit is free: `Allow` knows no limit, `Forbid` refuses it, `Enqueue` lets it wait, `Replace` ends the older run for it. `Allow` unless given.
         * @example Allow
         * @enum {string}
         */
        policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /**
         * @description Runs of the job that may be active at once, where the policy sets a limit; 1 unless given.
         * @example 1
         */
        maxConcurrency?: number;
        /**
         * @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` say how many there are.
         * @example nightly
         */
        group?: string;
        /**
         * @description Runs that may wait with `Enqueue`; one more is refused. 20 unless given.
         * @example 10
         */
        maxQueued?: number;
        /**
         * @description A further limit for each value of a key, such as a customer: how many runs with it may be active at once, and how many may start in a time.
         * @example {
         *       "key": "${option.customer}"
         *     }
         */
        perKey?: {
          /**
           * @description The key of a run, in which `${option.<name>}` and `${parameters.<name>}` stand for values of the run; where there is no value, for the empty text. One longer than 128 characters ends with a hash.
           * @example ${option.customer}
           */
          key: string;
          /**
           * @description Runs with one key that may be active at once; no limit unless given.
           * @example 1000
           */
          max?: number;
          /**
           * @description How fast runs with one key are admitted, by a token bucket; no limit unless given.
           * @example {
           *       "runs": 10,
           *       "perSeconds": 60
           *     }
           */
          rate?: {
            /**
             * @description So many runs may be admitted at once, and within `perSeconds` from then on.
             * @example 3
             */
            runs: number;
            /**
             * @description Seconds in which as many more may be admitted as `runs` says, evenly spread.
             * @example 60
             */
            perSeconds: number;
          };
          /**
           * @description What happens to a run whose key has no room: `Enqueue` lets it wait, `Forbid` refuses it, `Replace` ends the oldest active run with its key and drops those that wait. `Enqueue` unless given.
           * @example Enqueue
           * @enum {string}
           */
          policy?: 'Enqueue' | 'Forbid' | 'Replace';
          /**
           * @description Runs with one key that may wait; only `maxQueued` of the job counts unless given.
           * @example 10
           */
          maxQueued?: number;
        };
      };
      /**
       * @description Of its runs, -100 to 100; 0 unless given. Among runs of its tenant that wait for the same, a step counts as much as 60 s of waiting.
       * @example 10
       */
      priority?: number;
      /**
       * @description Attempts of its runs may be stopped, and started again later, where runs of higher priority, or of tenants below their share, wait for their places or permits. An empty object is enough; never unless given.
       * @example {
       *       "maxTimes": 3,
       *       "graceSeconds": 30
       *     }
       */
      preemptible?: {
        /**
         * @description How often a run may be preempted, 1 to 100; from then on it keeps its places. 3 unless given.
         * @example 3
         */
        maxTimes?: number;
        /**
         * @description Seconds between the request to end and the end by force, at most 3600; 30 unless given.
         * @example 300
         */
        graceSeconds?: number;
      };
      /**
       * @description A second request with the same key makes no run: it is answered with the run of the first. docs/guide/requests.md.
       * @example {
       *       "key": "${option.order}",
       *       "windowSeconds": 3600
       *     }
       */
      deduplicate?: {
        /**
         * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All that the request gives, unless it is said: parameters, options and everything else.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description Requests with the key of an earlier one are duplicates for so many seconds, at most 604800.
         * @example 3600
         */
        windowSeconds: number;
      };
      /**
       * @description Requests with the same key that follow each other become one run, which is given what the last of them gives. docs/guide/requests.md.
       * @example {
       *       "seconds": 86400
       *     }
       */
      debounce?: {
        /**
         * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All requests of the job, unless it is said.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts so many seconds after the last request, at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description The run starts so many seconds after the first request at the latest; unless given 10 times `seconds`, up to 86400.
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
         * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All requests of the job, unless it is said.
         * @example ${option.order}
         */
        key?: string;
        /**
         * @description The run starts so many seconds after the first request, at most 86400.
         * @example 86400
         */
        seconds: number;
        /**
         * @description With so many requests the run starts at once, 1 to 1000; 100 unless given. So it does where the next one would make the items longer than 98304 bytes of JSON.
         * @example 50
         */
        maxItems?: number;
      };
      /**
       * @description What each run is given: any JSON value of at most 98304 bytes. A run may be given others.
       * @example {
       *       "rows": 1000
       *     }
       */
      parameters?: components['schemas']['JsonValue'];
      /**
       * @description What `parameters` have to be, as a JSON Schema of draft 2020-12 of at most 16384 bytes: judged when the job is saved, when a run is asked for, and before each attempt. docs/semantics.md#parameters says what it may hold.
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
       * @description Secrets that are kept outside, in Vault, Kubernetes Secrets or files: read when an attempt starts and never stored; at most 32. docs/guide/secrets.md.
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
         * @description The variable that the value becomes; web services find it under this name in `secrets`.
         * @example DATABASE_PASSWORD
         */
        as: string;
        /**
         * @description The name of the provider, as an administrator has declared it.
         * @example vault
         */
        from: string;
        /**
         * @description Where it is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider.
         * @example secret/data/acme/db
         */
        path: string;
        /**
         * @description Which value of the secret; for Vault and Kubernetes only, and needed there.
         * @example europe
         */
        key?: string;
        /**
         * @description Vault, KV version 2: this version of the secret; the newest unless given.
         * @example 3
         */
        version?: number;
      }[];
      /**
       * @description Typed values that may be given when a run is started; they are put in place of `${option.<name>}` in command, args, image and env.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description The value of a run that is given none.
             * @example true
             */
            default?: boolean;
            /**
             * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. `TrueFalse` unless given.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
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
             * @description The value of a run that is given none.
             * @example csv
             */
            default?: string;
            /**
             * @description True: values that are not among `values` are taken, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
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
             * @description The value of a run that is given none.
             * @example [
             *       "csv",
             *       "parquet"
             *     ]
             */
            default?: string[];
            /**
             * @description Stands between the chosen values; a comma unless given, and may be empty.
             * @example ,
             */
            delimiter?: string;
            /**
             * @description True: values that are not among `values` are taken, too.
             * @example true
             */
            allowCustom?: boolean;
          }
        | {
            /**
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none: an RFC 3339 time.
             * @example csv
             */
            default?: string;
            /**
             * @description How the instant is written, such as `D MMM YYYY`; without it the instant stands as it was given.
             * @example yyyy-MM-dd
             */
            format?: string;
          }
        | {
            /**
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none.
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
             * @description By which the value is given and put in place; unique within the job.
             * @example day
             */
            name: string;
            /**
             * @description What people are shown in place of the name.
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
             * @description True: a run without a value, where there is no default, is refused. False unless given.
             * @example true
             */
            required?: boolean;
            /**
             * @description The value of a run that is given none. Stored encrypted.
             * @example csv
             */
            default?: string;
          }
      )[];
      /**
       * Format: uri
       * @description Web services: the address that is called, in place of the worker's.
       * @example https://reports.acme.example/work
       */
      url?: string;
      /**
       * @description Web services: headers of the call, over the worker's; `***` in place of a value leaves it as it is.
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
       * @description Attempts that an index of the run may have, the first one included; 1 unless given.
       * @example 3
       */
      maxAttempts?: number;
      /**
       * @description When a failed attempt is tried again, and when not.
       * @example {
       *       "delaySeconds": 30
       *     }
       */
      retry?: {
        /**
         * @description Seconds from the end of an attempt to the next one of its index; 0 unless given. With `exponential` the delay before the first retry.
         * @example 30
         */
        delaySeconds?: number;
        /**
         * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each waits twice as long as the one before. `fixed` unless given.
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
         * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between nothing and all of it. `none` unless given.
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
         * @description Whether an attempt that ended by the idle timeout is tried again; false unless given.
         * @example true
         */
        onIdleTimeout?: boolean;
        /**
         * @description The first rule that fits the end of an attempt decides; all that it names have to fit. Where none does, the fields beside it decide.
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
           * @description Web services: its start was answered with one of these statuses, such as 500 or `5xx`. 429 and 503 are no ends: the call is repeated until the start deadline.
           * @example [
           *       "3xx"
           *     ]
           */
          httpStatuses?: (number | ('3xx' | '4xx' | '5xx'))[];
          /**
           * @description Its reason is one of these, as attempts show it: such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`.
           * @example [
           *       "NodeLost"
           *     ]
           */
          reasons?: string[];
          /**
           * @description Whether it is tried again; true unless given.
           * @example true
           */
          retry?: boolean;
          /**
           * @description In place of the `delaySeconds` beside the rules; seconds from its end to the next attempt.
           * @example 30
           */
          delaySeconds?: number;
        }[];
      };
      /**
       * @description Seconds within which an attempt has to start; 900 unless given.
       * @example 900
       */
      startDeadlineSeconds?: number;
      /**
       * @description Seconds that an attempt may take; null is no limit.
       * @example 3600
       */
      timeoutSeconds?: number | null;
      /**
       * @description Seconds of silence after which an attempt has failed: of a web service without any callback (43200 unless given), of a pod or process without a line of output (no limit unless given).
       * @example 300
       */
      idleTimeoutSeconds?: number;
      /**
       * @description Seconds that a whole run may take, retries included; null is no limit.
       * @example 7200
       */
      activeDeadlineSeconds?: number | null;
      /**
       * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`); `Never` unless given.
       * @example Never
       * @enum {string}
       */
      restartPolicy?: 'Never' | 'OnFailure';
      /**
       * @description Kubernetes: a PodTemplateSpec that is laid over the worker's. The tenant's `podTemplatePaths` say what it may hold.
       * @example {
       *       "spec": {
       *         "priorityClassName": "batch"
       *       }
       *     }
       */
      podTemplate?: components['schemas']['JsonObject'];
      /**
       * @description The program and its first arguments, in place of the worker's.
       * @example [
       *       "/opt/acme/report"
       *     ]
       */
      command?: string[];
      /**
       * @description Arguments, in place of the worker's.
       * @example [
       *       "--all"
       *     ]
       */
      args?: string[];
      /**
       * @description Environment variables, over the worker's by name.
       * @example {
       *       "REPORT_FORMAT": "csv"
       *     }
       */
      env?: {
        [key: string]: string;
      };
      /**
       * @description Kubernetes: requests and limits of the container, in place of the worker's.
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
       * @description How long its runs are kept; what is left out is the tenant's.
       * @example {
       *       "successful": 100
       *     }
       */
      retention?: {
        /**
         * @description How many successful runs of a job are kept.
         * @example 100
         */
        successful?: number;
        /**
         * @description How many runs of a job that did not succeed are kept.
         * @example 100
         */
        failed?: number;
        /**
         * @description Runs that ended longer ago than this, in seconds, are removed.
         * @example 2592000
         */
        maxAgeSeconds?: number;
        /**
         * @description For this long, in seconds, the archive keeps runs that are no longer kept in the database; 0: they are not archived. Needs a cold store.
         * @example 31536000
         */
        archiveSeconds?: 0 | number;
      };
      /**
       * @description Webhooks that are notified when something goes wrong; at most 10 rules.
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
         * @description The event: a run `failed`; a slot was `missed`; a run started `late` or takes `long`; the job `recovered`, which is its first success after a failure.
         * @example [
         *       "failed"
         *     ]
         */
        on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
        /**
         * Format: uri
         * @description The address that is sent a POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; what follows the host of an address is shown as `***` to those who may not see secrets.
         * @example https://hooks.acme.example/carillon
         */
        webhook: string;
        /**
         * @description Seconds after its effective time from which the run of a slot is late; 60 unless given.
         * @example 300
         */
        lateAfterSeconds?: number;
        /**
         * @description Seconds from which a run takes long; unless given, what is usual for the job decides.
         * @example 7200
         */
        longAfterSeconds?: number;
      }[];
      /**
       * @description How many indexes have to succeed; null is as many as `parallelism` says.
       * @example 8
       */
      completions?: number | null;
      /**
       * @description `Indexed`: each piece has a number of its own; `NonIndexed`: a work queue. `Indexed` unless given.
       * @example Indexed
       * @enum {string}
       */
      completionMode?: 'Indexed' | 'NonIndexed';
      /**
       * @description Pieces by number, keys or a matrix, and how many may be live.
       * @example {
       *       "withCount": 8
       *     }
       */
      parallelism?: {
        /**
         * @description So many indexes, counted from 0.
         * @example 8
         */
        withCount?: number;
        /**
         * @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`.
         * @example [
         *       "europe",
         *       "asia"
         *     ]
         */
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
        /**
         * @description Attempts that may be live at once; 0 pauses, null is no limit.
         * @example 10
         */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
         * @example AllSuccessful
         * @enum {string}
         */
        completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
      };
      /**
       * @description When the run has succeeded before all of its indexes have.
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
         * @description The run has succeeded as soon as one of them holds.
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
           * @description So many indexes have succeeded; with `succeededIndexes`, of those.
           * @example 1
           */
          succeededCount?: number;
        }[];
      };
      /**
       * @description What becomes of attempts that still run when the run has succeeded; `TerminateRemaining` unless given.
       * @example TerminateRemaining
       * @enum {string}
       */
      onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description What becomes of attempts that still run when the run has failed; `TerminateRemaining` unless given.
       * @example TerminateRemaining
       * @enum {string}
       */
      onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
      /**
       * @description Failed attempts of the whole run beyond which it fails; null is no limit.
       * @example 6
       */
      backoffLimit?: number | null;
      /**
       * @description Failed indexes beyond which the run fails; null is no limit.
       * @example 5
       */
      maxFailedIndexes?: number | null;
      /**
       * @description Groups of equal pieces, in place of one; at most 100.
       * @example [
       *       {
       *         "name": "main"
       *       }
       *     ]
       */
      tasks?: {
        /**
         * @description Unique within the job; a DNS label.
         * @example main
         */
        name: string;
        /**
         * @description How many equal pieces the task has; 1 unless given. In place of it `completions` or `parallelism` may say so.
         * @example 2
         */
        replicas?: number;
        /**
         * @description A work queue: how many attempts have to succeed.
         * @example 8
         */
        completions?: number;
        /**
         * @description Pieces by number, keys or a matrix, and how many may be live.
         * @example {
         *       "withCount": 8
         *     }
         */
        parallelism?: {
          /**
           * @description So many indexes, counted from 0.
           * @example 8
           */
          withCount?: number;
          /**
           * @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`.
           * @example [
           *       "europe",
           *       "asia"
           *     ]
           */
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
          /**
           * @description Attempts that may be live at once; 0 pauses, null is no limit.
           * @example 10
           */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
           * @example AllSuccessful
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /**
         * @description The worker of this task; the job's unless given.
         * @example acme-reports
         */
        worker?: string;
        /**
         * @description Kubernetes: laid over those of worker and job.
         * @example {
         *       "spec": {
         *         "priorityClassName": "batch"
         *       }
         *     }
         */
        podTemplate?: components['schemas']['JsonObject'];
        /**
         * @description In place of the job's.
         * @example [
         *       "/opt/acme/report"
         *     ]
         */
        command?: string[];
        /**
         * @description In place of the job's.
         * @example [
         *       "--all"
         *     ]
         */
        args?: string[];
        /**
         * @description Variables, over the job's by name.
         * @example {
         *       "REPORT_FORMAT": "csv"
         *     }
         */
        env?: {
          [key: string]: string;
        };
        /**
         * @description Kubernetes: in place of the job's.
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
         * @description Lifecycle policies of this task; they are asked before the job's.
         * @example [
         *       {
         *         "action": "RestartPod"
         *       }
         *     ]
         */
        policies?: {
          /**
           * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
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
           * @description What is done then.
           * @example RestartPod
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /**
           * @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given.
           * @example 3600
           */
          timeoutSeconds?: number;
        }[];
        /**
         * @description Tasks that this one waits for.
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
           * @description `Ready`: its pieces run; `Complete`: they have succeeded. `Ready` unless given.
           * @example Ready
           * @enum {string}
           */
          condition?: 'Ready' | 'Complete';
        }[];
        /**
         * @description How many of its pieces have to be able to run before any of them starts.
         * @example 2
         */
        minAvailable?: number | null;
        /**
         * @description Kubernetes: the priority class of its pods.
         * @example batch
         */
        priorityClassName?: string;
        /**
         * @description Attempts of one index; the job's unless given.
         * @example 3
         */
        maxAttempts?: number;
        /**
         * @description How often policies may restart a piece of it; 3 unless given.
         * @example 3
         */
        maxRestarts?: number;
      }[];
      /**
       * @description Lifecycle policies: what is done on which event. The first that fits decides.
       * @example [
       *       {
       *         "action": "RestartPod"
       *       }
       *     ]
       */
      policies?: {
        /**
         * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
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
         * @description What is done then.
         * @example RestartPod
         * @enum {string}
         */
        action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
        /**
         * @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given.
         * @example 3600
         */
        timeoutSeconds?: number;
      }[];
      /**
       * @description How many pieces of the run have to be able to run before any of them starts; null: all start one by one.
       * @example 2
       */
      minAvailable?: number | null;
      /**
       * @description How many pieces have to succeed for the run to succeed; null: all.
       * @example 2
       */
      minSuccess?: number | null;
      /**
       * @description How often policies may restart the whole run; 3 unless given.
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
       * @description A concurrency group of the tenant: that many runs of all its jobs at once. `default`, which limits nothing, unless given.
       * @example reports
       */
      queue?: string;
      /**
       * @description What the pods of a run are given to find each other.
       * @example {
       *       "env": [
       *         "--no-root"
       *       ]
       *     }
       */
      plugins?: {
        /**
         * @description Present: pods are given `VC_TASK_INDEX` and `VK_TASK_INDEX`. Arguments as in Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        env?: string[];
        /**
         * @description Present: pods have host names and find each other by name. Arguments as in Volcano.
         * @example [
         *       "--disable-network-policy=true"
         *     ]
         */
        svc?: string[];
        /**
         * @description Present: pods of the run may log in to each other by a key of its own. Arguments as in Volcano.
         * @example [
         *       "--no-root"
         *     ]
         */
        ssh?: string[];
      };
      /**
       * @description Volumes that are mounted in its pods; at most 32.
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
         * @description A volume claim that exists already; while it does not, the run stays `Pending`. Without this and `claim`: an emptyDir.
         * @example reports-data
         */
        claimName?: string;
        /**
         * @description A claim that is made for the run, kept over its restarts, and removed when the run cannot go on any more.
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
           * @description How the volume may be mounted.
           * @example [
           *       "ReadWriteOnce"
           *     ]
           */
          accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
          /**
           * @description Its size.
           * @example {
           *       "requests": {
           *         "storage": "1Gi"
           *       }
           *     }
           */
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
            /**
             * @description What may be used at most.
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
           * @description A persistent volume by name.
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
       * @description Only shown: may be sent back and changes nothing.
       * @example acme-nightly
       */
      id?: string;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example 3
       */
      version?: number;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example 2026-11-30T03:00:00.000Z
       */
      createdAt?: string;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example 2026-11-30T03:00:00.000Z
       */
      updatedAt?: string;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example ada
       */
      updatedBy?: string;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example null
       */
      paused?: unknown;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example {
       *       "activeRuns": 0,
       *       "queuedRuns": 0
       *     }
       */
      status?: unknown;
      /**
       * @description Only shown: may be sent back and changes nothing.
       * @example []
       */
      warnings?: unknown;
    };
    JobVersion: {
      /**
       * @description Counts edits from 1.
       * @example 3
       */
      version: number;
      /**
       * Format: date-time
       * @description When it was saved.
       * @example 2026-12-01T00:00:00.000Z
       */
      savedAt: string;
      /**
       * @description Who saved it.
       * @example ada
       */
      savedBy: string;
      /**
       * @description True for the version that runs are made from.
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
         * @description Shown to people: one line, at most 200 characters.
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
         * @description False: no new slots; runs by hand stay possible.
         * @example true
         */
        enabled: boolean;
        /**
         * @description When the job is archived by itself: `ended`, once its schedule has no slot any more and none of its runs is unfinished; `succeeded`, once a run has succeeded after the last change of the job. Never unless given.
         * @example ended
         * @enum {string}
         */
        archiveWhen?: 'ended' | 'succeeded';
        /**
         * @description Who answers for the job; for people only.
         * @example [
         *       "ada@acme.example"
         *     ]
         */
        owners: string[];
        /**
         * @description Short form of `schedule.cron`, for one expression. Its syntax, with `H`, `L`, `W` and `#`, is in docs/semantics.md.
         * @example 0 10 * * *
         * @example H 3 * * 1-5
         */
        cron?: string;
        /**
         * @description When the job runs; a job without a schedule runs by hand only.
         * @example {
         *       "cron": "0 10 * * *"
         *     }
         */
        schedule?: components['schemas']['Schedule'];
        /**
         * @description Ends of runs of other jobs after which the job runs, at most 32; docs/dependencies.md has the rules. A job that has a schedule, too, runs at its slots as well.
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
           * @description How its run has to end: `succeeded`, `failed`, `finished` (either of them, or aborted), or `skipped` (it was skipped or missed). `succeeded` unless given.
           * @example succeeded
           * @enum {string}
           */
          on?: 'succeeded' | 'failed' | 'finished' | 'skipped';
          /**
           * @description Which run: the one of the `sameSlot` (or, where the chain began by hand, of the same chain), which is waited for; or the `latest` that has ended, which is looked at. `sameSlot` unless given.
           * @example sameSlot
           * @enum {string}
           */
          match?: 'sameSlot' | 'latest';
          /**
           * @description Seconds: its run ended no longer than this before the last of the runs that the job runs after; at most 31622400. No limit unless given.
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
           * @description What its outputs have to be, all of it; at most 16 tests.
           * @example [
           *       {
           *         "path": "/rows"
           *       }
           *     ]
           */
          outputs?: {
            /**
             * @description Which of the outputs, as a JSON Pointer.
             * @example /rows
             */
            path: string;
            /**
             * @description Whether there is such an output.
             * @example true
             */
            exists?: boolean;
            /**
             * @description The output is this value.
             * @example complete
             */
            equals?: components['schemas']['JsonValue'];
            /**
             * @description The output is a number, and no less than this.
             * @example 1
             */
            min?: number;
            /**
             * @description The output is a number, and no more than this.
             * @example 1000
             */
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
        /**
         * @description How the conditions of `after` are joined, and by when they have to be met.
         * @example {
         *       "require": "all"
         *     }
         */
        afterRule?: {
          /**
           * @description Whether `all` conditions of `after` have to be met, or `any` of them. `all` unless given.
           * @example all
           * @enum {string}
           */
          require?: 'all' | 'any';
          /**
           * @description By when the job has to have got a run since the deadline before: otherwise the deadline is recorded as a missed slot of the job, and its notices are sent.
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
             * @description IANA name of its zone; UTC unless given.
             * @example Europe/Prague
             */
            timezone?: string;
            /**
             * @description On these days; on all unless given.
             * @example [
             *       "mon"
             *     ]
             */
            weekdays?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
          };
        };
        /**
         * @description What becomes of slots that passed while nothing could start them.
         * @example {
         *       "policy": "skip"
         *     }
         */
        misfire?: {
          /**
           * @description `skip`: none of the slots that passed runs; `last`: the latest does; `all`: all do, up to `maxMissed`. `last` unless given.
           * @example skip
           * @enum {string}
           */
          policy?: 'skip' | 'last' | 'all';
          /**
           * @description How many slots that passed are made up for at most, the latest ones; 5 unless given.
           * @example 10
           */
          maxMissed?: number;
          /**
           * @description A slot that is later than so many seconds is missed; null, which it is unless given, is no limit.
           * @example 600
           */
          startingDeadlineSeconds?: number | null;
        };
        /**
         * @description How many runs of the job there may be at once, and what becomes of one too many.
         * @example {
         *       "policy": "Allow"
         *     }
         */
        concurrency?: {
          /**
           * @description What happens to a run for which no permit is free: `Allow` knows no limit, `Forbid` refuses it, `Enqueue` lets it wait, `Replace` ends the older run for it. `Allow` unless given.
           * @example Allow
           * @enum {string}
           */
          policy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
          /**
           * @description Runs of the job that may be active at once, where the policy sets a limit; 1 unless given.
           * @example 1
           */
          maxConcurrency?: number;
          /**
           * @description A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` say how many there are.
           * @example nightly
           */
          group?: string;
          /**
           * @description Runs that may wait with `Enqueue`; one more is refused. 20 unless given.
           * @example 10
           */
          maxQueued?: number;
          /**
           * @description A further limit for each value of a key, such as a customer: how many runs with it may be active at once, and how many may start in a time.
           * @example {
           *       "key": "${option.customer}"
           *     }
           */
          perKey?: {
            /**
             * @description The key of a run, in which `${option.<name>}` and `${parameters.<name>}` stand for values of the run; where there is no value, for the empty text. One longer than 128 characters ends with a hash.
             * @example ${option.customer}
             */
            key: string;
            /**
             * @description Runs with one key that may be active at once; no limit unless given.
             * @example 1000
             */
            max?: number;
            /**
             * @description How fast runs with one key are admitted, by a token bucket; no limit unless given.
             * @example {
             *       "runs": 10,
             *       "perSeconds": 60
             *     }
             */
            rate?: {
              /**
               * @description So many runs may be admitted at once, and within `perSeconds` from then on.
               * @example 3
               */
              runs: number;
              /**
               * @description Seconds in which as many more may be admitted as `runs` says, evenly spread.
               * @example 60
               */
              perSeconds: number;
            };
            /**
             * @description What happens to a run whose key has no room: `Enqueue` lets it wait, `Forbid` refuses it, `Replace` ends the oldest active run with its key and drops those that wait. `Enqueue` unless given.
             * @example Enqueue
             * @enum {string}
             */
            policy?: 'Enqueue' | 'Forbid' | 'Replace';
            /**
             * @description Runs with one key that may wait; only `maxQueued` of the job counts unless given.
             * @example 10
             */
            maxQueued?: number;
          };
        };
        /**
         * @description Of its runs, -100 to 100; 0 unless given. Among runs of its tenant that wait for the same, a step counts as much as 60 s of waiting.
         * @example 10
         */
        priority?: number;
        /**
         * @description Attempts of its runs may be stopped, and started again later, where runs of higher priority, or of tenants below their share, wait for their places or permits. An empty object is enough; never unless given.
         * @example {
         *       "maxTimes": 3,
         *       "graceSeconds": 30
         *     }
         */
        preemptible?: {
          /**
           * @description How often a run may be preempted, 1 to 100; from then on it keeps its places. 3 unless given.
           * @example 3
           */
          maxTimes?: number;
          /**
           * @description Seconds between the request to end and the end by force, at most 3600; 30 unless given.
           * @example 300
           */
          graceSeconds?: number;
        };
        /**
         * @description A second request with the same key makes no run: it is answered with the run of the first. docs/guide/requests.md.
         * @example {
         *       "key": "${option.order}",
         *       "windowSeconds": 3600
         *     }
         */
        deduplicate?: {
          /**
           * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All that the request gives, unless it is said: parameters, options and everything else.
           * @example ${option.order}
           */
          key?: string;
          /**
           * @description Requests with the key of an earlier one are duplicates for so many seconds, at most 604800.
           * @example 3600
           */
          windowSeconds: number;
        };
        /**
         * @description Requests with the same key that follow each other become one run, which is given what the last of them gives. docs/guide/requests.md.
         * @example {
         *       "seconds": 86400
         *     }
         */
        debounce?: {
          /**
           * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All requests of the job, unless it is said.
           * @example ${option.order}
           */
          key?: string;
          /**
           * @description The run starts so many seconds after the last request, at most 86400.
           * @example 86400
           */
          seconds: number;
          /**
           * @description The run starts so many seconds after the first request at the latest; unless given 10 times `seconds`, up to 86400.
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
           * @description Which requests belong together: those for which this text is the same, with `${option.<name>}` and `${parameters.<name>}` in it. All requests of the job, unless it is said.
           * @example ${option.order}
           */
          key?: string;
          /**
           * @description The run starts so many seconds after the first request, at most 86400.
           * @example 86400
           */
          seconds: number;
          /**
           * @description With so many requests the run starts at once, 1 to 1000; 100 unless given. So it does where the next one would make the items longer than 98304 bytes of JSON.
           * @example 50
           */
          maxItems?: number;
        };
        /**
         * @description What each run is given: any JSON value.
         * @example {
         *       "rows": 1000
         *     }
         */
        parameters: components['schemas']['JsonValue'];
        /**
         * @description What `parameters` have to be, as a JSON Schema of draft 2020-12 of at most 16384 bytes: judged when the job is saved, when a run is asked for, and before each attempt. docs/semantics.md#parameters says what it may hold.
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
         * @description Any JSON value. The values of an object, and a value of another form as a whole, are "***" except to owners and admins; "***" written back means unchanged.
         * @example {
         *       "password": "of-the-database"
         *     }
         */
        secureParameters: components['schemas']['JsonValue'];
        /**
         * @description Secrets that are kept outside, in Vault, Kubernetes Secrets or files: read when an attempt starts and never stored; at most 32. docs/guide/secrets.md.
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
           * @description The variable that the value becomes; web services find it under this name in `secrets`.
           * @example DATABASE_PASSWORD
           */
          as: string;
          /**
           * @description The name of the provider, as an administrator has declared it.
           * @example vault
           */
          from: string;
          /**
           * @description Where it is: the path of the API of Vault (`secret/data/acme/db`), the name of a Kubernetes Secret, or a file below the folder of the provider.
           * @example secret/data/acme/db
           */
          path: string;
          /**
           * @description Which value of the secret; for Vault and Kubernetes only, and needed there.
           * @example europe
           */
          key?: string;
          /**
           * @description Vault, KV version 2: this version of the secret; the newest unless given.
           * @example 3
           */
          version?: number;
        }[];
        /**
         * @description Typed values that may be given when a run is started; they are put in place of `${option.<name>}` in command, args, image and env.
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
               * @description By which the value is given and put in place; unique within the job.
               * @example day
               */
              name: string;
              /**
               * @description What people are shown in place of the name.
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
               * @description The value of a run that is given none.
               * @example true
               */
              default?: boolean;
              /**
               * @description The two texts that stand for true and false: `true`/`false`, `1`/`0`, `yes`/`no`, or `trueVal` and `falseVal`. `TrueFalse` unless given.
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
               * @description By which the value is given and put in place; unique within the job.
               * @example day
               */
              name: string;
              /**
               * @description What people are shown in place of the name.
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
               * @description True: a run without a value, where there is no default, is refused. False unless given.
               * @example true
               */
              required?: boolean;
              /**
               * @description The value of a run that is given none.
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
               * @description By which the value is given and put in place; unique within the job.
               * @example day
               */
              name: string;
              /**
               * @description What people are shown in place of the name.
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
               * @description True: a run without a value, where there is no default, is refused. False unless given.
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
               * @description The value of a run that is given none.
               * @example csv
               */
              default?: string;
              /**
               * @description True: values that are not among `values` are taken, too.
               * @example true
               */
              allowCustom?: boolean;
            }
          | {
              /**
               * @description By which the value is given and put in place; unique within the job.
               * @example day
               */
              name: string;
              /**
               * @description What people are shown in place of the name.
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
               * @description True: a run without a value, where there is no default, is refused. False unless given.
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
               * @description The value of a run that is given none.
               * @example [
               *       "csv",
               *       "parquet"
               *     ]
               */
              default?: string[];
              /**
               * @description Stands between the chosen values; a comma unless given, and may be empty.
               * @example ,
               */
              delimiter?: string;
              /**
               * @description True: values that are not among `values` are taken, too.
               * @example true
               */
              allowCustom?: boolean;
            }
          | {
              /**
               * @description By which the value is given and put in place; unique within the job.
               * @example day
               */
              name: string;
              /**
               * @description What people are shown in place of the name.
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
               * @description True: a run without a value, where there is no default, is refused. False unless given.
               * @example true
               */
              required?: boolean;
              /**
               * @description The value of a run that is given none: an RFC 3339 time.
               * @example csv
               */
              default?: string;
              /**
               * @description How the instant is written, such as `D MMM YYYY`; without it the instant stands as it was given.
               * @example yyyy-MM-dd
               */
              format?: string;
            }
          | {
              /**
               * @description By which the value is given and put in place; unique within the job.
               * @example day
               */
              name: string;
              /**
               * @description What people are shown in place of the name.
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
               * @description True: a run without a value, where there is no default, is refused. False unless given.
               * @example true
               */
              required?: boolean;
              /**
               * @description The value of a run that is given none.
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
               * @description By which the value is given and put in place; unique within the job.
               * @example day
               */
              name: string;
              /**
               * @description What people are shown in place of the name.
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
               * @description True: a run without a value, where there is no default, is refused. False unless given.
               * @example true
               */
              required?: boolean;
              /**
               * @description The value of a run that is given none. Stored encrypted.
               * @example csv
               */
              default?: string;
            }
        )[];
        /**
         * Format: uri
         * @description Web services: the address that is called, in place of the worker's.
         * @example https://reports.acme.example/work
         */
        url?: string;
        /**
         * @description Values are "***" except to owners and admins.
         * @example {
         *       "x-source": "carillon"
         *     }
         */
        httpHeaders: {
          [key: string]: string;
        };
        /**
         * @description Attempts that an index of the run may have, the first one included; 1 unless given.
         * @example 3
         */
        maxAttempts?: number;
        /**
         * @description When a failed attempt is tried again, and when not.
         * @example {
         *       "delaySeconds": 30
         *     }
         */
        retry?: {
          /**
           * @description Seconds from the end of an attempt to the next one of its index; 0 unless given. With `exponential` the delay before the first retry.
           * @example 30
           */
          delaySeconds?: number;
          /**
           * @description `fixed`: each retry waits `delaySeconds`; `exponential`: each waits twice as long as the one before. `fixed` unless given.
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
           * @description Spreads retries that would come at once: `equal` waits between half of the delay and all of it, `full` between nothing and all of it. `none` unless given.
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
           * @description Whether an attempt that ended by the idle timeout is tried again; false unless given.
           * @example true
           */
          onIdleTimeout?: boolean;
          /**
           * @description The first rule that fits the end of an attempt decides; all that it names have to fit. Where none does, the fields beside it decide.
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
             * @description Web services: its start was answered with one of these statuses, such as 500 or `5xx`. 429 and 503 are no ends: the call is repeated until the start deadline.
             * @example [
             *       "3xx"
             *     ]
             */
            httpStatuses?: (number | ('3xx' | '4xx' | '5xx'))[];
            /**
             * @description Its reason is one of these, as attempts show it: such as `OOMKilled`, `TimeoutExceeded` or `NodeLost`.
             * @example [
             *       "NodeLost"
             *     ]
             */
            reasons?: string[];
            /**
             * @description Whether it is tried again; true unless given.
             * @example true
             */
            retry?: boolean;
            /**
             * @description In place of the `delaySeconds` beside the rules; seconds from its end to the next attempt.
             * @example 30
             */
            delaySeconds?: number;
          }[];
        };
        /**
         * @description Seconds within which an attempt has to start; 900 unless given.
         * @example 900
         */
        startDeadlineSeconds?: number;
        /**
         * @description Seconds that an attempt may take; null is no limit.
         * @example 3600
         */
        timeoutSeconds?: number | null;
        /**
         * @description Seconds of silence after which an attempt has failed: of a web service without any callback (43200 unless given), of a pod or process without a line of output (no limit unless given).
         * @example 300
         */
        idleTimeoutSeconds?: number;
        /**
         * @description Seconds that a whole run may take, retries included; null is no limit.
         * @example 7200
         */
        activeDeadlineSeconds?: number | null;
        /**
         * @description Kubernetes: whether a failed container is started again in its pod (`OnFailure`); `Never` unless given.
         * @example Never
         * @enum {string}
         */
        restartPolicy?: 'Never' | 'OnFailure';
        /**
         * @description Kubernetes: a PodTemplateSpec that is laid over the worker's. The tenant's `podTemplatePaths` say what it may hold.
         * @example {
         *       "spec": {
         *         "priorityClassName": "batch"
         *       }
         *     }
         */
        podTemplate?: components['schemas']['JsonObject'];
        /**
         * @description The program and its first arguments, in place of the worker's.
         * @example [
         *       "/opt/acme/report"
         *     ]
         */
        command?: string[];
        /**
         * @description Arguments, in place of the worker's.
         * @example [
         *       "--all"
         *     ]
         */
        args?: string[];
        /**
         * @description Environment variables, over the worker's by name.
         * @example {
         *       "REPORT_FORMAT": "csv"
         *     }
         */
        env?: {
          [key: string]: string;
        };
        /**
         * @description Kubernetes: requests and limits of the container, in place of the worker's.
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
         * @description How long its runs are kept; what is left out is the tenant's.
         * @example {
         *       "successful": 100
         *     }
         */
        retention?: {
          /**
           * @description How many successful runs of a job are kept.
           * @example 100
           */
          successful?: number;
          /**
           * @description How many runs of a job that did not succeed are kept.
           * @example 100
           */
          failed?: number;
          /**
           * @description Runs that ended longer ago than this, in seconds, are removed.
           * @example 2592000
           */
          maxAgeSeconds?: number;
          /**
           * @description For this long, in seconds, the archive keeps runs that are no longer kept in the database; 0: they are not archived. Needs a cold store.
           * @example 31536000
           */
          archiveSeconds?: 0 | number;
        };
        /**
         * @description Webhooks that are notified when something goes wrong; at most 10 rules.
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
           * @description The event: a run `failed`; a slot was `missed`; a run started `late` or takes `long`; the job `recovered`, which is its first success after a failure.
           * @example [
           *       "failed"
           *     ]
           */
          on: ('failed' | 'missed' | 'late' | 'long' | 'recovered')[];
          /**
           * Format: uri
           * @description The address that is sent a POST, or `channel:<id>` for a channel of the tenant. Stored encrypted; what follows the host of an address is shown as `***` to those who may not see secrets.
           * @example https://hooks.acme.example/carillon
           */
          webhook: string;
          /**
           * @description Seconds after its effective time from which the run of a slot is late; 60 unless given.
           * @example 300
           */
          lateAfterSeconds?: number;
          /**
           * @description Seconds from which a run takes long; unless given, what is usual for the job decides.
           * @example 7200
           */
          longAfterSeconds?: number;
        }[];
        /**
         * @description How many indexes have to succeed; null is as many as `parallelism` says.
         * @example 8
         */
        completions?: number | null;
        /**
         * @description `Indexed`: each piece has a number of its own; `NonIndexed`: a work queue. `Indexed` unless given.
         * @example Indexed
         * @enum {string}
         */
        completionMode?: 'Indexed' | 'NonIndexed';
        /**
         * @description Pieces by number, keys or a matrix, and how many may be live.
         * @example {
         *       "withCount": 8
         *     }
         */
        parallelism?: {
          /**
           * @description So many indexes, counted from 0.
           * @example 8
           */
          withCount?: number;
          /**
           * @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`.
           * @example [
           *       "europe",
           *       "asia"
           *     ]
           */
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
          /**
           * @description Attempts that may be live at once; 0 pauses, null is no limit.
           * @example 10
           */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
           * @example AllSuccessful
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /**
         * @description When the run has succeeded before all of its indexes have.
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
           * @description The run has succeeded as soon as one of them holds.
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
             * @description So many indexes have succeeded; with `succeededIndexes`, of those.
             * @example 1
             */
            succeededCount?: number;
          }[];
        };
        /**
         * @description What becomes of attempts that still run when the run has succeeded; `TerminateRemaining` unless given.
         * @example TerminateRemaining
         * @enum {string}
         */
        onSuccess?: 'TerminateRemaining' | 'WaitForRemaining';
        /**
         * @description What becomes of attempts that still run when the run has failed; `TerminateRemaining` unless given.
         * @example TerminateRemaining
         * @enum {string}
         */
        onFailure?: 'TerminateRemaining' | 'WaitForRemaining';
        /**
         * @description Failed attempts of the whole run beyond which it fails; null is no limit.
         * @example 6
         */
        backoffLimit?: number | null;
        /**
         * @description Failed indexes beyond which the run fails; null is no limit.
         * @example 5
         */
        maxFailedIndexes?: number | null;
        /**
         * @description Groups of equal pieces, in place of one; at most 100.
         * @example [
         *       {
         *         "name": "main"
         *       }
         *     ]
         */
        tasks?: {
          /**
           * @description Unique within the job; a DNS label.
           * @example main
           */
          name: string;
          /**
           * @description How many equal pieces the task has; 1 unless given. In place of it `completions` or `parallelism` may say so.
           * @example 2
           */
          replicas?: number;
          /**
           * @description A work queue: how many attempts have to succeed.
           * @example 8
           */
          completions?: number;
          /**
           * @description Pieces by number, keys or a matrix, and how many may be live.
           * @example {
           *       "withCount": 8
           *     }
           */
          parallelism?: {
            /**
             * @description So many indexes, counted from 0.
             * @example 8
             */
            withCount?: number;
            /**
             * @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`.
             * @example [
             *       "europe",
             *       "asia"
             *     ]
             */
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
            /**
             * @description Attempts that may be live at once; 0 pauses, null is no limit.
             * @example 10
             */
            maxActive?: number | null;
            /**
             * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
             * @example AllSuccessful
             * @enum {string}
             */
            completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
          };
          /**
           * @description The worker of this task; the job's unless given.
           * @example acme-reports
           */
          worker?: string;
          /**
           * @description Kubernetes: laid over those of worker and job.
           * @example {
           *       "spec": {
           *         "priorityClassName": "batch"
           *       }
           *     }
           */
          podTemplate?: components['schemas']['JsonObject'];
          /**
           * @description In place of the job's.
           * @example [
           *       "/opt/acme/report"
           *     ]
           */
          command?: string[];
          /**
           * @description In place of the job's.
           * @example [
           *       "--all"
           *     ]
           */
          args?: string[];
          /**
           * @description Variables, over the job's by name.
           * @example {
           *       "REPORT_FORMAT": "csv"
           *     }
           */
          env?: {
            [key: string]: string;
          };
          /**
           * @description Kubernetes: in place of the job's.
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
           * @description Lifecycle policies of this task; they are asked before the job's.
           * @example [
           *       {
           *         "action": "RestartPod"
           *       }
           *     ]
           */
          policies?: {
            /**
             * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
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
             * @description What is done then.
             * @example RestartPod
             * @enum {string}
             */
            action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
            /**
             * @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given.
             * @example 3600
             */
            timeoutSeconds?: number;
          }[];
          /**
           * @description Tasks that this one waits for.
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
             * @description `Ready`: its pieces run; `Complete`: they have succeeded. `Ready` unless given.
             * @example Ready
             * @enum {string}
             */
            condition?: 'Ready' | 'Complete';
          }[];
          /**
           * @description How many of its pieces have to be able to run before any of them starts.
           * @example 2
           */
          minAvailable?: number | null;
          /**
           * @description Kubernetes: the priority class of its pods.
           * @example batch
           */
          priorityClassName?: string;
          /**
           * @description Attempts of one index; the job's unless given.
           * @example 3
           */
          maxAttempts?: number;
          /**
           * @description How often policies may restart a piece of it; 3 unless given.
           * @example 3
           */
          maxRestarts?: number;
        }[];
        /**
         * @description Lifecycle policies: what is done on which event. The first that fits decides.
         * @example [
         *       {
         *         "action": "RestartPod"
         *       }
         *     ]
         */
        policies?: {
          /**
           * @description What happens to an attempt or task; `*` is every failure. Give one of `event`, `events`, `exitCode` and `exitCodes`.
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
           * @description What is done then.
           * @example RestartPod
           * @enum {string}
           */
          action: 'RestartPod' | 'RestartTask' | 'RestartJob' | 'AbortJob' | 'TerminateJob' | 'CompleteJob';
          /**
           * @description Seconds that the action waits; it is dropped if its cause goes away meanwhile. 0 unless given.
           * @example 3600
           */
          timeoutSeconds?: number;
        }[];
        /**
         * @description How many pieces of the run have to be able to run before any of them starts; null: all start one by one.
         * @example 2
         */
        minAvailable?: number | null;
        /**
         * @description How many pieces have to succeed for the run to succeed; null: all.
         * @example 2
         */
        minSuccess?: number | null;
        /**
         * @description How often policies may restart the whole run; 3 unless given.
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
         * @description A concurrency group of the tenant: that many runs of all its jobs at once. `default`, which limits nothing, unless given.
         * @example reports
         */
        queue?: string;
        /**
         * @description What the pods of a run are given to find each other.
         * @example {
         *       "env": [
         *         "--no-root"
         *       ]
         *     }
         */
        plugins?: {
          /**
           * @description Present: pods are given `VC_TASK_INDEX` and `VK_TASK_INDEX`. Arguments as in Volcano.
           * @example [
           *       "--no-root"
           *     ]
           */
          env?: string[];
          /**
           * @description Present: pods have host names and find each other by name. Arguments as in Volcano.
           * @example [
           *       "--disable-network-policy=true"
           *     ]
           */
          svc?: string[];
          /**
           * @description Present: pods of the run may log in to each other by a key of its own. Arguments as in Volcano.
           * @example [
           *       "--no-root"
           *     ]
           */
          ssh?: string[];
        };
        /**
         * @description Volumes that are mounted in its pods; at most 32.
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
           * @description A volume claim that exists already; while it does not, the run stays `Pending`. Without this and `claim`: an emptyDir.
           * @example reports-data
           */
          claimName?: string;
          /**
           * @description A claim that is made for the run, kept over its restarts, and removed when the run cannot go on any more.
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
             * @description How the volume may be mounted.
             * @example [
             *       "ReadWriteOnce"
             *     ]
             */
            accessModes: ('ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOncePod')[];
            /**
             * @description Its size.
             * @example {
             *       "requests": {
             *         "storage": "1Gi"
             *       }
             *     }
             */
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
              /**
               * @description What may be used at most.
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
             * @description A persistent volume by name.
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
         * @description Secrets that cannot be read with the present SECRET_KEYS; runs that need them fail. They are shown as masks, and stay until they are given anew. Left out where there are none.
         * @example []
         */
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
           * @example SecretKeyMissing
           * @enum {string}
           */
          reason: 'SecretKeyMissing' | 'SecretDamaged';
          /**
           * @description The id of the key that it is sealed with.
           * @example 2026-01
           */
          key: string;
          /**
           * @description The same as a sentence.
           * @example Its key 2026-01 is not among SECRET_KEYS.
           */
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
      /**
       * @description A slot every so many seconds, counted from `anchor`.
       * @example 3600
       */
      every?: number;
      /**
       * @description A slot so many seconds after the run of the one before has ended, however it ended.
       * @example 900
       */
      fixedDelay?: number;
      /**
       * @description A recurrence rule of RFC 5545 whose FREQ is DAILY, WEEKLY, MONTHLY or YEARLY; what it leaves open is that of `anchor`. At most 500 characters.
       * @example FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;BYHOUR=9;BYMINUTE=30;BYSECOND=0
       */
      rrule?: string;
      /**
       * Format: date-time
       * @description The instant that `every` is counted from, or DTSTART of `rrule`. Unless given: the instant at which the job was made; of `rrule` midnight before it, in `timezone`.
       * @example 2026-12-01T00:00:00.000Z
       */
      anchor?: string;
      /**
       * Format: date-time
       * @description A single slot at this instant.
       * @example 2026-12-01T03:00:00.000Z
       */
      at?: string;
      /**
       * @description IANA name of the zone that `cron`, `rrule` and `windows` are read in; UTC unless given.
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
       * @description A slot that lies in a calendar of `exclude` is moved to the same time of the next or the previous day that does not; it does not run unless given.
       * @example next
       * @enum {string}
       */
      moveExcluded?: 'next' | 'previous';
      /**
       * @description Each slot is moved by so many days that the calendars of `exclude` do not take out, back if negative; after `moveExcluded`. At most 20.
       * @example 1
       */
      shiftWorkingDays?: number;
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
        /**
         * @description Days of the week on which the window opens; every day unless given.
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
       * @description A slot outside of `windows`: `skip` does not run it; `open` moves it to the time at which the next window opens, all that are moved there being one slot. `skip` unless given.
       * @example skip
       * @enum {string}
       */
      outsideWindows?: 'skip' | 'open';
      /**
       * @description A slot that is nearer than so many seconds to the last one that got a run does not run; no limit unless given.
       * @example 60
       */
      minIntervalSeconds?: number;
      /**
       * @description Each slot starts up to so many seconds later, always by the same share of them for one job; 0 unless given.
       * @example 30
       */
      jitterSeconds?: number;
      /**
       * @description What becomes of times of day that a change of the clock leaves out or repeats.
       * @example {
       *       "gap": "skip"
       *     }
       */
      dst?: {
        /**
         * @description A time of day that does not exist: `after` runs when the clock has jumped, `before` in the last second before it jumps, `skip` does not run. `after` unless given.
         * @example skip
         * @enum {string}
         */
        gap?: 'skip' | 'after' | 'before';
        /**
         * @description A time of day that comes twice: whether the first, the second or both run. `first` unless given.
         * @example first
         * @enum {string}
         */
        overlap?: 'first' | 'second' | 'both';
      };
    };
    Run: {
      /**
       * @description By which the run is addressed; the run of a slot is named `<job>-<slot in epoch seconds>`.
       * @example acme-nightly-1796094000
       */
      id: string;
      /**
       * @description The id of its job.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description The name of its job when the run was recorded.
       * @example Nightly report
       */
      jobName: string;
      /**
       * @description The version of the job that it was made from.
       * @example 3
       */
      jobVersion: number;
      /**
       * @description The tenant of its job.
       * @example acme
       */
      tenant: string;
      /**
       * @description The worker of its job.
       * @example acme-reports
       */
      worker: string;
      /**
       * @description How its attempts are executed.
       * @example kubernetes
       * @enum {string}
       */
      engine: 'kubernetes' | 'webservice' | 'process';
      /**
       * @description What asked for it.
       * @example schedule
       * @enum {string}
       */
      trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
      /**
       * @description Who asked for it; null for a slot.
       * @example ada
       */
      requestedBy: string | null;
      /**
       * @description The slot; null for a run that no slot asked for.
       * @example 2026-12-01T03:00:00.000Z
       */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @description It starts no earlier than this.
       * @example 2026-12-01T00:00:00.000Z
       */
      startAfter: string;
      /**
       * @description Its place among runs of its tenant that wait for the same.
       * @example 10
       */
      priority: number;
      /**
       * @description Under which it counts in `concurrency.perKey` of its job; null where it has no such key.
       * @example 42
       */
      limitKey: string | null;
      /**
       * Format: date-time
       * @description When it was recorded.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * @description When its first attempt started; null before that.
       * @example 2026-12-01T03:00:00.000Z
       */
      started: string | null;
      /**
       * @description When it ended; null before that.
       * @example 2026-12-01T03:04:11.907Z
       */
      finished: string | null;
      /**
       * @description Where it is, as one coarse word derived from `phase`.
       * @example FINISHED
       * @enum {string}
       */
      state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
      /**
       * @description Where it is, in detail; see docs/state-machines.md.
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
       * @description Why it is in that phase, as a code.
       * @example AllIndexesSucceeded
       */
      reason: string;
      /**
       * @description Why it is in that phase, as a sentence; empty where there is nothing to add.
       * @example Every index has succeeded.
       */
      message: string;
      /**
       * @description The exit code that decided the run; null where there is none.
       * @example 0
       */
      exitCode: number | null;
      /**
       * @description Counts restarts of the whole run, from 0.
       * @example 0
       */
      generation: number;
      /**
       * @description Attempts that were made beyond the first of each index.
       * @example 0
       */
      retries: number;
      /**
       * @description How often attempts of it were stopped so that other runs had their places.
       * @example 0
       */
      preemptions: number;
      /**
       * Format: date-time
       * @description When it entered its phase.
       * @example 2026-12-01T00:00:00.000Z
       */
      phaseSince: string;
      /**
       * @description How many pieces have to be able to run before any of them starts; null: they start one by one.
       * @example 2
       */
      minAvailable: number | null;
      /**
       * @description True once it is in the archive: it is read from there, which takes longer, and cannot be resumed.
       * @example true
       */
      archived: boolean;
      /**
       * @description The run that it repeats; null where it repeats none.
       * @example acme-nightly-1796007600
       */
      rerunOf: string | null;
      /**
       * @description The backfill of its job that asked for it; null for other runs.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      backfill: string | null;
      /**
       * @description The error group that it belongs to as a failure, a moment after its end; null of other runs.
       * @example 5f0c9e1d2b3a4c5d6e7f8a9b
       */
      errorGroup: string | null;
      /**
       * @description The requests that it stands for, by `debounce` or `collect` of its job; null for a run that stands for one, or that no request has asked for.
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
         * @description The rule of the job by which they are one run.
         * @example debounce
         * @enum {string}
         */
        by: 'debounce' | 'collect';
        /**
         * @description Their key; empty for all requests of the job.
         * @example order-4711
         */
        key: string;
        /**
         * @description How many they are.
         * @example 12
         */
        count: number;
        /**
         * @description Whether it takes further requests.
         * @example true
         */
        open: boolean;
        /**
         * Format: date-time
         * @description When the first of them came.
         * @example 2026-12-01T00:00:00.000Z
         */
        firstAt: string;
        /**
         * Format: date-time
         * @description When the last of them came.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastAt: string;
      } | null;
      /**
       * @description Indexes of all tasks, by where they are.
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
         * @description Indexes that have not started, or wait for a retry.
         * @example 0
         */
        pending: number;
        /**
         * @description Indexes with an attempt that runs.
         * @example 0
         */
        running: number;
        /**
         * @description Indexes that have succeeded.
         * @example 1
         */
        succeeded: number;
        /**
         * @description Indexes that have failed for good.
         * @example 0
         */
        failed: number;
        /**
         * @description Indexes whose attempt is being ended.
         * @example 0
         */
        terminating: number;
        /**
         * @description Attempts of which it is not known yet whether they were started.
         * @example 0
         */
        unknown: number;
      };
      /**
       * @description Its tasks; a plain job has one, `main`.
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
         * @description How many indexes it has.
         * @example 1
         */
        indexes: number;
        /**
         * @description Indexes that have not started, or wait for a retry.
         * @example 0
         */
        pending: number;
        /**
         * @description Indexes with an attempt that runs.
         * @example 0
         */
        running: number;
        /**
         * @description Indexes that have succeeded.
         * @example 1
         */
        succeeded: number;
        /**
         * @description Indexes that have failed for good.
         * @example 0
         */
        failed: number;
        /**
         * @description Indexes whose attempt is being ended.
         * @example 0
         */
        terminating: number;
        /**
         * @description Kubernetes' text form: `1,3-5,7`.
         * @example 0
         */
        completedIndexes: string;
        /**
         * @description As `completedIndexes`, of those that have failed for good.
         * @example 0
         */
        failedIndexes: string;
      }[];
    };
    RunDetail: {
      /**
       * @description By which the run is addressed; the run of a slot is named `<job>-<slot in epoch seconds>`.
       * @example acme-nightly-1796094000
       */
      id: string;
      /**
       * @description The id of its job.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description The name of its job when the run was recorded.
       * @example Nightly report
       */
      jobName: string;
      /**
       * @description The version of the job that it was made from.
       * @example 3
       */
      jobVersion: number;
      /**
       * @description The tenant of its job.
       * @example acme
       */
      tenant: string;
      /**
       * @description The worker of its job.
       * @example acme-reports
       */
      worker: string;
      /**
       * @description How its attempts are executed.
       * @example kubernetes
       * @enum {string}
       */
      engine: 'kubernetes' | 'webservice' | 'process';
      /**
       * @description What asked for it.
       * @example schedule
       * @enum {string}
       */
      trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
      /**
       * @description Who asked for it; null for a slot.
       * @example ada
       */
      requestedBy: string | null;
      /**
       * @description The slot; null for a run that no slot asked for.
       * @example 2026-12-01T03:00:00.000Z
       */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @description It starts no earlier than this.
       * @example 2026-12-01T00:00:00.000Z
       */
      startAfter: string;
      /**
       * @description Its place among runs of its tenant that wait for the same.
       * @example 10
       */
      priority: number;
      /**
       * @description Under which it counts in `concurrency.perKey` of its job; null where it has no such key.
       * @example 42
       */
      limitKey: string | null;
      /**
       * Format: date-time
       * @description When it was recorded.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * @description When its first attempt started; null before that.
       * @example 2026-12-01T03:00:00.000Z
       */
      started: string | null;
      /**
       * @description When it ended; null before that.
       * @example 2026-12-01T03:04:11.907Z
       */
      finished: string | null;
      /**
       * @description Where it is, as one coarse word derived from `phase`.
       * @example FINISHED
       * @enum {string}
       */
      state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
      /**
       * @description Where it is, in detail; see docs/state-machines.md.
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
       * @description Why it is in that phase, as a code.
       * @example AllIndexesSucceeded
       */
      reason: string;
      /**
       * @description Why it is in that phase, as a sentence; empty where there is nothing to add.
       * @example Every index has succeeded.
       */
      message: string;
      /**
       * @description The exit code that decided the run; null where there is none.
       * @example 0
       */
      exitCode: number | null;
      /**
       * @description Counts restarts of the whole run, from 0.
       * @example 0
       */
      generation: number;
      /**
       * @description Attempts that were made beyond the first of each index.
       * @example 0
       */
      retries: number;
      /**
       * @description How often attempts of it were stopped so that other runs had their places.
       * @example 0
       */
      preemptions: number;
      /**
       * Format: date-time
       * @description When it entered its phase.
       * @example 2026-12-01T00:00:00.000Z
       */
      phaseSince: string;
      /**
       * @description How many pieces have to be able to run before any of them starts; null: they start one by one.
       * @example 2
       */
      minAvailable: number | null;
      /**
       * @description True once it is in the archive: it is read from there, which takes longer, and cannot be resumed.
       * @example true
       */
      archived: boolean;
      /**
       * @description The run that it repeats; null where it repeats none.
       * @example acme-nightly-1796007600
       */
      rerunOf: string | null;
      /**
       * @description The backfill of its job that asked for it; null for other runs.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      backfill: string | null;
      /**
       * @description The error group that it belongs to as a failure, a moment after its end; null of other runs.
       * @example 5f0c9e1d2b3a4c5d6e7f8a9b
       */
      errorGroup: string | null;
      /**
       * @description The requests that it stands for, and those of them that are named; null as in lists.
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
         * @description The rule of the job by which they are one run.
         * @example debounce
         * @enum {string}
         */
        by: 'debounce' | 'collect';
        /**
         * @description Their key; empty for all requests of the job.
         * @example order-4711
         */
        key: string;
        /**
         * @description How many they are.
         * @example 12
         */
        count: number;
        /**
         * @description Whether it takes further requests.
         * @example true
         */
        open: boolean;
        /**
         * Format: date-time
         * @description When the first of them came.
         * @example 2026-12-01T00:00:00.000Z
         */
        firstAt: string;
        /**
         * Format: date-time
         * @description When the last of them came.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastAt: string;
        /**
         * @description The first of them, oldest first.
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
           * @description Names the request: the audit has it.
           * @example acme-nightly-1796094000
           */
          id: string;
          /**
           * Format: date-time
           * @description When it came.
           * @example 2026-12-01T00:00:00.000Z
           */
          at: string;
          /**
           * @description Who asked.
           * @example ada
           */
          requestedBy: string | null;
          /**
           * @description What asked.
           * @example schedule
           * @enum {string}
           */
          trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
        }[];
        /**
         * @description The newest of the others, oldest first.
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
           * @description Names the request: the audit has it.
           * @example acme-nightly-1796094000
           */
          id: string;
          /**
           * Format: date-time
           * @description When it came.
           * @example 2026-12-01T00:00:00.000Z
           */
          at: string;
          /**
           * @description Who asked.
           * @example ada
           */
          requestedBy: string | null;
          /**
           * @description What asked.
           * @example schedule
           * @enum {string}
           */
          trigger: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
        }[];
      } | null;
      /**
       * @description Indexes of all tasks, by where they are.
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
         * @description Indexes that have not started, or wait for a retry.
         * @example 0
         */
        pending: number;
        /**
         * @description Indexes with an attempt that runs.
         * @example 0
         */
        running: number;
        /**
         * @description Indexes that have succeeded.
         * @example 1
         */
        succeeded: number;
        /**
         * @description Indexes that have failed for good.
         * @example 0
         */
        failed: number;
        /**
         * @description Indexes whose attempt is being ended.
         * @example 0
         */
        terminating: number;
        /**
         * @description Attempts of which it is not known yet whether they were started.
         * @example 0
         */
        unknown: number;
      };
      /**
       * @description Its tasks; a plain job has one, `main`.
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
         * @description How many indexes it has.
         * @example 1
         */
        indexes: number;
        /**
         * @description Indexes that have not started, or wait for a retry.
         * @example 0
         */
        pending: number;
        /**
         * @description Indexes with an attempt that runs.
         * @example 0
         */
        running: number;
        /**
         * @description Indexes that have succeeded.
         * @example 1
         */
        succeeded: number;
        /**
         * @description Indexes that have failed for good.
         * @example 0
         */
        failed: number;
        /**
         * @description Indexes whose attempt is being ended.
         * @example 0
         */
        terminating: number;
        /**
         * @description Kubernetes' text form: `1,3-5,7`.
         * @example 0
         */
        completedIndexes: string;
        /**
         * @description As `completedIndexes`, of those that have failed for good.
         * @example 0
         */
        failedIndexes: string;
      }[];
      /**
       * @description What its workers are given: the job's parameters of `jobVersion`, with those of the run laid over them. null where there are none, or where the run's snapshot is gone.
       * @example {
       *       "rows": 1000
       *     }
       */
      parameters: components['schemas']['JsonValue'] | null;
      /**
       * @description What each of the requests that were collected gives, oldest first; null for other runs.
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
       * @description The values of the job's options in this run, defaults included; those of secret options are "***".
       * @example {
       *       "day": "2026-11-30"
       *     }
       */
      options: {
        [key: string]: components['schemas']['JsonValue'];
      };
      /**
       * @description What it waits for while it is `QUEUED`; empty where it does not wait, or is about to be admitted.
       * @example []
       */
      waitsFor: {
        /**
         * @description Its start time, the limit of its job, the limit of its key, or a limit that jobs share: a group, or the quota of its tenant.
         * @example time
         * @enum {string}
         */
        kind: 'time' | 'job' | 'key' | 'group' | 'tenant';
        /**
         * @description Runs that are active under the limit; null where it is shared, or a time.
         * @example 1
         */
        held: number | null;
        /**
         * @description Runs that may be active under it; null where there is no such number.
         * @example 2
         */
        size: number | null;
        /**
         * @description Its place among the runs of its job that wait for the same, from 1; null for a time.
         * @example 3
         */
        place: number | null;
        /**
         * @description When it ends by itself; null where a run has to end first.
         * @example 2026-12-01T00:00:00.000Z
         */
        until: string | null;
        /**
         * @description Runs that are active under the limit: the first 200, oldest first.
         * @example [
         *       "demo-sync-1796122821"
         *     ]
         */
        holders: string[];
        /**
         * @description All of it as a sentence.
         * @example the key "42" is busy, 1 of 1 active, place 3
         */
        message: string;
      }[];
      /**
       * @description What its workers have said of its result; null where they have said nothing.
       * @example {
       *       "rows": 1204
       *     }
       */
      outputs: {
        [key: string]: components['schemas']['JsonValue'];
      } | null;
      /**
       * @description What its chain goes back to; runs of one cause belong together. Null where no job depends on it.
       * @example 1796094000
       */
      cause: string | null;
      /**
       * @description The runs of other jobs whose ends asked for it.
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
         * @description The id of its job.
         * @example acme-nightly
         */
        job: string;
      }[];
      /**
       * @description Jobs that run after its job, and their runs of the same chain.
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
         * @description The id of a job that runs after its job.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description The name of that job.
         * @example Nightly report
         */
        jobName: string;
        /**
         * @description The run that it has of this chain; null where it has none, or none yet.
         * @example acme-nightly-1796094000
         */
        run: string | null;
        /**
         * @description Where that run is; null as above.
         * @example FINISHED
         */
        state: ('QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED') | null;
      }[];
    };
    RunRequest: {
      /**
       * @description Laid over the job's name by name if both are objects, and in place of them otherwise.
       * @example {
       *       "rows": 1000
       *     }
       */
      parameters?: components['schemas']['JsonValue'];
      /**
       * @description Laid over the job's name by name if both are objects, and in place of them otherwise. Stored encrypted.
       * @example {
       *       "password": "of-the-database"
       *     }
       */
      secureParameters?: components['schemas']['JsonValue'];
      /**
       * Format: date-time
       * @description The run waits until this instant.
       * @example 2026-12-01T03:00:00.000Z
       */
      startAfter?: string;
      /**
       * @description In place of the job's, for this run alone.
       * @example Allow
       * @enum {string}
       */
      concurrencyPolicy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
      /**
       * @description In place of the job's, for this run alone; a higher one than the job's takes the role editor.
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
       * @description Over the job's: indexes in place of its indexes, everything else field by field.
       * @example {
       *       "withCount": 8
       *     }
       */
      parallelism?: {
        /**
         * @description So many indexes, counted from 0.
         * @example 8
         */
        withCount?: number;
        /**
         * @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`.
         * @example [
         *       "europe",
         *       "asia"
         *     ]
         */
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
        /**
         * @description Attempts that may be live at once; 0 pauses, null is no limit.
         * @example 10
         */
        maxActive?: number | null;
        /**
         * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
         * @example AllSuccessful
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
       * @description Why, as a code.
       * @example AllIndexesSucceeded
       */
      reason: string;
      /**
       * @description Why, as a sentence; empty where there is nothing to add.
       * @example Every index has succeeded.
       */
      message: string;
      /**
       * @description Who or what caused it: a caller, or a service.
       * @example executor
       */
      actor: string;
      /**
       * @description The pod that it is about, where it is about one.
       * @example acme-nightly-1796094000-main-0-1
       */
      pod: string | null;
    };
    Attempt: {
      /**
       * @description By which the attempt is addressed: `<run>/<generation>/<task>/<index>/<attempt>`.
       * @example acme-nightly-1796094000/0/main/0/1
       */
      id: string;
      /**
       * @description The name of its task.
       * @example main
       */
      task: string;
      /**
       * @description The number of its index, from 0.
       * @example 0
       */
      index: number;
      /**
       * @description The generation of the run that it belongs to.
       * @example 0
       */
      generation: number;
      /**
       * @description Counts from 1 within its index and generation.
       * @example 1
       */
      attempt: number;
      /**
       * @description Where it is.
       * @example succeeded
       * @enum {string}
       */
      state: 'pending' | 'running' | 'terminating' | 'succeeded' | 'failed';
      /**
       * @description How its end is classified; null until it has ended.
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
       * @description When it started; null before that.
       * @example 2026-12-01T03:00:00.000Z
       */
      started: string | null;
      /**
       * @description When it ended; null before that.
       * @example 2026-12-01T03:04:11.907Z
       */
      finished: string | null;
      /**
       * @description Its exit code; null where there is none.
       * @example 0
       */
      exitCode: number | null;
      /**
       * @description Why it ended, or what it waits for, as a code.
       * @example Succeeded
       */
      reason: string;
      /**
       * @description The same as a sentence; empty where there is nothing to add.
       * @example exit code 0
       */
      message: string;
      /**
       * @description Where it runs: the Kubernetes node or the host; null before that is known.
       * @example node-1
       */
      node: string | null;
      /**
       * @description The name of its pod, once there is one; null on other engines.
       * @example acme-nightly-1796094000-main-0-1
       */
      pod: string | null;
      /**
       * @description False when some output could not be kept; null while unknown.
       * @example true
       */
      logComplete: boolean | null;
      /**
       * @description Why output is missing, as a code; null where nothing is.
       * @example NoSource
       */
      logReason: string | null;
      /**
       * @description The progress that a web-service worker reported last by its callback.
       * @example {
       *       "rows": 604
       *     }
       */
      progress: components['schemas']['JsonValue'] | null;
    };
    StorageVersion: {
      /**
       * @description Counts what was saved, from 1.
       * @example 3
       */
      version: number;
      /**
       * @description null where it was deleted; `***` where secrets of the run are in it, for those who may not see the secrets of the job.
       * @example {
       *       "lastRow": 1204
       *     }
       */
      value: components['schemas']['JsonValue'];
      /**
       * @description True where the value was deleted.
       * @example true
       */
      deleted: boolean;
      /**
       * Format: date-time
       * @description When it was saved.
       * @example 2026-12-01T00:00:00.000Z
       */
      savedAt: string;
      /**
       * @description The attempt whose output or callback saved it, or the person.
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
       * @description What the request carries as `Idempotency-Key`, the same in every try.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      key: string;
      /**
       * @description The tenant of the job or of the incident.
       * @example acme
       */
      tenant: string;
      /**
       * @description The id of the job; empty where it is about an incident.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description The run that it is about; null for slots that were missed.
       * @example acme-nightly-1796094000
       */
      run: string | null;
      /**
       * @description The incident that it is about; null for jobs and runs.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      incident: string | null;
      /**
       * @description The event, or the step of the incident.
       * @example failed
       * @enum {string}
       */
      on: 'failed' | 'missed' | 'late' | 'long' | 'recovered' | 'opened' | 'escalated' | 'resolved';
      /**
       * @description Where it goes: the address up to its host.
       * @example https://hooks.acme.example
       */
      to: string;
      /**
       * @description `pending` until it is delivered, or given up after 16 tries.
       * @example delivered
       * @enum {string}
       */
      state: 'pending' | 'delivered' | 'gaveUp';
      /**
       * Format: date-time
       * @description When it was decided.
       * @example 2026-12-01T00:00:00.000Z
       */
      decidedAt: string;
      /**
       * @description When it is tried next; null where it is delivered or given up.
       * @example 2026-12-01T00:00:00.000Z
       */
      nextTryAt: string | null;
      /**
       * @description How often it was tried.
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
         * @description Milliseconds until the answer, or until the try was broken off.
         * @example 84
         */
        tookMs: number;
        /**
         * @description The HTTP status of the answer; null where none came.
         * @example 200
         */
        status: number | null;
        /**
         * @description Why it was not delivered; null where it was.
         * @example the answer was 503
         */
        reason: string | null;
      }[];
      /**
       * @description When its delivery was last requested again; null if it never was.
       * @example 2026-12-01T00:00:00.000Z
       */
      askedAnewAt: string | null;
    };
    Monitor: {
      /**
       * @description Its id within the tenant.
       * @example backup
       */
      id: string;
      /**
       * @description The tenant that it belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people; its id unless given.
       * @example Backup of the database
       */
      name?: string;
      /**
       * @description Names and values by which people sort their monitors.
       * @example {
       *       "team": "reports"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /**
       * @description When a success is due: at instants of a clock, or so long after the one before.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
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
         * @description IANA name of the zone that `cron`, `rrule` and `windows` are read in; UTC unless given.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description A success is due so many seconds after the one before; at least 10.
         * @example 3600
         */
        every?: number;
      };
      /**
       * @description Seconds after the due time until it is down; 300 unless given.
       * @example 300
       */
      graceSeconds?: number;
      /**
       * @description Seconds that the work may take after a `start` until it is down; as `graceSeconds` unless given.
       * @example 1800
       */
      runSeconds?: number;
      /**
       * @description False: nothing is due, and nobody is notified. True unless given.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that hear of its incidents; nobody does unless given.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description Who hears of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds after the first notice, if nobody has acknowledged by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that hear of it then.
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
         * @description Days on which they begin; every day unless given.
         * @example [
         *       "mon"
         *     ]
         */
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
       * @description The secret address that its work pings; `***` for those who may not edit it.
       * @example https://carillon.acme.example/ping/k3v9x2m4q8r2v6y1t5w9b0
       */
      pingUrl: string;
      /**
       * @description `new` before the first ping; `up`; `running` after a start; `late` in the grace; `down`; `paused` where it is not enabled.
       * @example up
       * @enum {string}
       */
      state: 'new' | 'up' | 'running' | 'late' | 'down' | 'paused';
      /**
       * @description When it was last pinged; null if it never was.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastPingAt: string | null;
      /**
       * @description What the last ping said; null if there was none.
       * @example start
       */
      lastPing: ('start' | 'success' | 'fail') | null;
      /**
       * @description When it last said that it succeeded; null if it never did.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastSuccessAt: string | null;
      /**
       * @description When the next success is due; null where none is.
       * @example 2026-12-01T00:00:00.000Z
       */
      dueAt: string | null;
      /**
       * @description Since when it is down; null where it is not.
       * @example 2026-12-01T00:00:00.000Z
       */
      downSince: string | null;
      /**
       * Format: date-time
       * @description When it was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description Who changed it last.
       * @example ada
       */
      updatedBy: string;
    };
    NewMonitor: {
      /**
       * @description Its id within the tenant.
       * @example backup
       */
      id: string;
      /**
       * @description The tenant that it belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people; its id unless given.
       * @example Backup of the database
       */
      name?: string;
      /**
       * @description Names and values by which people sort their monitors.
       * @example {
       *       "team": "reports"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /**
       * @description When a success is due: at instants of a clock, or so long after the one before.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
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
         * @description IANA name of the zone that `cron`, `rrule` and `windows` are read in; UTC unless given.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description A success is due so many seconds after the one before; at least 10.
         * @example 3600
         */
        every?: number;
      };
      /**
       * @description Seconds after the due time until it is down; 300 unless given.
       * @example 300
       */
      graceSeconds?: number;
      /**
       * @description Seconds that the work may take after a `start` until it is down; as `graceSeconds` unless given.
       * @example 1800
       */
      runSeconds?: number;
      /**
       * @description False: nothing is due, and nobody is notified. True unless given.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that hear of its incidents; nobody does unless given.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description Who hears of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds after the first notice, if nobody has acknowledged by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that hear of it then.
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
         * @description Days on which they begin; every day unless given.
         * @example [
         *       "mon"
         *     ]
         */
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
      /**
       * @description Shown to people; its id unless given.
       * @example Backup of the database
       */
      name?: string;
      /**
       * @description Names and values by which people sort their monitors.
       * @example {
       *       "team": "reports"
       *     }
       */
      labels?: {
        [key: string]: string;
      };
      /**
       * @description When a success is due: at instants of a clock, or so long after the one before.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
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
         * @description IANA name of the zone that `cron`, `rrule` and `windows` are read in; UTC unless given.
         * @example Europe/Prague
         */
        timezone?: string;
        /**
         * @description A success is due so many seconds after the one before; at least 10.
         * @example 3600
         */
        every?: number;
      };
      /**
       * @description Seconds after the due time until it is down; 300 unless given.
       * @example 300
       */
      graceSeconds?: number;
      /**
       * @description Seconds that the work may take after a `start` until it is down; as `graceSeconds` unless given.
       * @example 1800
       */
      runSeconds?: number;
      /**
       * @description False: nothing is due, and nobody is notified. True unless given.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that hear of its incidents; nobody does unless given.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description Who hears of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds after the first notice, if nobody has acknowledged by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that hear of it then.
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
         * @description Days on which they begin; every day unless given.
         * @example [
         *       "mon"
         *     ]
         */
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
      /**
       * @description Its id within the tenant.
       * @example failures-in-a-row
       */
      id: string;
      /**
       * @description The tenant whose jobs it watches.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people; its id unless given.
       * @example Failures in a row
       */
      name?: string;
      /**
       * @description The jobs that it watches: all jobs of the tenant unless given.
       * @example {
       *       "job": "acme-nightly"
       *     }
       */
      match?: {
        /**
         * @description The id of the only job that it watches.
         * @example acme-nightly
         */
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
      /**
       * @description What opens an incident, for as long as it holds for any of the jobs.
       * @example {
       *       "type": "failed"
       *     }
       */
      when:
        | {
            /**
             * @description What goes wrong.
             * @example failed
             * @constant
             */
            type: 'failed';
          }
        | {
            /**
             * @description What goes wrong.
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
             * @description True: such a job is paused, once for the same failures: after a resume only later ones count. False unless given.
             * @example true
             */
            pause?: boolean;
          }
        | {
            /**
             * @description What goes wrong.
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
             * @description What goes wrong.
             * @example missed
             * @constant
             */
            type: 'missed';
          }
        | {
            /**
             * @description What goes wrong.
             * @example lateStart
             * @constant
             */
            type: 'lateStart';
            /**
             * @description Seconds after its time from which the run of a slot starts late.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @example tooLong
             * @constant
             */
            type: 'tooLong';
            /**
             * @description Seconds from which a run takes too long.
             * @example 1800
             */
            afterSeconds?: number;
            /**
             * @description In place of `afterSeconds`: times what 95 of 100 of the job's newest successes took, once there are 5; 2 unless either is given.
             * @example 2
             */
            factor?: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @example tooShort
             * @constant
             */
            type: 'tooShort';
            /**
             * @description Seconds that a successful run has to take at least.
             * @example 5
             */
            underSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @example tooOften
             * @constant
             */
            type: 'tooOften';
            /**
             * @description Runs that a job may have within the time.
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
             * @description What goes wrong.
             * @example queueTooLong
             * @constant
             */
            type: 'queueTooLong';
            /**
             * @description Seconds from which a run waits in the queue for too long.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
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
       * @description False: nothing is watched, and nobody is notified. True unless given.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that hear of its incidents; nobody does unless given.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description Who hears of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds after the first notice, if nobody has acknowledged by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that hear of it then.
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
         * @description Days on which they begin; every day unless given.
         * @example [
         *       "mon"
         *     ]
         */
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
       * @example ok
       * @enum {string}
       */
      state: 'new' | 'ok' | 'alert' | 'paused';
      /**
       * @description How many jobs it watches, as of the last look at all of them; null before that.
       * @example 42
       */
      watched: number | null;
      /**
       * @description For how many of them its condition holds.
       * @example 1
       */
      affected: number;
      /**
       * @description When the last look at all of its jobs began, to the minute while nothing is found; null before that.
       * @example 2026-12-01T00:00:00.000Z
       */
      lookedAt: string | null;
      /**
       * Format: date-time
       * @description When it was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description Who changed it last.
       * @example ada
       */
      updatedBy: string;
    };
    NewRule: {
      /**
       * @description Its id within the tenant.
       * @example failures-in-a-row
       */
      id: string;
      /**
       * @description The tenant whose jobs it watches.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people; its id unless given.
       * @example Failures in a row
       */
      name?: string;
      /**
       * @description The jobs that it watches: all jobs of the tenant unless given.
       * @example {
       *       "job": "acme-nightly"
       *     }
       */
      match?: {
        /**
         * @description The id of the only job that it watches.
         * @example acme-nightly
         */
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
      /**
       * @description What opens an incident, for as long as it holds for any of the jobs.
       * @example {
       *       "type": "failed"
       *     }
       */
      when:
        | {
            /**
             * @description What goes wrong.
             * @example failed
             * @constant
             */
            type: 'failed';
          }
        | {
            /**
             * @description What goes wrong.
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
             * @description True: such a job is paused, once for the same failures: after a resume only later ones count. False unless given.
             * @example true
             */
            pause?: boolean;
          }
        | {
            /**
             * @description What goes wrong.
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
             * @description What goes wrong.
             * @example missed
             * @constant
             */
            type: 'missed';
          }
        | {
            /**
             * @description What goes wrong.
             * @example lateStart
             * @constant
             */
            type: 'lateStart';
            /**
             * @description Seconds after its time from which the run of a slot starts late.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @example tooLong
             * @constant
             */
            type: 'tooLong';
            /**
             * @description Seconds from which a run takes too long.
             * @example 1800
             */
            afterSeconds?: number;
            /**
             * @description In place of `afterSeconds`: times what 95 of 100 of the job's newest successes took, once there are 5; 2 unless either is given.
             * @example 2
             */
            factor?: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @example tooShort
             * @constant
             */
            type: 'tooShort';
            /**
             * @description Seconds that a successful run has to take at least.
             * @example 5
             */
            underSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @example tooOften
             * @constant
             */
            type: 'tooOften';
            /**
             * @description Runs that a job may have within the time.
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
             * @description What goes wrong.
             * @example queueTooLong
             * @constant
             */
            type: 'queueTooLong';
            /**
             * @description Seconds from which a run waits in the queue for too long.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
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
       * @description False: nothing is watched, and nobody is notified. True unless given.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that hear of its incidents; nobody does unless given.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description Who hears of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds after the first notice, if nobody has acknowledged by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that hear of it then.
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
         * @description Days on which they begin; every day unless given.
         * @example [
         *       "mon"
         *     ]
         */
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
      /**
       * @description Shown to people; its id unless given.
       * @example Failures in a row
       */
      name?: string;
      /**
       * @description The jobs that it watches: all jobs of the tenant unless given.
       * @example {
       *       "job": "acme-nightly"
       *     }
       */
      match?: {
        /**
         * @description The id of the only job that it watches.
         * @example acme-nightly
         */
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
      /**
       * @description What opens an incident, for as long as it holds for any of the jobs.
       * @example {
       *       "type": "failed"
       *     }
       */
      when:
        | {
            /**
             * @description What goes wrong.
             * @example failed
             * @constant
             */
            type: 'failed';
          }
        | {
            /**
             * @description What goes wrong.
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
             * @description True: such a job is paused, once for the same failures: after a resume only later ones count. False unless given.
             * @example true
             */
            pause?: boolean;
          }
        | {
            /**
             * @description What goes wrong.
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
             * @description What goes wrong.
             * @example missed
             * @constant
             */
            type: 'missed';
          }
        | {
            /**
             * @description What goes wrong.
             * @example lateStart
             * @constant
             */
            type: 'lateStart';
            /**
             * @description Seconds after its time from which the run of a slot starts late.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @example tooLong
             * @constant
             */
            type: 'tooLong';
            /**
             * @description Seconds from which a run takes too long.
             * @example 1800
             */
            afterSeconds?: number;
            /**
             * @description In place of `afterSeconds`: times what 95 of 100 of the job's newest successes took, once there are 5; 2 unless either is given.
             * @example 2
             */
            factor?: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @example tooShort
             * @constant
             */
            type: 'tooShort';
            /**
             * @description Seconds that a successful run has to take at least.
             * @example 5
             */
            underSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
             * @example tooOften
             * @constant
             */
            type: 'tooOften';
            /**
             * @description Runs that a job may have within the time.
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
             * @description What goes wrong.
             * @example queueTooLong
             * @constant
             */
            type: 'queueTooLong';
            /**
             * @description Seconds from which a run waits in the queue for too long.
             * @example 1800
             */
            afterSeconds: number;
          }
        | {
            /**
             * @description What goes wrong.
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
       * @description False: nothing is watched, and nobody is notified. True unless given.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Ids of the channels that hear of its incidents; nobody does unless given.
       * @example [
       *       "ops"
       *     ]
       */
      channels?: string[];
      /**
       * @description Who hears of an incident that nobody has acknowledged.
       * @example {
       *       "afterSeconds": 1800,
       *       "channels": [
       *         "ops"
       *       ]
       *     }
       */
      escalation?: {
        /**
         * @description Seconds after the first notice, if nobody has acknowledged by then.
         * @example 1800
         */
        afterSeconds: number;
        /**
         * @description Ids of the channels that hear of it then.
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
         * @description Days on which they begin; every day unless given.
         * @example [
         *       "mon"
         *     ]
         */
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
    Trigger: {
      /**
       * @description Its id within the tenant.
       * @example acme-nightly-1796094000
       */
      id: string;
      /**
       * @description The tenant that it belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people; its id unless given.
       * @example Nightly report
       */
      name?: string;
      /**
       * @description The id of the job that it runs: one of the same tenant.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description How what is sent to its address is signed: anything else is refused.
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
             * @description The secrets by names of your own, each of them whsec_ and 24 to 64 bytes as Base64; any may sign, so that one can be replaced without a gap. Stored encrypted and shown as `***`, which written back means unchanged.
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
             * @description `X-Hub-Signature-256`, as GitHub sends it: the body alone is signed.
             * @example github
             * @constant
             */
            signature: 'github';
            /**
             * @description The secrets by names of your own, each of them 16 or more printable ASCII characters; any may sign, so that one can be replaced without a gap. Stored encrypted and shown as `***`, which written back means unchanged.
             * @example {
             *       "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
             *     }
             */
            secrets: {
              [key: string]: string;
            };
          };
      /**
       * @description In place of `webhook`: messages from NATS, where the operator offers that.
       * @example {
       *       "subject": "orders.created"
       *     }
       */
      nats?: {
        /**
         * @description What follows the prefix of the operator and the tenant in the subject; no wildcards.
         * @example orders.created
         */
        subject: string;
      };
      /**
       * @description What has to hold of a delivery, all of it; others are answered and start nothing.
       * @example [
       *       {
       *         "body": "/release/tag_name"
       *       }
       *     ]
       */
      when?: {
        /**
         * @description Where it stands in the JSON body: a JSON Pointer (RFC 6901); the empty text is the whole body.
         * @example /release/tag_name
         */
        body?: string;
        /**
         * @description The header in which it stands, as a text. Headers are not signed: who relays a delivery can change them.
         * @example x-github-event
         */
        header?: string;
        /**
         * @description Whether there is such a value.
         * @example true
         */
        exists?: boolean;
        /**
         * @description The value is this one.
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
         * @description The value is a text that begins so.
         * @example refs/heads/
         */
        startsWith?: string;
      }[];
      /**
       * @description Values of the job's options, by their names: where each is taken from. Its type has to be that of the option.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      options?: {
        [key: string]: {
          /**
           * @description Where it stands in the JSON body: a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header in which it stands, as a text. Headers are not signed: who relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description What is given where there is no such value; without it the delivery is refused.
           * @example csv
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description Parameters of the run, laid over the job's name by name: where each is taken from.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      parameters?: {
        [key: string]: {
          /**
           * @description Where it stands in the JSON body: a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header in which it stands, as a text. Headers are not signed: who relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description What is given where there is no such value; without it the delivery is refused.
           * @example 1000
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description False: deliveries are refused. True unless given.
       * @example true
       */
      enabled?: boolean;
      /**
       * @description Where messages are sent. It is no secret: what is sent there has to be signed. Null without `webhook`.
       * @example https://reports.acme.example/work
       */
      url: string | null;
      /**
       * @description The subject of NATS on which it hears messages; null without `nats`.
       * @example token:k3v9x2
       */
      subject: string | null;
      /**
       * Format: date-time
       * @description When it was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description Who changed it last: it runs the job for them.
       * @example ada
       */
      updatedBy: string;
    };
    NewTrigger: {
      /**
       * @description Its id within the tenant.
       * @example acme-nightly-1796094000
       */
      id: string;
      /**
       * @description The tenant that it belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people; its id unless given.
       * @example Nightly report
       */
      name?: string;
      /**
       * @description The id of the job that it runs: one of the same tenant.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description How what is sent to its address is signed: anything else is refused.
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
             * @description The secrets by names of your own, each of them whsec_ and 24 to 64 bytes as Base64; any may sign, so that one can be replaced without a gap. Stored encrypted and shown as `***`, which written back means unchanged.
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
             * @description `X-Hub-Signature-256`, as GitHub sends it: the body alone is signed.
             * @example github
             * @constant
             */
            signature: 'github';
            /**
             * @description The secrets by names of your own, each of them 16 or more printable ASCII characters; any may sign, so that one can be replaced without a gap. Stored encrypted and shown as `***`, which written back means unchanged.
             * @example {
             *       "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
             *     }
             */
            secrets: {
              [key: string]: string;
            };
          };
      /**
       * @description In place of `webhook`: messages from NATS, where the operator offers that.
       * @example {
       *       "subject": "orders.created"
       *     }
       */
      nats?: {
        /**
         * @description What follows the prefix of the operator and the tenant in the subject; no wildcards.
         * @example orders.created
         */
        subject: string;
      };
      /**
       * @description What has to hold of a delivery, all of it; others are answered and start nothing.
       * @example [
       *       {
       *         "body": "/release/tag_name"
       *       }
       *     ]
       */
      when?: {
        /**
         * @description Where it stands in the JSON body: a JSON Pointer (RFC 6901); the empty text is the whole body.
         * @example /release/tag_name
         */
        body?: string;
        /**
         * @description The header in which it stands, as a text. Headers are not signed: who relays a delivery can change them.
         * @example x-github-event
         */
        header?: string;
        /**
         * @description Whether there is such a value.
         * @example true
         */
        exists?: boolean;
        /**
         * @description The value is this one.
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
         * @description The value is a text that begins so.
         * @example refs/heads/
         */
        startsWith?: string;
      }[];
      /**
       * @description Values of the job's options, by their names: where each is taken from. Its type has to be that of the option.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      options?: {
        [key: string]: {
          /**
           * @description Where it stands in the JSON body: a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header in which it stands, as a text. Headers are not signed: who relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description What is given where there is no such value; without it the delivery is refused.
           * @example csv
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description Parameters of the run, laid over the job's name by name: where each is taken from.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      parameters?: {
        [key: string]: {
          /**
           * @description Where it stands in the JSON body: a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header in which it stands, as a text. Headers are not signed: who relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description What is given where there is no such value; without it the delivery is refused.
           * @example 1000
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description False: deliveries are refused. True unless given.
       * @example true
       */
      enabled?: boolean;
    };
    TriggerReplacement: {
      /**
       * @description Shown to people; its id unless given.
       * @example Nightly report
       */
      name?: string;
      /**
       * @description The id of the job that it runs: one of the same tenant.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description How what is sent to its address is signed: anything else is refused.
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
             * @description The secrets by names of your own, each of them whsec_ and 24 to 64 bytes as Base64; any may sign, so that one can be replaced without a gap. Stored encrypted and shown as `***`, which written back means unchanged.
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
             * @description `X-Hub-Signature-256`, as GitHub sends it: the body alone is signed.
             * @example github
             * @constant
             */
            signature: 'github';
            /**
             * @description The secrets by names of your own, each of them 16 or more printable ASCII characters; any may sign, so that one can be replaced without a gap. Stored encrypted and shown as `***`, which written back means unchanged.
             * @example {
             *       "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
             *     }
             */
            secrets: {
              [key: string]: string;
            };
          };
      /**
       * @description In place of `webhook`: messages from NATS, where the operator offers that.
       * @example {
       *       "subject": "orders.created"
       *     }
       */
      nats?: {
        /**
         * @description What follows the prefix of the operator and the tenant in the subject; no wildcards.
         * @example orders.created
         */
        subject: string;
      };
      /**
       * @description What has to hold of a delivery, all of it; others are answered and start nothing.
       * @example [
       *       {
       *         "body": "/release/tag_name"
       *       }
       *     ]
       */
      when?: {
        /**
         * @description Where it stands in the JSON body: a JSON Pointer (RFC 6901); the empty text is the whole body.
         * @example /release/tag_name
         */
        body?: string;
        /**
         * @description The header in which it stands, as a text. Headers are not signed: who relays a delivery can change them.
         * @example x-github-event
         */
        header?: string;
        /**
         * @description Whether there is such a value.
         * @example true
         */
        exists?: boolean;
        /**
         * @description The value is this one.
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
         * @description The value is a text that begins so.
         * @example refs/heads/
         */
        startsWith?: string;
      }[];
      /**
       * @description Values of the job's options, by their names: where each is taken from. Its type has to be that of the option.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      options?: {
        [key: string]: {
          /**
           * @description Where it stands in the JSON body: a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header in which it stands, as a text. Headers are not signed: who relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description What is given where there is no such value; without it the delivery is refused.
           * @example csv
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description Parameters of the run, laid over the job's name by name: where each is taken from.
       * @example {
       *       "day": {
       *         "body": "/date"
       *       }
       *     }
       */
      parameters?: {
        [key: string]: {
          /**
           * @description Where it stands in the JSON body: a JSON Pointer (RFC 6901); the empty text is the whole body.
           * @example /release/tag_name
           */
          body?: string;
          /**
           * @description The header in which it stands, as a text. Headers are not signed: who relays a delivery can change them.
           * @example x-github-event
           */
          header?: string;
          /**
           * @description What is given where there is no such value; without it the delivery is refused.
           * @example 1000
           */
          default?: components['schemas']['JsonValue'];
        };
      };
      /**
       * @description False: deliveries are refused. True unless given.
       * @example true
       */
      enabled?: boolean;
    };
    TriggerDelivery: {
      /**
       * Format: date-time
       * @description When the message came first; of those that are only counted: last.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /**
       * Format: date-time
       * @description When it came last.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastAt: string;
      /**
       * @description How often it came and was answered.
       * @example 3
       */
      count: number;
      /**
       * @description The id of the message; null for messages that are only counted.
       * @example Every index has succeeded.
       */
      message: string | null;
      /**
       * @description From where it came last.
       * @example 203.0.113.7
       */
      address: string;
      /**
       * @description `started` a run, or was made part of one; `duplicate` of an earlier request, whose run it names; `skipped`: a condition does not hold; `refused`: `code` and `detail` say why; `unfinished`: nobody was told, and a repeat goes on. `unsigned` and `limited` (too many at once) are counted together.
       * @example unfinished
       * @enum {string}
       */
      outcome: 'unfinished' | 'started' | 'duplicate' | 'skipped' | 'refused' | 'unsigned' | 'limited';
      /**
       * @description The run that it started, or is part of; null where there is none.
       * @example acme-nightly-1796094000
       */
      run: string | null;
      /**
       * @description The error code that it was refused with; null where it was not.
       * @example NOT_FOUND
       */
      code: string | null;
      /**
       * @description Why it has that outcome; empty where there is nothing to add.
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
       * @description The tenant of its monitor or rule.
       * @example acme
       */
      tenant: string;
      /**
       * @description What has found it: a `monitor` of work that runs elsewhere, or a `rule` about jobs.
       * @example monitor
       * @enum {string}
       */
      source: 'monitor' | 'rule';
      /**
       * @description The id of its monitor, or of its rule: `source` says which.
       * @example backup
       */
      monitor: string;
      /**
       * @description What the monitor or the rule was called when it began.
       * @example Backup of the database
       */
      monitorName: string;
      /**
       * @description Of a monitor: `failed`: it said so; `missed`: no success in time; `long`: none in time after a start. Of a rule: the `type` of its condition.
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
       * @description A sentence for people.
       * @example No success in time.
       */
      message: string;
      /**
       * @description The jobs that it is about, the first 20, as of its end; none for a monitor.
       * @example [
       *       {
       *         "id": "acme-nightly",
       *         "name": "Nightly report",
       *         "message": "three runs in a row have failed",
       *         "since": "2026-12-01T00:00:00.000Z"
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
         * @description What is wrong with it.
         * @example three runs in a row have failed
         */
        message: string;
        /**
         * Format: date-time
         * @description When that was found.
         * @example 2026-12-01T00:00:00.000Z
         */
        since: string;
      }[];
      /**
       * @description How many jobs it is about; 0 for a monitor.
       * @example 1
       */
      jobCount: number;
      /**
       * @description `open`; `acknowledged`, which keeps it from being escalated; `resolved`, which is its end.
       * @example open
       * @enum {string}
       */
      state: 'open' | 'acknowledged' | 'resolved';
      /**
       * Format: date-time
       * @description When it began.
       * @example 2026-12-01T00:00:00.000Z
       */
      openedAt: string;
      /**
       * @description When it was acknowledged; null where it was not.
       * @example 2026-12-01T00:00:00.000Z
       */
      acknowledgedAt: string | null;
      /**
       * @description Who has acknowledged it; null where nobody has.
       * @example ada
       */
      acknowledgedBy: string | null;
      /**
       * @description When it was escalated; null where it was not.
       * @example 2026-12-01T00:00:00.000Z
       */
      escalatedAt: string | null;
      /**
       * @description When it ended; null before that.
       * @example 2026-12-01T03:20:00.000Z
       */
      resolvedAt: string | null;
      /**
       * @description Who has ended it; null where it ended by itself.
       * @example ada
       */
      resolvedBy: string | null;
      /**
       * @description When its first notices were sent; null while they are withheld.
       * @example 2026-12-01T00:00:00.000Z
       */
      notifiedAt: string | null;
    };
    ErrorGroup: {
      /**
       * @description By which the error group is addressed.
       * @example acme-nightly-1796094000
       */
      id: string;
      /**
       * @description The tenant whose runs have failed so.
       * @example acme
       */
      tenant: string;
      /**
       * @description `open`; `muted` by somebody; `quiet`: no failure for 7 days.
       * @example open
       * @enum {string}
       */
      state: 'open' | 'muted' | 'quiet';
      /**
       * @description Why the runs have failed, as a code: of the attempt that decided it, where one did; otherwise of the run.
       * @example AllIndexesSucceeded
       */
      reason: string;
      /**
       * @description The exit code of all of them; null where there is none.
       * @example 75
       */
      exitCode: number | null;
      /**
       * @description What a web service answered; null where that is not the reason.
       * @example 503
       */
      httpStatus: number | null;
      /**
       * @description The last 10 lines of the output that they have in common, normalised: placeholders such as `<n>` stand for what differs. Where there is no output: the message.
       * @example [
       *       "reading 1204 rows",
       *       "done"
       *     ]
       */
      lines: string[];
      /**
       * @description Failures since the first one.
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
         * @description The id of its job.
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
         * @description The id of its job.
         * @example acme-nightly
         */
        job: string;
      };
      /**
       * @description The last 24 hours, the present one last.
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
         * @description Failures that ended in it.
         * @example 3
         */
        count: number;
      }[];
      /**
       * @description The last 14 days, the present one last.
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
         * @description Failures that ended in it.
         * @example 3
         */
        count: number;
      }[];
      /**
       * @description The jobs that have failed so, in the order of their first failure: 100 at most, in lists the first 5.
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
         * @description The name of the job when it failed last.
         * @example Nightly report
         */
        name: string;
        /**
         * @description Its failures.
         * @example 3
         */
        count: number;
        /**
         * Format: date-time
         * @description When it failed so last.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastAt: string;
        /**
         * @description The versions of the job that have failed so, the newest 5.
         * @example [
         *       6,
         *       7
         *     ]
         */
        versions: number[];
      }[];
      /**
       * @description How many jobs have failed so.
       * @example 1
       */
      jobCount: number;
      /**
       * @description True: there are more than 100, and `jobCount` is that number.
       * @example true
       */
      moreJobs: boolean;
      /**
       * @description How it is muted; null where it is not.
       * @example null
       */
      mute: {
        /**
         * @description What opens it again, as in the request that muted it; `forever`: only somebody who does so.
         * @example newVersion
         * @enum {string}
         */
        until: 'newVersion' | 'version' | 'time' | 'forever';
        /**
         * @description The version of a job whose failure opens it; null unless `until` is `version`.
         * @example 3
         */
        version: number | null;
        /**
         * @description When it is open again; null unless `until` is `time`.
         * @example 2026-12-01T00:00:00.000Z
         */
        time: string | null;
        /**
         * Format: date-time
         * @description When it was muted.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description Who has muted it.
         * @example ada
         */
        by: string;
        /**
         * @description Why, for people; may be empty.
         * @example the mend is on its way
         */
        why: string;
      } | null;
      /**
       * @description The failure that opened it again after it was muted; null where none did.
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
         * @description The id of its job.
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
       * @description Its id within the tenant: rules of jobs name it as `channel:<id>`.
       * @example ops
       */
      id: string;
      /**
       * @description The tenant that it belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people.
       * @example Operations
       */
      name?: string;
      /**
       * @description What it is, and what is needed to send there.
       * @example {
       *       "type": "webhook",
       *       "url": "https://hooks.acme.example/carillon"
       *     }
       */
      target: components['schemas']['ChannelTarget'];
      /**
       * Format: date-time
       * @description When it was last changed.
       * @example 2026-12-01T00:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description Who changed it last.
       * @example ada
       */
      updatedBy: string;
    };
    NewChannel: {
      /**
       * @description Its id within the tenant: rules of jobs name it as `channel:<id>`.
       * @example ops
       */
      id: string;
      /**
       * @description The tenant that it belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people.
       * @example Operations
       */
      name?: string;
      /**
       * @description What it is, and what is needed to send there.
       * @example {
       *       "type": "webhook",
       *       "url": "https://hooks.acme.example/carillon"
       *     }
       */
      target: components['schemas']['ChannelTarget'];
    };
    ChannelReplacement: {
      /**
       * @description Shown to people.
       * @example Operations
       */
      name?: string;
      /**
       * @description What it is, and what is needed to send there.
       * @example {
       *       "type": "webhook",
       *       "url": "https://hooks.acme.example/carillon"
       *     }
       */
      target: components['schemas']['ChannelTarget'];
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
           * @description The address that is sent a POST with the body of `notice`. A secret: shown as `***`, which written back means unchanged.
           * @example https://hooks.acme.example/carillon
           */
          url: '***' | string;
          /**
           * @description Signs each request in the form of Standard Webhooks; unless given, none is signed. A secret: shown as `***`, which written back means unchanged.
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
           * @description Its port; 587 unless given.
           * @example 587
           */
          port?: number;
          /**
           * @description How the connection is encrypted: `starttls` unless given, which refuses a server that does not offer it.
           * @example starttls
           * @enum {string}
           */
          security?: 'starttls' | 'tls' | 'none';
          /**
           * @description Who signs in to the server; needs `password`.
           * @example carillon
           */
          user?: string;
          /**
           * @description With which `user` signs in. A secret: shown as `***`, which written back means unchanged.
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
           * @description Who receives it.
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
           * @description The address of an incoming webhook of Slack. A secret: shown as `***`, which written back means unchanged.
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
           * @description The address of a workflow of Microsoft Teams that posts what a webhook receives. A secret: shown as `***`, which written back means unchanged.
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
           * @description The address of a webhook of Discord. A secret: shown as `***`, which written back means unchanged.
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
           * @description The integration key of a service (Events API v2). A secret: shown as `***`, which written back means unchanged.
           * @example 0123456789abcdef0123456789abcdef
           */
          routingKey: '***' | string;
          /**
           * Format: uri
           * @description Where events are sent; https://events.pagerduty.com/v2/enqueue unless given.
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
           * @description The key of an API integration. A secret: shown as `***`, which written back means unchanged.
           * @example of-the-integration
           */
          apiKey: '***' | string;
          /**
           * Format: uri
           * @description The origin of the API; https://api.opsgenie.com unless given.
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
           * @description The topic: without a token, who knows it may read and write it. A secret: shown as `***`, which written back means unchanged.
           * @example acme-nights
           */
          topic: '***' | string;
          /**
           * @description An access token, where the topic needs one. A secret: shown as `***`, which written back means unchanged.
           * @example carillon_k3v9x2_q2hHc0ZlAbCdEfGhIjKlMnOpQrStUv
           */
          token?: '***' | string;
          /**
           * Format: uri
           * @description The server; https://ntfy.sh unless given.
           * @example https://hooks.acme.example/carillon
           */
          url?: string;
        };
    RecentRuns: {
      /**
       * @description The id of the job.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description Newest first.
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
         * @description Why it is in that phase, as a code.
         * @example AllIndexesSucceeded
         */
        reason: string;
        /**
         * @description The slot; null for a run that no slot asked for.
         * @example 2026-12-01T03:00:00.000Z
         */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When it was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /**
         * @description When its first attempt started; null before that.
         * @example 2026-12-01T03:00:00.000Z
         */
        started: string | null;
        /**
         * @description When it ended; null before that.
         * @example 2026-12-01T03:04:11.907Z
         */
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
      /**
       * @description True where more than 5,000 runs were recorded since: only the newest are counted.
       * @example true
       */
      isPartial: boolean;
      /**
       * @description Runs under way now.
       * @example 1
       */
      active: number;
      /**
       * @description Runs that wait to be admitted now.
       * @example 0
       */
      queued: number;
      /**
       * @description Runs by the hour in which they were recorded, oldest first.
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
         * @description Runs that have succeeded.
         * @example 41
         */
        finished: number;
        /**
         * @description Runs that have failed.
         * @example 0
         */
        failed: number;
        /**
         * @description Aborted, or not ended yet.
         * @example 0
         */
        other: number;
        /**
         * @description Seconds from a slot to the start of its run: half of them started sooner.
         * @example 0.1
         */
        latenessP50: number | null;
        /**
         * @description Seconds of the latest start; null where none started.
         * @example 0.4
         */
        latenessMax: number | null;
      }[];
      /**
       * @description The newest ended run of each job that has failed and not succeeded since.
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
         * @description Why it is in that phase, as a code.
         * @example BackoffLimitExceeded
         */
        reason: string;
        /**
         * @description The slot; null for a run that no slot asked for.
         * @example 2026-12-01T03:00:00.000Z
         */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When it was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /**
         * @description When its first attempt started; null before that.
         * @example 2026-12-01T03:00:00.000Z
         */
        started: string | null;
        /**
         * @description When it ended; null before that.
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
         * @description When it entered its phase.
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        /**
         * @description Why it is in that phase, as a sentence.
         * @example attempt 3 of main/0 failed: exit code 75
         */
        message: string;
        /**
         * @description Failures in a row.
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
       *         "message": "The group nightly has no free permit."
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
         * @description Why it is in that phase, as a code.
         * @example GroupFull
         */
        reason: string;
        /**
         * @description The slot; null for a run that no slot asked for.
         * @example 2026-12-01T03:00:00.000Z
         */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When it was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /**
         * @description When its first attempt started; null before that.
         * @example 2026-12-01T03:00:00.000Z
         */
        started: string | null;
        /**
         * @description When it ended; null before that.
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
         * @description When it entered its phase.
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        /**
         * @description Why it is in that phase, as a sentence.
         * @example The group nightly has no free permit.
         */
        message: string;
      }[];
      /**
       * @description Runs that take twice as long as is usual for their job, and at least a minute longer.
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
         * @description Why it is in that phase, as a code.
         * @example AttemptStarted
         */
        reason: string;
        /**
         * @description The slot; null for a run that no slot asked for.
         * @example 2026-12-01T03:00:00.000Z
         */
        scheduledFor: string | null;
        /**
         * Format: date-time
         * @description When it was recorded.
         * @example 2026-12-01T00:00:00.000Z
         */
        createdAt: string;
        /**
         * @description When its first attempt started; null before that.
         * @example 2026-12-01T03:00:00.000Z
         */
        started: string | null;
        /**
         * @description When it ended; null before that.
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
         * @description When it entered its phase.
         * @example 2026-12-01T00:00:00.000Z
         */
        phaseSince: string;
        /**
         * @description Why it is in that phase, as a sentence.
         * @example
         */
        message: string;
        /**
         * @description What is usual for its job, in seconds.
         * @example 240
         */
        usualSeconds: number;
      }[];
      /**
       * @description Slots that were missed or skipped since, as ranges, but for those that were backfilled whole.
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
       *         "message": "No scheduler was there in time."
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
         * @description How many slots.
         * @example 3
         */
        count: number;
        /**
         * @description How many of them a backfill has given a run since.
         * @example 0
         */
        backfilled: number;
        /**
         * @description What became of them instead of runs.
         * @example skipped
         * @enum {string}
         */
        outcome: 'skipped' | 'missed' | 'paused' | 'excluded';
        /**
         * @description Why, as a code.
         * @example Misfire
         */
        reason: string;
        /**
         * @description Why, as a sentence.
         * @example No scheduler was there in time.
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
       *         "runs": 3
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
         * @description Runs under way now.
         * @example 1
         */
        active: number;
        /**
         * @description Runs that wait to be admitted now.
         * @example 0
         */
        queued: number;
        /**
         * @description Runs recorded since.
         * @example 3
         */
        runs: number;
      }[];
    };
    Tenant: {
      /**
       * @description By which the tenant is addressed.
       * @example acme
       */
      id: string;
      /**
       * @description Shown to people.
       * @example Acme
       */
      name: string;
      /**
       * @description Unfinished admitted runs at once; null is no limit.
       * @example 100
       */
      maxActiveRuns: number | null;
      /**
       * @description Jobs that it may have; null is no limit.
       * @example 10000
       */
      maxJobs: number | null;
      /**
       * @description Kubernetes namespace of its pods; null is the common one.
       * @example acme-jobs
       */
      namespace: string | null;
      /**
       * @description Hosts that its web-service workers may have; null leaves it to the operator's allow list.
       * @example [
       *       "reports.acme.example"
       *     ]
       */
      webserviceHosts: string[] | null;
      /**
       * @description How long runs of its jobs are kept, where a job does not say.
       * @example {
       *       "successful": 100,
       *       "failed": 100,
       *       "maxAgeSeconds": 2592000,
       *       "archiveSeconds": 31536000
       *     }
       */
      retention: {
        /**
         * @description How many successful runs of a job are kept.
         * @example 100
         */
        successful: number;
        /**
         * @description How many runs of a job that did not succeed are kept.
         * @example 100
         */
        failed: number;
        /**
         * @description Runs that ended longer ago than this, in seconds, are removed.
         * @example 2592000
         */
        maxAgeSeconds: number;
        /**
         * @description How long the archive keeps them after that, in seconds; 0: it does not.
         * @example 31536000
         */
        archiveSeconds: number;
      };
      /**
       * @description Sizes of concurrency groups; a group that is not named has one permit.
       * @example {
       *       "nightly": 2
       *     }
       */
      groups: {
        [key: string]: number;
      };
      /**
       * @description Its share of the places and starts of each executor, against other tenants.
       * @example 2
       */
      weight: number;
      /**
       * @description Shares of its groups; none: they wait in one line.
       * @example {
       *       "nightly": 2
       *     }
       */
      groupWeights: {
        [key: string]: number;
      };
      /**
       * @description The most of an executor's places that it may take, in percent; null is no limit.
       * @example 50
       */
      maxSharePercent: number | null;
      /**
       * @description Other tenants whose jobs may run after its jobs.
       * @example [
       *       "globex"
       *     ]
       */
      dependents: string[];
      /**
       * @description Text kept of logs; null leaves it to the service's own limits.
       * @example {
       *       "maxBytesPerAttempt": 16777216,
       *       "maxBytesPerRun": 134217728
       *     }
       */
      logLimits: {
        /**
         * @description Bytes of text kept of an attempt; null leaves it to the service.
         * @example 16777216
         */
        maxBytesPerAttempt: number | null;
        /**
         * @description Bytes of text kept of a run; null leaves it to the service.
         * @example 134217728
         */
        maxBytesPerRun: number | null;
      } | null;
      /**
       * @description What its pod templates may say; null is the common list.
       * @example [
       *       "spec.priorityClassName"
       *     ]
       */
      podTemplatePaths: string[] | null;
      /**
       * @description What of the cluster its jobs may refer to beyond what their workers bring: objects by name or by labels that they bear, keys (or key=value) of labels and annotations. Null is nothing. Judged when a job is saved and before each attempt.
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
           * @description Labels that an object must bear, all of them.
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
           * @description Labels that an object must bear, all of them.
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
           * @description Labels that an object must bear, all of them.
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
           * @description Labels that an object must bear, all of them.
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
           * @description Labels that an object must bear, all of them.
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
           * @description Labels that an object must bear, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Labels that its pods may bear: a key, or key=value.
         * @example [
         *       "team=reports"
         *     ]
         */
        labels?: string[];
        /**
         * @description Annotations that its pods may bear: a key, or key=value.
         * @example [
         *       "prometheus.io/scrape=true"
         *     ]
         */
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
      /**
       * @description By which jobs, tokens and URLs name it.
       * @example acme
       */
      id: string;
      /**
       * @description Shown to people; the id unless given.
       * @example Acme
       */
      name?: string;
      /**
       * @description Unfinished admitted runs at once; null is no limit.
       * @example 100
       */
      maxActiveRuns?: number | null;
      /**
       * @description Jobs that it may have; null is no limit.
       * @example 10000
       */
      maxJobs?: number | null;
      /**
       * @description Kubernetes namespace of its pods; null is the common one.
       * @example acme-jobs
       */
      namespace?: string | null;
      /**
       * @description Hosts that its web-service workers may have; null leaves it to the operator's allow list.
       * @example [
       *       "reports.acme.example"
       *     ]
       */
      webserviceHosts?: string[] | null;
      /**
       * @description How long runs of its jobs are kept, where a job does not say.
       * @example {
       *       "successful": 100
       *     }
       */
      retention?: {
        /**
         * @description How many successful runs of a job are kept.
         * @example 100
         */
        successful?: number;
        /**
         * @description How many runs of a job that did not succeed are kept.
         * @example 100
         */
        failed?: number;
        /**
         * @description Runs that ended longer ago than this, in seconds, are removed.
         * @example 2592000
         */
        maxAgeSeconds?: number;
        /**
         * @description For this long, in seconds, the archive keeps runs that are no longer kept in the database; 0: they are not archived. Needs a cold store.
         * @example 31536000
         */
        archiveSeconds?: 0 | number;
      };
      /**
       * @description What pod templates of its workers, jobs and tasks may say; an entry allows all below it. Null is the list that keeps to the restricted Pod Security level.
       * @example [
       *       "spec.nodeSelector"
       *     ]
       */
      podTemplatePaths?: string[] | null;
      /**
       * @description What of the cluster its jobs may refer to beyond what their workers bring; null is nothing.
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
           * @description Labels that an object must bear, all of them.
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
           * @description Labels that an object must bear, all of them.
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
           * @description Labels that an object must bear, all of them.
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
           * @description Labels that an object must bear, all of them.
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
           * @description Labels that an object must bear, all of them.
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
           * @description Labels that an object must bear, all of them.
           * @example {
           *       "app.kubernetes.io/part-of": "reports"
           *     }
           */
          matchLabels?: {
            [key: string]: string;
          };
        };
        /**
         * @description Labels that its pods may bear: a key, or key=value.
         * @example [
         *       "team=reports"
         *     ]
         */
        labels?: string[];
        /**
         * @description Annotations that its pods may bear: a key, or key=value.
         * @example [
         *       "prometheus.io/scrape=true"
         *     ]
         */
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
       * @description Its share of each executor's places and starts against the other tenants that have runs there, 1 to 1000; 1 unless given.
       * @example 2
       */
      weight?: number;
      /**
       * @description Shares of its groups in `maxActiveRuns` and in its starts, 1 to 1000; 1 for a group that is not named, and for its jobs without a group together. Where none is given, runs of all groups wait in one line.
       * @example {
       *       "nightly": 3
       *     }
       */
      groupWeights?: {
        [key: string]: number;
      };
      /**
       * @description The most of the places of an engine or a worker on one executor that it may take, in percent, even while others are idle; null is no limit.
       * @example 50
       */
      maxSharePercent?: number | null;
      /**
       * @description Other tenants whose jobs may run after its jobs, and receive their ends and outputs; none unless given.
       * @example [
       *       "reports"
       *     ]
       */
      dependents?: string[];
      /**
       * @description Text kept of logs, in bytes; null leaves it to the service's own limits, and more than those is never kept.
       * @example {
       *       "maxBytesPerAttempt": 16777216
       *     }
       */
      logLimits?: {
        /**
         * @description Bytes of text kept of an attempt.
         * @example 16777216
         */
        maxBytesPerAttempt?: number | null;
        /**
         * @description Bytes of text kept of a run.
         * @example 134217728
         */
        maxBytesPerRun?: number | null;
      } | null;
    };
    Token: {
      /**
       * @description By which the token is addressed; no secret.
       * @example k3v9x2
       */
      id: string;
      /**
       * @description What it is for.
       * @example Continuous integration
       */
      name: string;
      /**
       * @description What it may do, and where.
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
         * @description What may be done there; each role includes those before it.
         * @example viewer
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
      /**
       * @description Who made it, by name.
       * @example ada
       */
      createdBy: string;
      /**
       * @description When it ends; null: never.
       * @example 2027-03-01T00:00:00.000Z
       */
      expiresAt: string | null;
      /**
       * @description Who made it, as `subject` of `/me`: a token that was revoked with those it made takes these along. null: not known.
       * @example ada
       */
      madeBy: string | null;
      /**
       * @description To the minute.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastUsedAt: string | null;
    };
    NewToken: {
      /**
       * @description By which the token is addressed; no secret.
       * @example k3v9x2
       */
      id: string;
      /**
       * @description What it is for.
       * @example Continuous integration
       */
      name: string;
      /**
       * @description What it may do, and where.
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
         * @description What may be done there; each role includes those before it.
         * @example viewer
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
      /**
       * @description Who made it, by name.
       * @example ada
       */
      createdBy: string;
      /**
       * @description When it ends; null: never.
       * @example 2027-03-01T00:00:00.000Z
       */
      expiresAt: string | null;
      /**
       * @description Who made it, as `subject` of `/me`: a token that was revoked with those it made takes these along. null: not known.
       * @example ada
       */
      madeBy: string | null;
      /**
       * @description To the minute.
       * @example 2026-12-01T00:00:00.000Z
       */
      lastUsedAt: string | null;
      /**
       * @description The token itself, shown this once.
       * @example carillon_k3v9x2_q2hHc0ZlAbCdEfGhIjKlMnOpQrStUv
       */
      token: string;
    };
    Caller: {
      /**
       * @description A stable identity, such as `token:<id>`, as the audit names it.
       * @example token:k3v9x2
       */
      subject: string;
      /**
       * @description The name for people.
       * @example ada
       */
      name: string;
      /**
       * @description What you may do, and where.
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
         * @description What may be done there; each role includes those before it.
         * @example viewer
         * @enum {string}
         */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
    };
    Calendar: {
      /**
       * @description Its id within the tenant, by which `schedule.exclude` names it.
       * @example holidays
       */
      id: string;
      /**
       * @description The tenant that it belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people.
       * @example Public holidays
       */
      name?: string;
      /**
       * @description IANA zone in which dates and times of day are read; UTC unless given.
       * @example Europe/Prague
       */
      timezone?: string;
      /**
       * @description Whole days that are excluded.
       * @example [
       *       "2026-12-24",
       *       "2026-12-25"
       *     ]
       */
      dates?: string[];
      /**
       * @description Cron expressions: the instants that they yield are excluded.
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
      /**
       * @description Who changed it last.
       * @example ada
       */
      updatedBy: string;
    };
    NewCalendar: {
      /**
       * @description Its id within the tenant, by which `schedule.exclude` names it.
       * @example holidays
       */
      id: string;
      /**
       * @description The tenant that it belongs to.
       * @example acme
       */
      tenant: string;
      /**
       * @description Shown to people.
       * @example Public holidays
       */
      name?: string;
      /**
       * @description IANA zone in which dates and times of day are read; UTC unless given.
       * @example Europe/Prague
       */
      timezone?: string;
      /**
       * @description Whole days that are excluded.
       * @example [
       *       "2026-12-24",
       *       "2026-12-25"
       *     ]
       */
      dates?: string[];
      /**
       * @description Cron expressions: the instants that they yield are excluded.
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
      /**
       * @description Shown to people.
       * @example Public holidays
       */
      name?: string;
      /**
       * @description IANA zone in which dates and times of day are read; UTC unless given.
       * @example Europe/Prague
       */
      timezone?: string;
      /**
       * @description Whole days that are excluded.
       * @example [
       *       "2026-12-24",
       *       "2026-12-25"
       *     ]
       */
      dates?: string[];
      /**
       * @description Cron expressions: the instants that they yield are excluded.
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
       * @description Ask for the next page with it; null on the last one.
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
       *           "queuedRuns": 0
       *         }
       *       }
       *     ]
       */
      items: components['schemas']['Job'][];
      /**
       * @description Ask for the next page with it; null on the last one.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
      /**
       * @description Only where it was asked for.
       * @example {
       *       "count": 3,
       *       "exact": true
       *     }
       */
      total?: {
        /**
         * @description How many items the list has, all pages together.
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
       * @description Ask for the next page with it; null on the last one.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    DiffJobVersionsAnswer: {
      /**
       * @description The version before.
       * @example 1
       */
      from: number;
      /**
       * @description The version after.
       * @example 3
       */
      to: number;
      /**
       * @description In the order in which they are applied; none where nothing differs.
       * @example [
       *       {
       *         "op": "add",
       *         "path": "/cron"
       *       }
       *     ]
       */
      changes: {
        /**
         * @description What is done with the value at `path`.
         * @example add
         * @enum {string}
         */
        op: 'add' | 'remove' | 'replace';
        /**
         * @description Where, as a JSON Pointer (RFC 6901) into the job.
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
       * @description The version to go back to.
       * @example 3
       */
      version: number;
    };
    PauseJobBody: {
      /**
       * @description Why, for people; shown with the job.
       * @example The source system is being moved.
       */
      note?: string;
      /**
       * @description True: lists leave the job out, too, unless they are asked for archived ones. False unless given.
       * @example true
       */
      archive?: boolean;
    };
    ResumeJobBody: Record<string, never>;
    RunJobAnswer: {
      /**
       * @description The run that was recorded, or that the request was made part of.
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
       * @description The run is that of an earlier request with the same key, which has not been changed.
       * @example true
       * @constant
       */
      duplicate?: true;
    };
    ListSlotsAnswer: {
      /**
       * @description Oldest first.
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
         * @description When its run is to start: the slot and the jitter of the job.
         * @example 2026-12-01T00:00:00.000Z
         */
        effective: string;
        /**
         * @description What is unusual about it: a change of the clock moved or doubled it, or a calendar excludes it.
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
         * @description What became of it; left out while it is to come, and where nothing is known of it any more.
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
           * @description Of the slot's run, or SKIPPED or MISSED; null if it is not known any more.
           * @example FINISHED
           */
          state: ('QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED') | null;
          /**
           * @description The id of the slot's run; null where there is none.
           * @example acme-nightly-1796094000
           */
          run: string | null;
          /**
           * @description Why, as a code.
           * @example AllIndexesSucceeded
           */
          reason: string;
          /**
           * @description Why, as a sentence.
           * @example Every index has succeeded.
           */
          message: string;
          /**
           * @description The run that the newest backfill of the slot gave it; null where there is none.
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
             * @description Its state.
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
         * @description How many slots.
         * @example 3
         */
        count: number;
        /**
         * @description How many of them a backfill has given a run since.
         * @example 0
         */
        backfilled: number;
        /**
         * @description What became of them instead of runs.
         * @example skipped
         * @enum {string}
         */
        outcome: 'skipped' | 'missed' | 'paused' | 'excluded';
        /**
         * @description Why, as a code.
         * @example Paused
         */
        reason: string;
        /**
         * @description Why, as a sentence.
         * @example The job was paused.
         */
        message: string;
      }[];
    };
    PreviewScheduleBody: {
      /**
       * @description The schedule to look at.
       * @example {
       *       "cron": "0 10 * * *"
       *     }
       */
      schedule: components['schemas']['Schedule'];
      /**
       * @description Whose calendars `exclude` names.
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
       * @description From this instant on; now unless given.
       * @example 2026-11-30T03:00:00.000Z
       */
      from?: string;
    };
    PreviewScheduleAnswer: {
      /**
       * @description Oldest first.
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
         * @description When its run is to start: the slot and the jitter of the job.
         * @example 2026-12-01T00:00:00.000Z
         */
        effective: string;
        /**
         * @description What is unusual about it: a change of the clock moved or doubled it, or a calendar excludes it.
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
       * @description True: what runs after the job runs for these slots, too. False unless given.
       * @default false
       * @example false
       */
      downstream?: boolean;
      /**
       * @description True: nothing is made, the answer names the slots.
       * @default false
       * @example false
       */
      dryRun?: boolean;
      /**
       * @description In place of the job's own; `Allow` runs them beside all others.
       * @example Allow
       * @enum {string}
       */
      concurrencyPolicy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
      /**
       * @description Runs that are recorded in a minute at most.
       * @default 60
       * @example 60
       */
      maxPerMinute?: number;
    };
    StartBackfillAnswer: {
      /**
       * @description null for a dry run.
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
       * @description Nominal instants, oldest first.
       * @example [
       *       "2026-12-01T00:00:00.000Z"
       *     ]
       */
      slots: string[];
    };
    ListBackfillsAnswer: {
      /**
       * @description Newest first.
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
       * @description By which the backfill is addressed.
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
       * @description How far it is.
       * @example Running
       * @enum {string}
       */
      state: 'Running' | 'Completed' | 'Cancelled';
      /**
       * @description What holds it up, or how it ended; empty where there is nothing to add.
       * @example
       */
      message: string;
      /**
       * @description What is used in place of the job's; null: the job's.
       * @example Allow
       */
      concurrencyPolicy: ('Allow' | 'Forbid' | 'Enqueue' | 'Replace') | null;
      /**
       * @description Runs that are recorded in a minute at most.
       * @example 60
       */
      maxPerMinute: number;
      /**
       * @description How much is done.
       * @example {
       *       "total": 24,
       *       "made": 24
       *     }
       */
      slots: {
        /**
         * @description Slots of the range.
         * @example 24
         */
        total: number;
        /**
         * @description Those that have their run.
         * @example 24
         */
        made: number;
      };
      /**
       * @description Whether what runs after the job runs for these slots, too.
       * @example true
       */
      downstream: boolean;
      /**
       * @description Who asked for it.
       * @example ada
       */
      requestedBy: string;
      /**
       * Format: date-time
       * @description When it was asked for.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * @description When it ended; null before that.
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
       * @description Ask for the next page with it; null on the last one.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
      /**
       * @description Only where it was asked for.
       * @example {
       *       "count": 3,
       *       "exact": true
       *     }
       */
      total?: {
        /**
         * @description How many items the list has, all pages together.
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
       * @description The runs, in the order in which they are answered.
       * @example [
       *       {
       *         "job": "acme-nightly"
       *       }
       *     ]
       */
      runs: {
        /**
         * @description Laid over the job's name by name if both are objects, and in place of them otherwise.
         * @example {
         *       "rows": 1000
         *     }
         */
        parameters?: components['schemas']['JsonValue'];
        /**
         * @description Laid over the job's name by name if both are objects, and in place of them otherwise. Stored encrypted.
         * @example {
         *       "password": "of-the-database"
         *     }
         */
        secureParameters?: components['schemas']['JsonValue'];
        /**
         * Format: date-time
         * @description The run waits until this instant.
         * @example 2026-12-01T03:00:00.000Z
         */
        startAfter?: string;
        /**
         * @description In place of the job's, for this run alone.
         * @example Allow
         * @enum {string}
         */
        concurrencyPolicy?: 'Allow' | 'Forbid' | 'Enqueue' | 'Replace';
        /**
         * @description In place of the job's, for this run alone; a higher one than the job's takes the role editor.
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
         * @description Over the job's: indexes in place of its indexes, everything else field by field.
         * @example {
         *       "withCount": 8
         *     }
         */
        parallelism?: {
          /**
           * @description So many indexes, counted from 0.
           * @example 8
           */
          withCount?: number;
          /**
           * @description An index for each key, which the attempt is given as `TASK_INDEX_KEY`.
           * @example [
           *       "europe",
           *       "asia"
           *     ]
           */
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
          /**
           * @description Attempts that may be live at once; 0 pauses, null is no limit.
           * @example 10
           */
          maxActive?: number | null;
          /**
           * @description Whether all indexes have to succeed, or any one of them; `AllSuccessful` unless given.
           * @example AllSuccessful
           * @enum {string}
           */
          completionStrategy?: 'AllSuccessful' | 'AnySuccessful';
        };
        /**
         * @description The job that is to run.
         * @example acme-nightly
         */
        job: string;
        /**
         * @description Makes repeats of this item one run; its own, and not used for anything else.
         * @example upload-2026-12-01
         */
        idempotencyKey?: string;
      }[];
    };
    RunBatchAnswer: {
      /**
       * @description How many of the runs are accepted.
       * @example 1
       */
      accepted: number;
      /**
       * @description How many are not.
       * @example 0
       */
      refused: number;
      /**
       * @description One for each of `runs`, in their order.
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
             * @description The id of the run; items that are joined with others have the same.
             * @example acme-nightly-1796094000
             */
            run: string;
          }
        | {
            /**
             * @description As of an answer to this item alone: 404, 409 and so on.
             * @example 404
             */
            status: number;
            /**
             * @description The error code.
             * @example NOT_FOUND
             */
            code: string;
            /**
             * @description What is wrong, in a sentence.
             * @example there is no job acme-nightly
             */
            detail: string;
            /**
             * @description What is wrong field by field, where that is known.
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
               * @description What is wrong with it.
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
       * @description Of the run, or of its only task.
       * @example {
       *       "maxActive": 10
       *     }
       */
      parallelism?: {
        /**
         * @description Attempts that may be live at once; 0 pauses, null is no limit.
         * @example 10
         */
        maxActive?: number | null;
        /**
         * @description How many indexes there are.
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
       * @description How many pieces have to be able to run before any of them starts.
       * @example 2
       */
      minAvailable?: number | null;
      /**
       * @description Changes of single tasks.
       * @example [
       *       {
       *         "name": "main"
       *       }
       *     ]
       */
      tasks?: {
        /**
         * @description The task.
         * @example main
         */
        name: string;
        /**
         * @description How many pieces it has.
         * @example 2
         */
        replicas?: number;
        /**
         * @description How many attempts have to succeed.
         * @example 8
         */
        completions?: number;
        /**
         * @description How many indexes it has.
         * @example 8
         */
        withCount?: number;
        /**
         * @description How many of its pieces have to be able to run before any of them starts.
         * @example 2
         */
        minAvailable?: number | null;
        /**
         * @description Attempts that may be live at once; 0 pauses, null is no limit.
         * @example 10
         */
        maxActive?: number | null;
      }[];
    };
    CommandRunBody: {
      /**
       * @description `abort` ends it and lets `resume` open it again; `terminate` and `kill` end it for good, `kill` without grace; `restart` begins a new generation; `complete` ends it as a success.
       * @example abort
       * @enum {string}
       */
      command: 'abort' | 'resume' | 'terminate' | 'restart' | 'complete' | 'kill';
      /**
       * @description Why, for people; kept with the run.
       * @example The source system is away.
       */
      reason?: string;
      /**
       * @description Seconds that attempts have to end by themselves; 30 unless given.
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
       * @description When it was stored.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
    };
    RerunRunBody: {
      /**
       * @description True: only indexes that have not succeeded run again. False unless given.
       * @example true
       */
      onlyFailed?: boolean;
      /**
       * @description True: what runs after the job runs again, too, as a chain of its own. Otherwise the new run counts for the chain of that run, whose dependents run if they have not. False unless given.
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
       * @description Ask for the next page with it; null on the last one.
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
         * @description Its number within the task, from 0.
         * @example 0
         */
        index: number;
        /**
         * @description Of `withKeys`.
         * @example europe
         */
        key: string | null;
        /**
         * @description The cell of `withMatrix`.
         * @example {
         *       "system": "debian",
         *       "node": "24"
         *     }
         */
        matrix: {
          [key: string]: string;
        } | null;
        /**
         * @description Where it is.
         * @example succeeded
         * @enum {string}
         */
        state: 'pending' | 'running' | 'terminating' | 'backoff' | 'succeeded' | 'failed';
        /**
         * @description Attempts begun in this generation.
         * @example 1
         */
        attempts: number;
        /**
         * @description Those that count as failures.
         * @example 2
         */
        failures: number;
        /**
         * @description From when on it is tried again, or its refused start is repeated; null unless it waits for that.
         * @example 2026-12-01T00:00:00.000Z
         */
        nextAttemptAt: string | null;
      }[];
      /**
       * @description Ask for the next page with it; null on the last one.
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
       * @description Ask for the next page with it; null on the last one.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    JobGraphAnswer: {
      /**
       * @description The job that was asked for.
       * @example acme-nightly
       */
      job: string;
      /**
       * @description The jobs, that one first.
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
         * @description Its name; null where the caller may not see it, or there is no such job.
         * @example Nightly report
         */
        name: string | null;
        /**
         * @description Its tenant; null as above.
         * @example acme
         */
        tenant: string | null;
        /**
         * @description Whether it runs after others now; `unknown` where the caller may not see it, or there is no such job.
         * @example active
         * @enum {string}
         */
        condition: 'active' | 'disabled' | 'paused' | 'deleted' | 'invalid' | 'unknown';
        /**
         * @description Its newest run; null where there is none, or the caller may not see it.
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
           * @description Where it is, as one coarse word.
           * @example FINISHED
           * @enum {string}
           */
          state: 'QUEUED' | 'RUNNING' | 'FINISHED' | 'FAILED' | 'ABORTED' | 'SKIPPED' | 'MISSED';
          /**
           * @description Where it is, in detail.
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
           * @description The slot of its chain; null where a run by hand began it.
           * @example 2026-12-01T03:00:00.000Z
           */
          scheduledFor: string | null;
          /**
           * @description When it ended; null before that.
           * @example 2026-12-01T03:04:11.907Z
           */
          finished: string | null;
        } | null;
        /**
         * @description Runs under way.
         * @example 1
         */
        activeRuns: number;
        /**
         * @description Runs that wait to be admitted.
         * @example 0
         */
        queuedRuns: number;
      }[];
      /**
       * @description What runs after what.
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
         * @description How the run has to end.
         * @example succeeded
         * @enum {string}
         */
        on: 'succeeded' | 'failed' | 'finished' | 'skipped';
        /**
         * @description Which run.
         * @example sameSlot
         * @enum {string}
         */
        match: 'sameSlot' | 'latest';
        /**
         * @description Whether the job needs all of its conditions, or any.
         * @example all
         * @enum {string}
         */
        require: 'all' | 'any';
      }[];
      /**
       * @description Jobs of tenants that the caller may not see, which run after some of these.
       * @example 0
       */
      hidden: number;
      /**
       * @description True where there are more jobs than are shown.
       * @example true
       */
      truncated: boolean;
    };
    RunDependentsAnswer: {
      /**
       * @description What became of each job that the caller may see.
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
         * @description `started`: it has its run; `waiting`: conditions are not met; `skipped`: the limits of the job refused the run; `inactive`: it is paused, disabled or deleted; `notAllowed`: its tenant may not run after this one.
         * @example started
         * @enum {string}
         */
        outcome: 'started' | 'waiting' | 'skipped' | 'inactive' | 'notAllowed';
        /**
         * @description Its run; null where there is none.
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
       * @description Ask for the next page with it; null on the last one.
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
       *         "updatedAt": "2026-12-01T00:00:00.000Z",
       *         "updatedBy": "ada"
       *       }
       *     ]
       */
      items: components['schemas']['Channel'][];
      /**
       * @description Ask for the next page with it; null on the last one.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    TestChannelAnswer: {
      /**
       * @description Whether the message was taken.
       * @example true
       */
      delivered: boolean;
      /**
       * @description The status of the answer (HTTP or SMTP); null where none came.
       * @example 200
       */
      status: number | null;
      /**
       * @description Why it was not taken; null where it was.
       * @example the answer was 403
       */
      reason: string | null;
      /**
       * @description Milliseconds that it took.
       * @example 84
       */
      tookMs: number;
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
       * @description Ask for the next page with it; null on the last one.
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
         * @description When it was received.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description What it said.
         * @example success
         * @enum {string}
         */
        kind: 'start' | 'success' | 'fail';
        /**
         * @description The exit code that it gave; null where it gave none.
         * @example 75
         */
        exitCode: number | null;
        /**
         * @description What it sent along; the end is cut off where it was long.
         * @example 412 MiB written
         */
        text: string;
        /**
         * @description From where it came.
         * @example 203.0.113.7
         */
        address: string;
      }[];
      /**
       * @description Ask for the next page with it; null on the last one.
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
       * @description Ask for the next page with it; null on the last one.
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
       * @description Ask for the next page with it; null on the last one.
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
       * @description Ask for the next page with it; null on the last one.
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
       *             "since": "2026-12-01T00:00:00.000Z"
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
       *         "notifiedAt": "2026-12-01T00:00:00.000Z"
       *       }
       *     ]
       */
      items: components['schemas']['Incident'][];
      /**
       * @description Ask for the next page with it; null on the last one.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
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
       * @description Ask for the next page with it; null on the last one.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    MuteErrorBody:
      | {
          /**
           * @description What opens it again.
           * @example newVersion
           * @constant
           */
          until: 'newVersion';
          /**
           * @description Why, for people; shown with the group.
           * @default
           * @example
           */
          why?: string;
        }
      | {
          /**
           * @description What opens it again.
           * @example version
           * @constant
           */
          until: 'version';
          /**
           * @description A failure of this version of a job, or of a later one, opens it.
           * @example 3
           */
          version: number;
          /**
           * @description Why, for people; shown with the group.
           * @default
           * @example
           */
          why?: string;
        }
      | {
          /**
           * @description What opens it again.
           * @example time
           * @constant
           */
          until: 'time';
          /**
           * Format: date-time
           * @description From this instant on it is open.
           * @example 2026-12-01T03:00:00.000Z
           */
          time: string;
          /**
           * @description Why, for people; shown with the group.
           * @default
           * @example
           */
          why?: string;
        }
      | {
          /**
           * @description What opens it again.
           * @example forever
           * @constant
           */
          until: 'forever';
          /**
           * @description Why, for people; shown with the group.
           * @default
           * @example
           */
          why?: string;
        };
    StartBulkBody:
      | (
          | {
              /**
               * @description What is done to each.
               * @example pause
               * @constant
               */
              action: 'pause';
              /**
               * @description Which jobs; archived ones only where they are named by `ids` alone.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description These jobs.
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
                 * @description Jobs that are enabled, or those that are not.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this in their name or id.
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
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               * @example false
               */
              dryRun?: boolean;
              /**
               * @description Why, for people; shown with each job.
               * @example The source system is being moved.
               */
              note?: string;
            }
          | {
              /**
               * @description What is done to each.
               * @example resume
               * @constant
               */
              action: 'resume';
              /**
               * @description Which jobs; archived ones only where they are named by `ids` alone.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description These jobs.
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
                 * @description Jobs that are enabled, or those that are not.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this in their name or id.
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
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               * @example false
               */
              dryRun?: boolean;
            }
          | {
              /**
               * @description What is done to each.
               * @example run
               * @constant
               */
              action: 'run';
              /**
               * @description Which jobs; archived ones only where they are named by `ids` alone.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description These jobs.
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
                 * @description Jobs that are enabled, or those that are not.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this in their name or id.
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
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               * @example false
               */
              dryRun?: boolean;
              /**
               * @description Laid over each job's, as by `POST /jobs/{id}/run`.
               * @example {
               *       "rows": 1000
               *     }
               */
              parameters?: components['schemas']['JsonValue'];
            }
          | {
              /**
               * @description What is done to each.
               * @example relabel
               * @constant
               */
              action: 'relabel';
              /**
               * @description Which jobs; archived ones only where they are named by `ids` alone.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description These jobs.
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
                 * @description Jobs that are enabled, or those that are not.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this in their name or id.
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
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               * @example false
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
               * @example delete
               * @constant
               */
              action: 'delete';
              /**
               * @description Which jobs; archived ones only where they are named by `ids` alone.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description These jobs.
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
                 * @description Jobs that are enabled, or those that are not.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this in their name or id.
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
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               * @example false
               */
              dryRun?: boolean;
            }
          | {
              /**
               * @description What is done to each.
               * @example abort
               * @constant
               */
              action: 'abort';
              /**
               * @description Which jobs; archived ones only where they are named by `ids` alone.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              jobs: {
                /**
                 * @description These jobs.
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
                 * @description Jobs that are enabled, or those that are not.
                 * @example true
                 */
                enabled?: boolean;
                /**
                 * @description Jobs with this in their name or id.
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
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               * @example false
               */
              dryRun?: boolean;
              /**
               * @description Why, for people; kept with each run.
               * @example The source system is away.
               */
              reason?: string;
            }
        )
      | (
          | {
              /**
               * @description What is done to each.
               * @example abort
               * @constant
               */
              action: 'abort';
              /**
               * @description Which runs.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              runs: {
                /**
                 * @description These runs.
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
                 * @description Runs that this asked for.
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
               * @description True: nothing is changed; the answer says what would be.
               * @default false
               * @example false
               */
              dryRun?: boolean;
              /**
               * @description Why, for people; kept with each run.
               * @example The source system is away.
               */
              reason?: string;
            }
          | {
              /**
               * @description What is done to each.
               * @example rerun
               * @constant
               */
              action: 'rerun';
              /**
               * @description Which runs.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              runs: {
                /**
                 * @description These runs.
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
                 * @description Runs that this asked for.
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
               * @description True: nothing is changed; the answer says what would be.
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
               * @description What is done to each.
               * @example redrive
               * @constant
               */
              action: 'redrive';
              /**
               * @description Which runs of one error group.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              runs: {
                /**
                 * @description These runs.
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
                 * @description Runs that this asked for.
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
               * @description True: nothing is changed; the answer says what would be.
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
               * @description What is done to each.
               * @example delete
               * @constant
               */
              action: 'delete';
              /**
               * @description Which runs.
               * @example {
               *       "ids": [
               *         "acme-nightly"
               *       ]
               *     }
               */
              runs: {
                /**
                 * @description These runs.
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
                 * @description Runs that this asked for.
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
               * @description True: nothing is changed; the answer says what would be.
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
       * @description How many jobs or runs the query gives.
       * @example 24
       */
      total: number;
      /**
       * @description The ids of the first 20 of them.
       * @example [
       *       "acme-nightly"
       *     ]
       */
      first: string[];
    };
    GetBulkAnswer: {
      /**
       * @description By which the bulk operation is addressed.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      id: string;
      /**
       * @description What it changes.
       * @example jobs
       * @enum {string}
       */
      kind: 'jobs' | 'runs';
      /**
       * @description What is done to each.
       * @example pause
       */
      action: string;
      /**
       * @description How far it is.
       * @example Running
       * @enum {string}
       */
      state: 'Running' | 'Completed' | 'Cancelled' | 'Failed';
      /**
       * @description Why it ended early; empty where there is nothing to add.
       * @example
       */
      message: string;
      /**
       * @description How many the query gave when it was asked for.
       * @example 24
       */
      total: number;
      /**
       * @description How many were looked at, refused ones included.
       * @example 24
       */
      done: number;
      /**
       * @description How many of these were left as they were.
       * @example 0
       */
      refused: number;
      /**
       * @description The first 100 that were left as they were, and why.
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
         * @description Why, as an error code.
         * @example FORBIDDEN
         */
        code: string;
        /**
         * @description The same as a sentence.
         * @example the role editor in acme is needed
         */
        message: string;
      }[];
      /**
       * @description Who asked for it.
       * @example ada
       */
      requestedBy: string;
      /**
       * Format: date-time
       * @description When it was asked for.
       * @example 2026-12-01T00:00:00.000Z
       */
      createdAt: string;
      /**
       * @description When it ended; null before that.
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
       * @description Ask for the next page with it; null on the last one.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    RestoreStorageBody: {
      /**
       * @description The version whose value is to be the value again.
       * @example 3
       */
      version: number;
    };
    ReportStatusBody: {
      /**
       * @description `RUNNING` says that it goes on; the others end the attempt.
       * @example FINISHED
       * @enum {string}
       */
      state: 'RUNNING' | 'FINISHED' | 'FAILED';
      /**
       * @description For people; at most 2000 characters.
       * @example 1204 rows written
       */
      message?: string;
      /**
       * @description With an end: decides by the rules of the job as that of a process would.
       * @example 0
       */
      exitCode?: number;
      /**
       * @description Any JSON value of at most 512 bytes; shown with the attempt.
       * @example {
       *       "rows": 604
       *     }
       */
      progress?: components['schemas']['JsonValue'];
      /**
       * @description With an end: results by name, at most 8192 bytes as JSON; kept with the run, and passed on to jobs that run after it.
       * @example {
       *       "rows": 1204
       *     }
       */
      outputs?: components['schemas']['JsonObject'];
    };
    AppendLogBody:
      | string
      | {
          /**
           * @description Lines without their ends; at most 20000.
           * @example [
           *       "reading 1204 rows",
           *       "done"
           *     ]
           */
          lines: string[];
          /**
           * @description The number of this call: what has a number that was stored already is not added again.
           * @example 1204
           */
          seq?: number;
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
       * @description Ask for the next page with it; null on the last one.
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
       * @description Ask for the next page with it; null on the last one.
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
       * @description What it may do, and where.
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
         * @description What may be done there; each role includes those before it.
         * @example viewer
         * @enum {string}
         */
        role: 'viewer' | 'operator' | 'editor' | 'owner' | 'admin';
      }[];
      /**
       * @description 90 days from now unless given; null, which only admins may say: never.
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
       * @description Ask for the next page with it; null on the last one.
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
         * @description By which the entry is known.
         * @example 01kbcx0000zq4m8r2v6y1t5w9a
         */
        id: string;
        /**
         * Format: date-time
         * @description When it was asked for.
         * @example 2026-12-01T00:00:00.000Z
         */
        at: string;
        /**
         * @description Who asked, by name.
         * @example executor
         */
        actor: string;
        /**
         * @description Who asked: the stable identity, such as `token:<id>`.
         * @example token:k3v9x2
         */
        subject: string;
        /**
         * @description The role in that tenant at that time; null where it is not known.
         * @example viewer
         */
        role: ('viewer' | 'operator' | 'editor' | 'owner' | 'admin') | null;
        /**
         * @description The address that the request came from.
         * @example 203.0.113.7
         */
        address: string | null;
        /**
         * @description The tenant that it concerned; null for what belongs to none.
         * @example acme
         */
        tenant: string | null;
        /**
         * @description The operation's id.
         * @example pauseJob
         */
        action: string;
        /**
         * @description What it concerned, such as `job/<id>`.
         * @example job/acme-nightly
         */
        object: string;
        /**
         * @description What was changed, in short; null where there is nothing to add.
         * @example there is no job acme-nightly
         */
        detail: string | null;
        /**
         * @description The error code, if it was refused.
         * @example FORBIDDEN
         */
        refusedWith: string | null;
      }[];
      /**
       * @description Ask for the next page with it; null on the last one.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    VerifyAuditAnswer: {
      /**
       * @description True: nothing was removed or changed among those looked at.
       * @example true
       */
      intact: boolean;
      /**
       * @description Looked at.
       * @example 1204
       */
      entries: number;
      /**
       * @description What was found.
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
         * @description `missing`: entries before it were removed, or it was itself, at the end.
         * @example missing
         * @enum {string}
         */
        problem: 'missing' | 'changed';
      }[];
      /**
       * @description Ask again with it as `after`; null: all were looked at.
       * @example 60
       */
      next: number | null;
    };
    GetHoldsAnswer: {
      /**
       * @description The holds, one for each tenant, or one for all.
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
       * @description What a release would set going, of all tenants.
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
         * @description Schedules with a slot that has passed, up to 1,000.
         * @example 3
         */
        overdueSchedules: number;
        /**
         * @description Unfinished runs by phase, of up to 10,000.
         * @example {
         *       "QUEUED": 3
         *     }
         */
        runs: {
          [key: string]: number;
        };
        /**
         * @description False: more runs are unfinished than were counted.
         * @example true
         */
        complete: boolean;
      };
    };
    SetHoldBody: {
      /**
       * @description Left out: all tenants.
       * @example acme
       */
      tenant?: string;
      /**
       * @description What is held; both unless given.
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
       * @description Why, for people; at most 500 characters.
       * @example The database is being moved.
       */
      reason: string;
    };
    SetHoldAnswer: {
      /**
       * @description Null: all tenants.
       * @example acme
       */
      tenant: string | null;
      /**
       * @description What is held: `admissions`, `starts` or both.
       * @example [
       *       "admissions"
       *     ]
       */
      scopes: ('admissions' | 'starts')[];
      /**
       * @description Why, for people.
       * @example The database is being moved.
       */
      reason: string;
      /**
       * @description Who set it.
       * @example ada
       */
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
      /**
       * @description Slots up to this instant become a gap; null: none do.
       * @example 2026-12-01T03:00:00.000Z
       */
      skipSlotsUntil: string | null;
    };
    ReleaseHoldBody: {
      /**
       * @description Left out: all tenants.
       * @example acme
       */
      tenant?: string;
      /**
       * Format: date-time
       * @description Slots up to this instant do not run: they become a gap.
       * @example 2026-12-01T03:00:00.000Z
       */
      skipSlotsUntil?: string;
    };
    ExamineAnswer: {
      /**
       * @description The worst of all findings.
       * @example error
       * @enum {string}
       */
      status: 'ok' | 'warning' | 'error';
      /**
       * @description What was looked at; what is wrong comes first.
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
         * @description What was looked at.
         * @example services
         */
        check: string;
        /**
         * @description Whether all is well with it.
         * @example error
         * @enum {string}
         */
        status: 'ok' | 'warning' | 'error';
        /**
         * @description What was found.
         * @example scheduler: none is ready.
         */
        message: string;
        /**
         * @description What to do; null where all is well.
         * @example Start a scheduler.
         */
        fix: string | null;
      }[];
    };
    SetLogLevelBody: {
      /**
       * @description From this level on lines are written.
       * @example trace
       * @enum {string}
       */
      level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
      /**
       * @description Left out: all services.
       * @example api
       * @enum {string}
       */
      service?: 'api' | 'scheduler' | 'executor' | 'log-collector';
      /**
       * @description Of `GET /system`; left out: all replicas.
       * @example scheduler-node7-1-5f3a9c01
       */
      replica?: string;
      /**
       * @description A part of the service; left out: all of it.
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
       * @description How long it holds.
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
       * @description From then on the configured level holds again.
       * @example 2026-12-01T00:00:00.000Z
       */
      until: string;
    };
    DiagnoseBody: {
      /**
       * @description Of `GET /system`.
       * @example scheduler-node7-1-5f3a9c01
       */
      replica: string;
      /**
       * @description What uses the processor, or what fills the memory.
       * @example cpuProfile
       * @enum {string}
       */
      kind: 'cpuProfile' | 'heapSnapshot';
      /**
       * @description How long a CPU profile takes.
       * @default 10
       * @example 10
       */
      seconds?: number;
    };
    DiagnoseAnswer: {
      /**
       * @description Of the file, without its ending.
       * @example scheduler-node7-1-5f3a9c01-2026-12-01T03-00-00-000Z
       */
      name: string;
    };
    GetScheduleLoadAnswer: {
      /**
       * Format: date-time
       * @description When this was gathered.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /**
       * @description True where the tenant has more schedules than are counted.
       * @example true
       */
      isPartial: boolean;
      /**
       * @description 60 numbers: jobs by the minute of the hour of their next slot.
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
       * @description Jobs by the hour of their next slot, for 24 hours from the present one on.
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
         * @description Jobs whose next slot falls in it.
         * @example 12
         */
        jobs: number;
      }[];
      /**
       * @description The minutes with the most next slots, the fullest first.
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
         * @description Jobs whose next slot falls in it.
         * @example 12
         */
        jobs: number;
      }[];
    };
    ListRecentRunsAnswer: {
      /**
       * @description One for each job.
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
       * @description True where there are more runs than are counted: the earliest day lacks some.
       * @example true
       */
      isPartial: boolean;
      /**
       * @description Days with runs, oldest first.
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
         * @description Runs that have succeeded.
         * @example 41
         */
        finished: number;
        /**
         * @description Runs that have failed.
         * @example 0
         */
        failed: number;
        /**
         * @description Aborted, or not ended yet.
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
         * @description Its name.
         * @example Nightly report
         */
        jobName: string;
        /**
         * @description The id of its tenant.
         * @example acme
         */
        tenant: string;
        /**
         * @description When its latest successful run ended; null if there was none.
         * @example 2026-12-01T00:00:00.000Z
         */
        lastSuccessAt: string | null;
        /**
         * @description For how many seconds that is past; null if there was none.
         * @example 86400
         */
        ageSeconds: number | null;
      }[];
      /**
       * @description Ask for the next page with it; null on the last one.
       * @example WzE3OTYwOTQwMDBd
       */
      nextCursor: string | null;
    };
    GetHerdAnswer: {
      /**
       * Format: date-time
       * @description The first minute that is counted.
       * @example 2026-12-01T00:00:00.000Z
       */
      from: string;
      /**
       * Format: date-time
       * @description Where the counting ends.
       * @example 2026-12-01T00:00:00.000Z
       */
      to: string;
      /**
       * @description How many jobs are counted.
       * @example 412
       */
      counted: number;
      /**
       * @description True where the tenant has more schedules, or more slots, than are counted.
       * @example true
       */
      isPartial: boolean;
      /**
       * @description Jobs with more than 288 slots in that time, which are in no other number.
       * @example 3
       */
      frequent: number;
      /**
       * @description The fullest minute; null where nothing starts.
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
         * @description How many runs start in it.
         * @example 40
         */
        starts: number;
        /**
         * @description Jobs that start in it, the first 20.
         * @example [
         *       {
         *         "id": "acme-nightly",
         *         "name": "Nightly report"
         *       }
         *     ]
         */
        jobs: {
          /**
           * @description Its id.
           * @example acme-nightly
           */
          id: string;
          /**
           * @description Its name.
           * @example Nightly report
           */
          name: string;
        }[];
      } | null;
      /**
       * @description The fullest minute if every suggestion was followed.
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
         * @description How many runs start in it.
         * @example 40
         */
        starts: number;
        /**
         * @description Jobs that start in it, the first 20.
         * @example [
         *       {
         *         "id": "acme-nightly",
         *         "name": "Nightly report"
         *       }
         *     ]
         */
        jobs: {
          /**
           * @description Its id.
           * @example acme-nightly
           */
          id: string;
          /**
           * @description Its name.
           * @example Nightly report
           */
          name: string;
        }[];
      } | null;
      /**
       * @description Minutes that are a crowd, the fullest first, at most 50.
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
         * @description How many runs start in it.
         * @example 40
         */
        starts: number;
        /**
         * @description Jobs that start in it, the first 20.
         * @example [
         *       {
         *         "id": "acme-nightly",
         *         "name": "Nightly report"
         *       }
         *     ]
         */
        jobs: {
          /**
           * @description Its id.
           * @example acme-nightly
           */
          id: string;
          /**
           * @description Its name.
           * @example Nightly report
           */
          name: string;
        }[];
      }[];
      /**
       * @description For jobs in crowds that could start at a time of their own, at most 500: `H` for a fixed minute, or jitter. Jobs that must start at their exact minute are yours to leave as they are.
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
         * @description Its name.
         * @example Nightly report
         */
        name: string;
        /**
         * @description What could be changed in its schedule.
         * @example cron
         * @enum {string}
         */
        field: 'cron' | 'jitterSeconds';
        /**
         * @description What is written there; 0 where nothing is.
         * @example 0 3 * * *
         */
        present: string;
        /**
         * @description What could be written there instead.
         * @example H 3 * * *
         */
        suggested: string;
      }[];
    };
    ListLimitsAnswer: {
      /**
       * @description Its limits.
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
         * @description null: the tenant's own quota.
         * @example nightly
         */
        group: string | null;
        /**
         * @description Runs that may be active at once; null: any number.
         * @example 2
         */
        size: number | null;
        /**
         * @description Places that are taken.
         * @example 1
         */
        held: number;
        /**
         * @description The first 200, oldest first.
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
           * @description The id of its job.
           * @example acme-nightly
           */
          job: string;
          /**
           * @description Its priority.
           * @example 10
           */
          priority: number;
          /**
           * Format: date-time
           * @description Since when it has held its permit, or been listed as waiting.
           * @example 2026-12-01T00:00:00.000Z
           */
          since: string;
        }[];
        /**
         * @description The runs that get the next permits, in their order.
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
           * @description The id of its job.
           * @example acme-nightly
           */
          job: string;
          /**
           * @description Its priority.
           * @example 10
           */
          priority: number;
          /**
           * Format: date-time
           * @description Since when it has held its permit, or been listed as waiting.
           * @example 2026-12-01T00:00:00.000Z
           */
          since: string;
        }[];
        /**
         * @description True where more wait than are listed.
         * @example true
         */
        moreWait: boolean;
      }[];
    };
    ListServicesAnswer: {
      /**
       * @description Every service.
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
         * @description Replicas that are at work: ready, and heard of within the last seconds.
         * @example 2
         */
        replicas: number;
      }[];
    };
    GetSystemAnswer: {
      /**
       * Format: date-time
       * @description When this was gathered.
       * @example 2026-12-01T00:00:00.000Z
       */
      at: string;
      /**
       * @description Parts that the jobs and runs are spread over.
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
       *         "version": "0.1.0",
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
         * @description The service that it is a replica of.
         * @example api
         * @enum {string}
         */
        service: 'api' | 'scheduler' | 'executor' | 'log-collector';
        /**
         * @description The host that it runs on.
         * @example node-1
         */
        host: string;
        /**
         * @description Its version.
         * @example 0.1.0
         */
        version: string;
        /**
         * @description False while it must own no shards: it starts, stops, or its clock is off.
         * @example true
         */
        ready: boolean;
        /**
         * @description True where it was silent for so long that others have taken over, if there are any.
         * @example true
         */
        silent: boolean;
        /**
         * Format: date-time
         * @description When it was last heard of.
         * @example 2026-12-01T00:00:00.000Z
         */
        heartbeatAt: string;
        /**
         * @description By which its clock is ahead of the database's.
         * @example 0.012
         */
        clockSkewSeconds: number;
        /**
         * @description That it owns.
         * @example 64
         */
        shards: number;
        /**
         * @description How far it is behind with what it does; empty for the api.
         * @example [
         *       {
         *         "of": "slots",
         *         "seconds": 86400
         *       }
         *     ]
         */
        lags: {
          /**
           * @description What waits. slots: slots that are due and have no outcome yet; starts: runs that wait for a start; callbacks: stored callbacks that nobody has taken; pings, monitors, rules: what watches them; logs: lines that are read but not stored.
           * @example slots
           * @enum {string}
           */
          of: 'slots' | 'starts' | 'callbacks' | 'pings' | 'monitors' | 'rules' | 'logs';
          /**
           * @description For how long the oldest of them has waited, as of the last heartbeat.
           * @example 86400
           */
          seconds: number;
        }[];
      }[];
      /**
       * @description Messages in the queue of dispatches that no executor has taken yet; null while NATS is away.
       * @example 0
       */
      dispatches: number | null;
      /**
       * @description The keys of encrypted values, in the order of `SECRET_KEYS`, missing ones last.
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
         * @description Encrypted values that need it, as last counted.
         * @example 3
         */
        values: number;
        /**
         * @description Where these values are, most first. A key that only opens may go once there are none.
         * @example [
         *       {
         *         "collection": "jobs",
         *         "values": 3
         *       }
         *     ]
         */
        collections: {
          /**
           * @description Where they are stored.
           * @example jobs
           */
          collection: string;
          /**
           * @description How many of them.
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
       * @description The key of the index, of `withKeys`; null where there is none.
       * @example europe
       */
      indexKey: string | null;
      /**
       * @description The values of the index, of `withMatrix`; null where there are none.
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
       * @description The run's whole job snapshot, with parameters and secureParameters, without status.
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
       * @description What the job's options come to in this run, secret ones included; absent if it declares none.
       * @example {
       *       "day": "2026-11-30"
       *     }
       */
      options?: components['schemas']['JsonObject'];
      /**
       * @description The secrets from outside that the job refers to in `secretsFrom`, by `as`; absent if it refers to none.
       * @example {
       *       "first": "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
       *     }
       */
      secrets?: {
        [key: string]: string;
      };
      /**
       * @description The slot; null for a run that no slot asked for.
       * @example 2026-12-01T03:00:00.000Z
       */
      scheduledFor: string | null;
      /**
       * @description What the job has saved; null where it has saved nothing.
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
       * @description Where the attempt reports.
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
         * @description Where lines of its log are sent.
         * @example https://carillon.acme.example/api/v1/callbacks/runs/acme-nightly-1796094000~0~main~0~1/log
         */
        log: string;
        /**
         * Format: uri
         * @description Where its progress and its end are reported.
         * @example https://carillon.acme.example/api/v1/callbacks/runs/acme-nightly-1796094000~0~main~0~1/status
         */
        status: string;
        /**
         * Format: uri
         * @description Where job storage is saved.
         * @example https://carillon.acme.example/api/v1/callbacks/runs/acme-nightly-1796094000~0~main~0~1/job_storage
         */
        jobStorage: string;
        /**
         * @description The bearer token of these calls.
         * @example carillon_k3v9x2_q2hHc0ZlAbCdEfGhIjKlMnOpQrStUv
         */
        token: string;
      };
    };
    Notice: {
      /**
       * @description The same however often it is sent; also in the header `Idempotency-Key`.
       * @example 01kbcx0000zq4m8r2v6y1t5w9a
       */
      id: string;
      /**
       * @description The event; of an incident `opened`, `escalated` or `resolved`; `test` for a test of a channel.
       * @example failed
       * @enum {string}
       */
      on: 'failed' | 'missed' | 'late' | 'long' | 'recovered' | 'opened' | 'escalated' | 'resolved' | 'test';
      /**
       * Format: date-time
       * @description When it happened.
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
       * @description The run that it is about; null for `missed`, where there is none.
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
         * @description Why it is in that phase, as a code.
         * @example AllIndexesSucceeded
         */
        reason: string;
        /**
         * @description Why it is in that phase, as a sentence; empty where there is nothing to add.
         * @example Every index has succeeded.
         */
        message: string;
        /**
         * @description The slot; null for a run that no slot asked for.
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
         * @description When it ended; null before that.
         * @example 2026-12-01T03:04:11.907Z
         */
        finished: string | null;
        /**
         * @description The exit code that decided it; null where there is none.
         * @example 75
         */
        exitCode: number | null;
        /**
         * Format: uri
         * @description Where people find the run in the web UI.
         * @example https://reports.acme.example/work
         */
        url: string;
      } | null;
      /**
       * @description The slots that became no runs; null unless `missed`.
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
         * @description Why they did not run, as a code.
         * @example Misfire
         */
        reason: string;
      } | null;
      /**
       * @description The incident that it is about; only where there is one.
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
         * @description What has found it: a monitor of work that runs elsewhere, or a rule about jobs.
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
         * @description Why it began: `failed`, `missed` or `long` for a monitor, the `type` of its condition for a rule.
         * @example failed
         */
        reason: string;
        /**
         * @description The affected jobs, the first 20; of a rule only.
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
           * @description What is wrong with it.
           * @example three runs in a row have failed
           */
          message: string;
        }[];
        /**
         * @description How many jobs are affected; of a rule only.
         * @example 1
         */
        jobCount?: number;
        /**
         * Format: date-time
         * @description When it began.
         * @example 2026-12-01T03:00:00.000Z
         */
        openedAt: string;
        /**
         * @description Who has acknowledged it; null where nobody has.
         * @example ada
         */
        acknowledgedBy: string | null;
        /**
         * @description When it ended; null before that.
         * @example 2026-12-01T03:20:00.000Z
         */
        resolvedAt: string | null;
      };
    };
    Problem: {
      /**
       * Format: uri
       * @description Names the kind of problem: `urn:carillon:problem:` and the code.
       * @example urn:carillon:problem:not-found
       */
      type: string;
      /**
       * @description What `code` means.
       * @example There is no such thing
       */
      title: string;
      /**
       * @description The HTTP status.
       * @example 404
       */
      status: number;
      /**
       * @description What programs go by.
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
      /**
       * @description What is wrong in this case, for people.
       * @example there is no job acme-nightly
       */
      detail: string;
      /**
       * @description What is wrong, field by field.
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
         * @description What is wrong with it.
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
    /** @description `UNAUTHENTICATED`: A valid token is needed */
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
    /** @description To a request with `Carillon-Dry-Run: true` that would be carried out. Nothing was changed. */
    Judged: {
      headers: {
        /** @description `unchanged` where everything is as the request says already. */
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
    /** @description `ALREADY_EXISTS`: It exists already */
    ALREADY_EXISTS: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `NOT_FOUND`: There is no such thing */
    NOT_FOUND: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `PRECONDITION_FAILED`: It was changed since it was read */
    PRECONDITION_FAILED: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `IN_USE`: It is still in use */
    IN_USE: {
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
    'ALREADY_EXISTS.QUOTA_EXCEEDED': {
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
    /** @description `UNAVAILABLE`: A part of the service is away */
    UNAVAILABLE: {
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
     *     `CONCURRENCY_FORBIDDEN`: The job's concurrency rule forbids another run now
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
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        /** @description A part of the name or id. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['IN_USE'];
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
        /** @description `true`: only archived jobs; `any`: these, too. They are left out unless given. */
        archived?: 'false' | 'true' | 'any';
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      /** @description Stop new slots of a job, or archive it */
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
      /** @description Let a paused or archived job run again */
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
      /** @description The request is a duplicate of an earlier one by `deduplicate` of the job, and changes nothing: the run is that of the earlier one. */
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
        trigger?: 'schedule' | 'manual' | 'backfill' | 'retry' | 'dependency' | 'webhook' | 'nats';
        /** @description Only failed runs of this error group. */
        errorGroup?: string;
        /** @description Only runs that were recorded from this instant on. */
        from?: string;
        /** @description Only runs that were recorded before this instant. */
        to?: string;
        /** @description True: only runs in the archive; false: only those that are not. Both unless given. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['RUN_NOT_FINAL'];
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['IN_USE'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
  listTriggers: {
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
  listTriggerDeliveries: {
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
      /** @description List what was sent to a trigger, and what came of it */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those of this tenant. */
        tenant?: string;
        /** @description Only those that this job is among. */
        job?: string;
        /** @description Only those in this state. */
        state?: 'open' | 'muted' | 'quiet';
        /** @description Only those with this in their reason, their lines, or the name or id of a job. */
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
           *             "why": "the mend is on its way"
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
        /** @description The id of what is addressed. */
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
           *         "why": "the mend is on its way"
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
         *       "until": "newVersion",
         *       "why": "the mend is on its way"
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
           *         "why": "the mend is on its way"
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['ATTEMPT_ENDED'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        /** @description A part of the name or id. */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['IN_USE'];
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
      /** @description Who you are and what you may do */
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
      400: components['responses']['VALIDATION_FAILED.MALFORMED_BODY'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      404: components['responses']['NOT_FOUND'];
      409: components['responses']['IN_USE'];
      413: components['responses']['BODY_TOO_LARGE'];
      415: components['responses']['UNSUPPORTED_MEDIA_TYPE'];
      422: components['responses']['IDEMPOTENCY_KEY_REUSED'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      /** @description What is held, and what waits */
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
      /** @description What is wrong with the installation, and what repairs it */
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
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
      400: components['responses']['VALIDATION_FAILED'];
      401: components['responses']['UNAUTHENTICATED'];
      403: components['responses']['FORBIDDEN'];
      429: components['responses']['TOO_MANY_REQUESTS'];
    };
  };
  countOutcomes: {
    parameters: {
      query?: {
        /** @description How many days are looked back, today among them. */
        days?: number;
        /** @description The time zone whose days are meant. */
        timezone?: string;
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
      /** @description Count how the runs of a job ended, day by day */
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
        /** @description Items per page. */
        limit?: number;
        /** @description The `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only jobs of this tenant. */
        tenant?: string;
        /** @description Only jobs with this label; given several times, with all of them. */
        label?: string | string[];
        /** @description Only jobs that have not succeeded for so many seconds. */
        olderThanSeconds?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description See for how long jobs have not succeeded */
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
        /** @description The tenant; may be left out by callers of one tenant. */
        tenant?: string;
        /** @description How many hours are looked ahead. */
        hours?: number;
        /** @description So many starts in one minute are a crowd. */
        crowdedFrom?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description See which jobs of a tenant start in the same minutes, and how they could be spread */
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
      /** @description See whether each service is at work */
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
      /** @description See which replicas of the services live, what they own, how far behind they are, and which keys are in use */
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
