import type { AdapterFactory, AdapterPayload } from 'oidc-provider'

/** Stores the state of a provider in memory: one store for each provider, deleted by a restart. */
export function createMemoryStore(): AdapterFactory {
  const payloads = new Map<string, AdapterPayload>()
  return (model) => {
    const find = async (key: keyof AdapterPayload, value: string) =>
      [...payloads].find(([name, payload]) => name.startsWith(`${model} `) && payload[key] === value)?.[1]
    const buildKey = (id: string) => `${model} ${id}`
    return {
      upsert: async (id, payload) => void payloads.set(buildKey(id), payload),
      find: async (id) => payloads.get(buildKey(id)),
      findByUid: (uid) => find('uid', uid),
      findByUserCode: (code) => find('userCode', code),
      consume: async (id) => {
        const payload = payloads.get(buildKey(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
      },
      destroy: async (id) => void payloads.delete(buildKey(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, payload] of payloads) if (payload.grantId === grantId) payloads.delete(name)
      },
    }
  }
}
