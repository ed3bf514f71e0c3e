#!/bin/sh
# upgrade.sh <overlay>: installs the release that the overlay names, in the order of infra/production/upgrade.sh: backup, migration,
# rollout. Deployments that do not become ready go back to the revision they had, and the exit code is 1 (infra/runbook.md).
set -eu
[ $# = 1 ] || { echo 'usage: upgrade.sh <overlay>' >&2 && exit 64; }
overlay=$1
deployments='api worker edge'

cluster() {
  kubectl -n tsedra "$@"
}

fail() {
  printf 'upgrade: %s\n' "$1" >&2
  exit 1
}

# revision_of <deployment>
revision_of() {
  cluster get "deploy/$1" -o 'jsonpath={.metadata.annotations.deployment\.kubernetes\.io/revision}'
}

# The program reads the whole file back before it ends.
backup=backup-$(date +%Y%m%d%H%M%S)
cluster create job "$backup" --from=cronjob/backup
# mutation test: cluster-upgrade-needs-backup
cluster wait --for=condition=complete --timeout=30m "job/$backup" || fail 'the backup failed: nothing was changed'

former=''
for name in $deployments; do former="$former $name=$(revision_of "$name")"; done

# A Job cannot be changed. New APIs restart until the schema is at head; those of the former release serve in the meantime.
cluster delete job migrate --ignore-not-found
kubectl apply -k "$overlay"
result=0
cluster wait --for=condition=complete --timeout=10m job/migrate || result=1
for name in $deployments; do
  [ $result = 1 ] || cluster rollout status "deploy/$name" --timeout=10m || result=1
done
if [ $result = 0 ]; then exit; fi

for revision in $former; do
  # mutation test: cluster-rollout-undone
  cluster rollout undo "deploy/${revision%=*}" --to-revision="${revision#*=}" || :
done
fail 'the release did not become ready: the former one runs again. The overlay still names the new one'
