import { expect, test } from 'vitest'
import type { ControlPlane } from './control-plane.ts'
import { startKubeletDouble } from './kubelet-double.ts'

const pending = {
  metadata: { name: 'api-1', labels: { 'app.kubernetes.io/name': 'api' } },
  spec: { containers: [{ name: 'api', image: 'registry.example/tsedra-app:release-1' }] },
  status: { phase: 'Pending' },
}

test('a request that fails is repeated in the next round, and its pod is started once', async () => {
  const failures = ['GET', 'PATCH']
  let items = [pending]
  const send: ControlPlane['send'] = async (method) => {
    if (failures[0] === method) throw new Error(`no connection for ${failures.shift()}`)
    if (method === 'PATCH') items = []
    return { status: 200, body: { items } }
  }
  await using kubelets = startKubeletDouble({ send }, 'tsedra', () => false)

  await expect.poll(() => items).toEqual([])
  await expect.poll(() => kubelets.started).toEqual(['api:release-1'])
})
