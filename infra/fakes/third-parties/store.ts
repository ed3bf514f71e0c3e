import type { AdapterFactory, AdapterPayload } from 'oidc-provider'

/** Keeps what a provider wants kept in memory: each provider has a store of its own, and a restart forgets it. */
export function openStore(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>()
  return (model) => {
    const find = async (key: keyof AdapterPayload, value: string) =>
      [...kept].find(([name, payload]) => name.startsWith(`${model} `) && payload[key] === value)?.[1]
    const nameOf = (id: string) => `${model} ${id}`
    return {
      upsert: async (id, payload) => void kept.set(nameOf(id), payload),
      find: async (id) => kept.get(nameOf(id)),
      findByUid: (uid) => find('uid', uid),
      findByUserCode: (code) => find('userCode', code),
      consume: async (id) => {
        const payload = kept.get(nameOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
      },
      destroy: async (id) => void kept.delete(nameOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, payload] of kept) if (payload.grantId === grantId) kept.delete(name)
      },
    }
  }
}
