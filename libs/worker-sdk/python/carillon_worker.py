"""One file for Python workers that run as processes or pods: copy it beside yours.

    import carillon_worker as carillon

    run = carillon.run()
    carillon.info("rows after", run.storage)
    carillon.save_storage({"lastRow": 1204})

A worker ends with exit code 0 if all went well; an exception ends it with another.
"""

import json
import os
import sys
import urllib.parse
import urllib.request
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Mapping, Optional


@dataclass(frozen=True)
class Run:
    """What this attempt was started with."""

    job_id: str
    run_id: str
    tenant: str
    parameters: Any
    secure_parameters: Any
    #: What the runs before have saved; None if nothing.
    storage: Any
    #: None for a run that no slot asked for.
    scheduled_for: Optional[datetime]
    last_success_start: Optional[datetime]
    last_success_finish: Optional[datetime]
    task: str
    index: int
    attempt: int


def run(env: Mapping[str, str] = os.environ) -> Run:
    """Reads the environment. Raises ValueError, which names the variable, where one holds no JSON."""
    return Run(
        job_id=env.get("JOB_ID", ""),
        run_id=env.get("RUN_ID", ""),
        tenant=env.get("TENANT_ID", ""),
        parameters=_json(env, "JOB_PARAMS", {}),
        secure_parameters=_json(env, "JOB_SECURE_PARAMS", {}),
        storage=_json(env, "JOB_STORAGE", None),
        scheduled_for=_time(env, "SCHEDULED_FOR"),
        last_success_start=_time(env, "LAST_SUCCESS_START"),
        last_success_finish=_time(env, "LAST_SUCCESS_FINISH"),
        task=env.get("TASK_NAME") or "main",
        index=int(env.get("JOB_COMPLETION_INDEX") or 0),
        attempt=int(env.get("TASK_ATTEMPT") or 1),
    )


def save_storage(value: Any) -> None:
    """Saves a JSON value, which the next run is given."""
    _say(sys.stdout, "[saveJobStorage] " + json.dumps(value, allow_nan=False))


def save_outputs(outputs: Mapping[str, Any]) -> None:
    """Tells results of the run by their names; jobs that run after it may be given them."""
    _say(sys.stdout, "[saveOutputs] " + json.dumps(outputs, allow_nan=False))


def identity_token(audience: Optional[str] = None, env: Mapping[str, str] = os.environ) -> str:
    """A new token of the job's identity, valid for an hour at most; for one audience of the job, or all of them.

    The file that CARILLON_IDENTITY_TOKEN_FILE names holds the first one. KeyError if the job has no identity.
    """
    url = env["CARILLON_IDENTITY_URL"]
    if audience is not None:
        url += "?audience=" + urllib.parse.quote(audience, safe="")
    request = urllib.request.Request(url, headers={"Authorization": "Bearer " + env["CARILLON_CALLBACK_TOKEN"]})
    with urllib.request.urlopen(request, timeout=15) as answer:
        return json.load(answer)["token"]


def info(*words: Any) -> None:
    _say(sys.stdout, *words)


def warn(*words: Any) -> None:
    _say(sys.stderr, "WARN", *words)


def error(*words: Any) -> None:
    _say(sys.stderr, "ERROR", *words)


def _say(stream: Any, *words: Any) -> None:
    """One line in UTF-8, as the log is read, whatever the locale of the machine says; a lone surrogate is written as its escape."""
    line = " ".join(str(word) for word in words) + "\n"
    stream.flush()
    if hasattr(stream, "buffer"):
        stream.buffer.write(line.encode("utf-8", "backslashreplace"))
    else:
        stream.write(line)
    stream.flush()


def _json(env: Mapping[str, str], name: str, otherwise: Any) -> Any:
    text = env.get(name, "")
    if text == "":
        return otherwise
    try:
        return json.loads(text)
    except ValueError as problem:
        raise ValueError(f"{name} is not valid JSON: {problem}") from problem


def _time(env: Mapping[str, str], name: str) -> Optional[datetime]:
    text = env.get(name, "")
    return datetime.fromisoformat(text.replace("Z", "+00:00")) if text else None
