import { startShop } from './local/shop.ts'
const t0 = Date.now()
await using shop = await startShop({ dir: '/tmp/acc-try', say: (text) => console.log(((Date.now() - t0) / 1000).toFixed(1), text) })
const jar = new Map<string, string>()
const send = async (method: string, path: string, body?: unknown) => {
  const res = await fetch(shop.url + path, { method, headers: { cookie: [...jar].map(([a, b]) => `${a}=${b}`).join('; '), ...(body ? {'content-type': 'application/json'} : {}) }, ...(body ? { body: JSON.stringify(body) } : {}) })
  for (const line of res.headers.getSetCookie()) { const [n = '', v = ''] = line.split(';')[0]?.split('=') ?? []; if (v) jar.set(n, v); else jar.delete(n) }
  return [res.status, await res.json()] as const
}
try {
const started = Date.now()
const [, { userId }] = await send('POST', '/api/auth/register', { emailOrPhone: `try${Date.now()}@bar.example`, password: 'верба-над-ставом', firstName: 'Іван', lastName: 'Мельник', language: 'ru' })
let text = ''
while (!text && Date.now() - started < 20000) {
  const mails = (await (await fetch(`${shop.mailUrl}/control/messages`)).json()) as { subject: string; text: string }[]
  text = mails.at(-1)?.text ?? ''
}
console.log('mail after', Date.now() - started, 'ms:', text)
console.log(JSON.stringify(await send('POST', '/api/auth/verify', { userId, code: text.slice(0, 6) })))
console.log(JSON.stringify(await send('GET', '/api/auth/user')))
const [, { products }] = await send('GET', '/api/products?limit=1') as never as [number, { products: { id: string }[] }]
console.log(JSON.stringify(await send('POST', `/api/products/${products[0]?.id}/like`, { liked: true })))
console.log(JSON.stringify((await send('POST', '/api/cart', { productId: products[0]?.id, packageSize: '50г', quantity: 2 }))[1]).slice(0, 60))
jar.clear()
const t = performance.now()
console.log(JSON.stringify(await send('POST', '/api/auth/login', { emailOrPhone: 'admin@tsedra.example', password: 'admin-of-the-shop' })), performance.now() - t)
} catch (e) { console.error(e) }
