#!/bin/sh
# upgrade.sh <overlay>: backup, migrations, then the rollout of the release that this overlay names
# (infra/capacity.md, "Upgrade in a cluster"). Undoes the rollout when a Deployment does not become ready.
# Exits with 1 unless the new release is running. NAMESPACE, JOB_TIMEOUT (seconds) and ROLLOUT_TIMEOUT may be set.
set -u
overlay=${1:?usage: upgrade.sh <directory of the overlay>}
namespace=${NAMESPACE:-tsedra}
job_timeout=${JOB_TIMEOUT:-3600}
rollout_timeout=${ROLLOUT_TIMEOUT:-600s}
deployments='api worker edge'

kube() {
  kubectl -n "$namespace" "$@"
}

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# wait_for_job <name>: `kubectl wait` waits for one condition only, and a failed job would use up its timeout.
wait_for_job() {
  waited=0
  while [ "$waited" -lt "$job_timeout" ]; do
    case " $(kube get job "$1" -o 'jsonpath={range .status.conditions[?(@.status=="True")]}{.type} {end}')" in
      *' Complete '*) return 0 ;;
      *' Failed '*) break ;;
    esac
    sleep 5
    waited=$((waited + 5))
  done
  kube logs "job/$1" --tail 30 >&2
  return 1
}

wait_for_deployments() {
  for name in $deployments; do
    kube rollout status "deployment/$name" --timeout "$rollout_timeout" || return 1
  done
}

revisions=''
for name in $deployments; do
  revision=$(kube get deployment "$name" -o 'jsonpath={.metadata.annotations.deployment\.kubernetes\.io/revision}')
  [ -n "$revision" ] || fail "There is no deployment $name in $namespace: install the shop first (infra/capacity.md)."
  revisions="$revisions $name=$revision"
done

backup=backup-$(date -u +%Y%m%d%H%M%S)
kube create job "$backup" --from=cronjob/backup && wait_for_job "$backup" ||
  fail "The backup failed. Nothing was changed."

# A Job cannot be changed. Everything but the Deployments: migrations run with the settings of the new release.
kube delete job migrate --ignore-not-found &&
  kube apply -k "$overlay" -l 'app.kubernetes.io/component!=server' && wait_for_job migrate ||
  fail "The migration failed. The previous release keeps running."

kube apply -k "$overlay" -l 'app.kubernetes.io/component=server' && wait_for_deployments && exit 0

echo "The new release did not become ready: undoing the rollout." >&2
for revision in $revisions; do
  kube rollout undo "deployment/${revision%=*}" --to-revision "${revision#*=}"
done
wait_for_deployments || fail "The previous release did not become ready either: see kubectl -n $namespace get pods."
fail "The previous release is running, on the new schema. Repair the overlay before it is applied again."
