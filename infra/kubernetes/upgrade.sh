#!/bin/sh
# upgrade.sh <overlay>: backup, migrations, pictures, then the rollout of the release that this overlay names
# (infra/capacity.md, "Upgrade in a cluster"). Undoes the rollout when a Deployment does not become ready, or when it is interrupted.
# CronJobs are last, so that those of the former release stay with it. Exits with 1 unless all of the new release is running.
# NAMESPACE, JOB_TIMEOUT (seconds) and ROLLOUT_TIMEOUT may be set.
set -u
overlay=${1:?usage: upgrade.sh <directory of the overlay>}
namespace=${NAMESPACE:-tsedra}
job_timeout=${JOB_TIMEOUT:-3600}
rollout_timeout=${ROLLOUT_TIMEOUT:-600s}
deployments='api worker edge'
trap '' PIPE

kube() {
  kubectl -n "$namespace" "$@"
}

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# wait_for_job <name>: `kubectl wait` waits for one condition only, and a failed job would use up its timeout. An error of kubectl is
# no state of the job; after a minute of them it gives up.
wait_for_job() {
  waited=0 errors=0
  while [ "$waited" -lt "$job_timeout" ]; do
    if state=$(kube get job "$1" --ignore-not-found \
      -o 'jsonpath={.metadata.name}: {range .status.conditions[?(@.status=="True")]}{.type} {end}'); then
      errors=0
      case $state in
        '')
          echo "The job $1 no longer exists: it was deleted before its result could be read." >&2
          return 1
          ;;
        *' Complete '*) return 0 ;;
        *' Failed '*) break ;;
      esac
    else
      errors=$((errors + 1))
      if [ "$errors" -ge 12 ]; then
        echo "kubectl could not read the job $1 for a minute (see above)." >&2
        return 1
      fi
    fi
    sleep 5
    waited=$((waited + 5))
  done
  kube logs "job/$1" --tail 30 >&2
  return 1
}

# run_job <name of the CronJob>
run_job() {
  job=$1-$(date -u +%Y%m%d%H%M%S)
  kube create job "$job" --from="cronjob/$1" && wait_for_job "$job"
}

wait_for_deployments() {
  for name in $deployments; do
    kube rollout status "deployment/$name" --timeout "$rollout_timeout" || return 1
  done
}

# undo <reason>
undo() {
  trap '' INT TERM HUP
  # kubectl ends at Ctrl-C even when this script ignores it; in a session of its own no terminal reaches it.
  # mutation test: undo-not-interrupted
  if command -v setsid >/dev/null; then kube() { setsid kubectl -n "$namespace" "$@"; }; fi
  # After a hang-up nothing reads the output, and kubectl must not fail for it.
  echo "$1: undoing the rollout." >&2 || exec >/dev/null 2>&1
  remaining=''
  for revision in $revisions; do
    # mutation test: failed-undo-reported
    kube rollout undo "deployment/${revision%=*}" --to-revision "${revision#*=}" || remaining="$remaining $revision"
  done
  [ -z "$remaining" ] ||
    fail "The rollout could not be undone: kubectl -n $namespace rollout undo deployment/NAME --to-revision NUMBER for$remaining"
  wait_for_deployments || fail "The previous release did not become ready either: see kubectl -n $namespace get pods."
  fail "The previous release is running, on the new schema. Repair the overlay before it is applied again."
}

revisions=''
for name in $deployments; do
  revision=$(kube get deployment "$name" -o 'jsonpath={.metadata.annotations.deployment\.kubernetes\.io/revision}')
  [ -n "$revision" ] || fail "There is no deployment $name in $namespace: install the shop first (infra/capacity.md)."
  revisions="$revisions $name=$revision"
done

run_job backup ||
  fail "The backup did not succeed. Nothing was changed."

# A Job cannot be changed. Everything but Deployments and CronJobs: migrations run with the settings of the new release.
kube delete job migrate --ignore-not-found &&
  kube apply -k "$overlay" -l 'app.kubernetes.io/component notin (server,scheduled)' && wait_for_job migrate ||
  fail "The migration did not succeed. The previous release keeps running."

run_job complete-pictures || echo 'Some pictures lack sizes (see above): the API tries again every hour.' >&2

trap 'undo "The upgrade was interrupted"' INT TERM HUP
kube apply -k "$overlay" -l 'app.kubernetes.io/component=server' && wait_for_deployments ||
  undo "The new release did not become ready"
trap '' INT TERM HUP
kube apply -k "$overlay" -l 'app.kubernetes.io/component=scheduled' ||
  fail "The new release is running, but not its CronJobs: kubectl apply -k $overlay -l app.kubernetes.io/component=scheduled"
