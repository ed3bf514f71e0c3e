import { botMutants } from './bot-mutants.ts'
import { deskMutants } from './desk-mutants.ts'
import { operationMutants } from './operation-mutants.ts'
import type { ProtectionMutant } from './protection-mutant.ts'
import { staffMutants } from './staff-mutants.ts'

interface Noticed {
  file: string
  titles: string
}

const without = (
  bug: string,
  { file, titles }: Noticed,
  ...changes: readonly (readonly [file: string, find: string, put: string])[]
): ProtectionMutant => ({
  bug,
  file,
  titles,
  changes: changes.map(([path, find, put]) => ({ file: path, find, put })),
})

const accounts = 'api/src/accounts'
const parties = `${accounts}/third-parties`
const whoMay = (titles: string) => ({ file: 'api/src/http/who-may.test.ts', titles })
const sessions = (titles: string) => ({ file: `${accounts}/sessions.test.ts`, titles })
const signIn = (titles: string) => ({ file: `${parties}/sign-in.test.ts`, titles })
const floods = (titles: string) => ({ file: 'api/src/orders/order-floods.test.ts', titles })
const rates = (titles: string) => ({ file: 'api/src/http/rates.test.ts', titles })
const settings = (titles: string) => ({ file: `${accounts}/settings.test.ts`, titles })
const registrations = (titles: string) => ({ file: `${accounts}/registration.test.ts`, titles })
const hands = (titles: string) => ({ file: `${accounts}/changed-hands.test.ts`, titles })
const races = (titles: string) => ({ file: `${accounts}/sign-in-races.test.ts`, titles })
const devices = (titles: string) => ({ file: `${accounts}/devices.test.ts`, titles })
const secondFactors = (titles: string) => ({ file: `${accounts}/second-factor.test.ts`, titles })
const letters = (titles: string) => ({ file: `${accounts}/letter-limits.test.ts`, titles })
const changes = (titles: string) => ({ file: `${accounts}/told-by-letter.test.ts`, titles })
const untying = (titles: string) => ({ file: `${parties}/untie.test.ts`, titles })
const owner = (titles: string) => ({ file: `${parties}/owner.test.ts`, titles })

const pages = (titles: string) => ({ file: 'api/src/pages/pages.test.ts', titles })
const edge = (titles: string) => ({ file: 'infra/edge/local-edge.test.ts', titles })

const phone = 'pwa/src'
const checkout = (titles: string) => ({ file: 'api/src/cart/checkout.test.ts', titles })
const cart = (titles: string) => ({ file: `${phone}/cart/changes.test.ts`, titles })
const like = (titles: string) => ({ file: `${phone}/favourites/like.test.ts`, titles })

/** Each is a line that keeps somebody out, of the server or of the page; files are named from the root of the repository. */
export const protectionMutants: readonly ProtectionMutant[] = [
  without('a request that does not say where it comes from is let in', whoMay('S-07'), [
    'api/src/http/guard.ts',
    ': origin !== publicOrigin',
    ': origin && origin !== publicOrigin',
  ]),
  without('a neighbour on another port is let in', whoMay('S-07'), [
    'api/src/http/guard.ts',
    "site !== 'same-origin'",
    "site === 'cross-site'",
  ]),
  without('any page signs out by a link', sessions('S-08'), [
    `${accounts}/own-navigation.ts`,
    "(site === 'same-origin' || site === 'none') &&",
    "site !== 'never' &&",
  ]),
  without('a path that climbs to another host is followed', sessions('S-10'), [
    `${accounts}/return-to.ts`,
    " || url.pathname.startsWith('//')",
    '',
  ]),
  without('a foreign page begins a sign-in', signIn('S-07'), [
    `${parties}/routes.ts`,
    'if (!isOwnNavigation(req)) return',
    "if (req.method === 'never') return",
  ]),
  without('state is not compared', signIn('O-01'), [
    `${parties}/client.ts`,
    'expectedState: state,',
    "expectedState: state === '' ? state : openid.skipStateCheck,",
  ]),
  without(
    'no nonce',
    signIn('O-01'),
    [`${parties}/client.ts`, '        nonce: secrets.nonce,\n', ''],
    [`${parties}/client.ts`, '          expectedNonce: nonce,\n', ''],
  ),
  without(
    'no PKCE',
    signIn('O-01'),
    [`${parties}/client.ts`, '        ...(verifier && {\n', '        ...(verifier === "" && {\n'],
    [`${parties}/client.ts`, '...(verifier && { pkceCodeVerifier: verifier }),', ''],
  ),
  without('the cookie of a sign-in is good twice', signIn('O-01'), [
    `${parties}/routes.ts`,
    '    dances.clear(res)\n',
    '',
  ]),
  without('signatures of tokens are not looked at', signIn('O-02'), [
    `${parties}/client.ts`,
    'openid.enableNonRepudiationChecks,',
    '',
  ]),
  without('an answer of one third party is taken for another’s', signIn('O-02'), [
    `${parties}/routes.ts`,
    'if (!dance || dance.party !== party)',
    'if (!dance)',
  ]),
  without('a third party that was away stays away', signIn('O-02'), [
    `${parties}/client.ts`,
    '        found = undefined\n',
    '',
  ]),
  without('the cookie of a sign-in is Lax', signIn('O-03'), [
    `${accounts}/cookies.ts`,
    "sameSite: 'none' }",
    "sameSite: 'lax' }",
  ]),
  without('anybody posts Apple’s form', signIn('O-03'), [
    `${parties}/routes.ts`,
    "if (req.get('origin') !== origin)",
    "if (req.get('origin') === undefined)",
  ]),
  without('Apple’s form may be of any size', signIn('O-03'), [
    `${parties}/routes.ts`,
    'limit: FORM_LIMIT',
    'limit: 100 * FORM_LIMIT',
  ]),
  without('the session before lives on', signIn('S-02'), [`${parties}/routes.ts`, 'before: claim?.sid, ', '']),
  without('an address that has changed hands opens the account', owner('O-04'), [
    `${parties}/owner.ts`,
    'if (!sameAddress || sameAddress.isTied)',
    'if (!sameAddress)',
  ]),
  without('an address that was never proved opens the account', owner('O-04'), [
    `${parties}/claims.ts`,
    'const identity = isVerified && ',
    'const identity = ',
  ]),
  without('an unverified account keeps what its maker put in', owner('O-05'), [
    `${parties}/owner.ts`,
    '  if (email) await discardUnverified(trx, { email })\n',
    '',
  ]),
  without('a registration under way survives', owner('O-05'), [
    `${parties}/owner.ts`,
    '.update({ cancelled_at: trx.fn.now() })',
    '.update({ cancelled_at: null })',
  ]),
  without('Google’s word is enough for any mailbox', owner('O-05'), [
    `${parties}/claims.ts`,
    'ownHosts[party].has(host) || ',
    'true || ',
  ]),
  without('a link needs no password', owner('O-05'), [
    `${parties}/routes.ts`,
    'if (!fits || !user?.isActive',
    'if (!user?.isActive',
  ]),
  without('an address calls as often as it likes', rates('a call too many'), [
    'api/src/app.ts',
    '  app.use(limitCalls(createRate(all), createRate(orders)))\n',
    '',
  ]),
  without('an order waits for other calls', rates('a call too many'), [
    'api/src/http/rates.ts',
    '(isOrder ? orders : all)(req)',
    'all(req)',
  ]),
  without('a cancel is no call of its address', rates('a call too many'), [
    'api/src/http/rates.ts',
    "req.path === '/api/orders'",
    "req.path.startsWith('/api/orders')",
  ]),
  without(
    'an address uses up as many ids as it likes',
    { file: 'api/src/orders/used-up-ids.test.ts', titles: 'an address uses up' },
    [
      'api/src/orders/order-service.ts',
      '    for (const [bucket, key] of counted) await throttles.takeOrRefuse(bucket, key)\n',
      '',
    ],
  ),
  without('a crowd of one sender is read for', floods('crowded senders'), [
    'api/src/orders/order-service.ts',
    '    if (isCrowded) throw tooManyOrders(CROWDED_S)\n',
    '',
  ]),
  without('orders are sent as often as one likes', floods('sending orders has a call rate'), [
    'api/src/http/rates.ts',
    '(isOrder ? orders : all)(req)',
    'isOrder ? 0 : all(req)',
  ]),
  without('a flood keeps the process busy with refusing', rates('in a flood refusals are held'), [
    'api/src/http/rates.ts',
    'quick <= QUICK_PER_S ||',
    'quick > 0 ||',
  ]),
  without('whoever moves about in a /48 orders without end', floods('orders of an IPv6 address'), [
    'api/src/orders/order-store.ts',
    'asked.networks[width] ??',
    'asked.networks[width > 0 ? 9 : 0] ??',
  ]),
  without('what staff have handled counts against a bar', floods('a bar orders all evening'), [
    'api/src/orders/order-store.ts',
    "     AND status IN ('pending', 'cancelled')\n",
    '',
  ]),
  without('sending and cancelling in turns is free', floods('one phone is stopped'), [
    'api/src/orders/order-store.ts',
    "AND status IN ('pending', 'cancelled')",
    "AND status = 'pending'",
  ]),
  without('in a flood everybody waits', floods('in a flood'), [
    'api/src/orders/order-service.ts',
    '(situation.shopIsFlooded && userId === null && !situation.phoneIsKnown)',
    'situation.shopIsFlooded',
  ]),
  without('calls count in their own /64 alone', rates('IPv6 counts'), [
    'api/src/http/rates.ts',
    'return networks(ip).map(',
    'return networks(ip).slice(0, 1).map(',
  ]),
  without('an address searches as often as it likes', rates('60 searches'), [
    'api/src/catalogue/catalogue-routes.ts',
    '      if (waitS > 0) throw tooManyRequests(waitS)\n',
    '',
  ]),
  without('a caller who says to be this machine is believed', rates('whoever calls from this machine'), [
    'api/src/http/rates.ts',
    "callerOf(req.ip ?? '')",
    "callerOf(String(req.get('x-forwarded-for')).split(',')[0] ?? '')",
  ]),
  without('registrations use up the codes of an account', registrations('five registrations'), [
    `${accounts}/letter-limits.ts`,
    "purpose === 'register' ? 'register' : 'code'",
    "'code'",
  ]),
  without('plus-addresses are mailboxes of their own', letters('one address asks'), [
    `${accounts}/letter-limits.ts`,
    ".replace(/(?!^)\\+.*$/, '')",
    '',
  ]),
  without('outsiders use up what the owner’s browser may ask for', letters('after forty'), [
    `${accounts}/letter-limits.ts`,
    '${asker.by} ${asker.block}',
    '',
  ]),
  without('a mailbox is flooded from many addresses', letters('a bounded number'), [
    `${accounts}/letter-limits.ts`,
    "      return throttles.take(isFirst ? 'letter-mailbox-first' : 'letter-mailbox-more', mailbox, on)\n",
    '      return isFirst ? 0 : 0\n',
  ]),
  without('whoever is signed in writes to any mailbox', settings('whoever is signed in'), [
    `${accounts}/settings-routes.ts`,
    "    await throttles.takeOrRefuse('register-user', user.id)\n",
    '',
  ]),
  without(
    'a new address is told to itself',
    changes('an e-mail'),
    [`${accounts}/welcome.ts`, '  await tellOwner(trx, userId, kind)\n', ''],
    [
      `${accounts}/welcome.ts`,
      '  await revokeAccess(trx, userId)\n',
      '  await revokeAccess(trx, userId)\n  await tellOwner(trx, userId, kind)\n',
    ],
  ),
  without('a sign-in that is older than a revocation starts a session', races('in the middle of a'), [
    `${accounts}/hold-access.ts`,
    'access_epoch: accessEpoch, ',
    '',
  ]),
  without('a session starts beside a revocation', races('that begins in the middle'), [
    `${accounts}/hold-access.ts`,
    '    .forNoKeyUpdate()\n',
    '',
  ]),
  without('a new hash brings the former password back', races('password reset gets no session'), [
    `${accounts}/user-store.ts`,
    '{ id, password: former }',
    '{ id }',
  ]),
  without('a third party is linked by the former password', races('in the middle of a'), [
    `${accounts}/third-parties/routes.ts`,
    '      if (!(await holdAccess(trx, user)))',
    '      if (false)',
  ]),
  without('a browser stays known after a new password', devices('a'), [
    `${accounts}/devices.ts`,
    ' && (device.epoch ?? 0) === user.accessEpoch',
    '',
  ]),
  without('a stranger’s wrong codes lock a proved device out', secondFactors('wrong codes of a stranger'), [
    `${accounts}/second-factor-routes.ts`,
    'device?.isProved',
    'device?.did === undefined && device?.isProved',
  ]),
  without('a wrong second factor leaves no trace', secondFactors('is logged and audited'), [
    `${accounts}/second-factor-routes.ts`,
    "error.code === 'code_wrong'",
    'false',
  ]),
  without('staff change their account by a password alone', secondFactors('staff need'), [
    'api/src/http/serve.ts',
    "(who === 'owner' && user.role === 'user')",
    "who === 'owner'",
  ]),
  without('a reset takes an account that has moved', hands('a right code is worth nothing'), [
    `${accounts}/welcome.ts`,
    ' && user[kind] === identity',
    '',
  ]),
  without('what waits for a code outlives a change of the account', hands('a reset that was begun'), [
    `${accounts}/revoke-access.ts`,
    'cancelled_at: trx.fn.now()',
    'cancelled_at: null',
  ]),
  without('two who spend codes of one account hold each other up', hands('two who spend'), [
    `${accounts}/attempts.ts`,
    '      await holdOwner(trx, key)\n      const spent',
    '      const spent',
  ]),
  without('a reset by the bot ties the Telegram of staff', hands('a reset by the bot'), [
    `${accounts}/attempt-store.ts`,
    "AND (u.role = 'user' OR ?)",
    'AND (true OR ?)',
  ]),
  without('nobody hears of a new password', changes('a password'), [
    `${accounts}/settings-routes.ts`,
    "      await tellOwner(trx, user.id, 'password')\n",
    '',
  ]),
  without('wrong codes cost hashes', settings('A-02'), [
    `${accounts}/account-routes.ts`,
    '    const asked = await attempts.checkCode(',
    '    await hasher.hash(body.password)\n    const asked = await attempts.checkCode(',
  ]),
  without('whoever has one code gets any number of hashes', settings('A-02'), [
    `${accounts}/attempts.ts`,
    '    return rightOrRefuse(await checkStored(db, key, purposes, hash)).attempt\n',
    "    const right = rightOrRefuse(await checkStored(db, key, purposes, hash))\n    await throttles.giveBack('code-address', network(req.ip ?? ''))\n    return right.attempt\n",
  ]),
  without('a wrong code that is only looked at does not count', settings('A-02'), [
    `${accounts}/attempt-store.ts`,
    'SET attempts = attempts + CASE WHEN ${fits} AND NOT is_spent THEN 0 ELSE 1 END',
    'SET attempts = attempts + CASE WHEN NOT is_spent THEN 0 ELSE 1 END',
  ]),
  without('a row and a connection wait for a hash', settings('A-02'), [
    `${accounts}/account-routes.ts`,
    '      await setPassword(trx, owner.id, password)',
    '      await setPassword(trx, owner.id, await hasher.hash(body.password))',
  ]),
  without('the last way in may go', untying('A8: the last way'), [
    `${parties}/owner.ts`,
    '(password IS NOT NULL AND coalesce(email, phone) IS NOT NULL)',
    'true',
  ]),
  without('a password is a way in without an address', untying('A8: the last way'), [
    `${parties}/owner.ts`,
    ' AND coalesce(email, phone) IS NOT NULL',
    '',
  ]),
  without('what a third party sends back is logged', { file: `${parties}/tokens.test.ts`, titles: 'O-06' }, [
    `${parties}/routes.ts`,
    '      const proved = await',
    "      log.info({ event: 'back', said: fields.toString() })\n      const proved = await",
  ]),
  without(
    'on the phone: a link leads into the API after signing in',
    { file: `${phone}/accounts/sign-in/arrival.test.ts`, titles: 'S-10' },
    [`${phone}/accounts/sign-in/arrival.ts`, ' || /^\\/api(\\/|$)/i.test(url.pathname)', ''],
  ),
  without(
    'on the phone: a stolen lock makes a running lease nobody’s',
    { file: `${phone}/outbox/flush.test.ts`, titles: 'stays its own' },
    [`${phone}/outbox/flush.ts`, 'alone: !options.steal', 'alone: true'],
  ),
  without(
    'on the phone: a tab that gets on is overtaken between two requests',
    { file: `${phone}/outbox/flush.test.ts`, titles: 'a tab that gets on' },
    [`${phone}/outbox/flush.ts`, '(await pendingCount(parts)) < before', 'before < 0'],
  ),
  without(
    'on the phone: who signs out leaves drafts and a name behind',
    { file: `${phone}/outbox/owner.test.ts`, titles: 'drafts and the remembered name' },
    [`${phone}/outbox/owner.ts`, 'await eraseDevice(db, unsent)', 'void unsent'],
  ),
  without(
    'a sign-in does not wait for the sign-out before it',
    { file: `${phone}/accounts/pending-sign-out.test.ts`, titles: 'a sign-in waits' },
    [
      `${phone}/shared/api.ts`,
      "  if (isLeaving && method !== 'GET') await (await import('../accounts/pending-sign-out.ts')).finishSignOut()\n",
      '',
    ],
  ),
  without(
    'a session that was left offline still answers questions',
    { file: `${phone}/accounts/pending-sign-out.test.ts`, titles: 'questions go without' },
    [`${phone}/shared/api.ts`, "isLeaving && method === 'GET' ? 'omit' : 'same-origin'", "'same-origin'"],
  ),
  without(
    'an intent is done twice',
    { file: `${phone}/accounts/intent.test.ts`, titles: 'is done after signing in, once' },
    [`${phone}/accounts/intent.ts`, '  const stored = read()\n  storeIntent(undefined)\n', '  const stored = read()\n'],
  ),
  without(
    'a pending verification is kept with the whole address',
    { file: `${phone}/accounts/pending-verification.test.ts`, titles: 'no secret' },
    [`${phone}/accounts/pending-verification.ts`, 'address: mask(address)', 'address'],
  ),
  without(
    'a repaired shell may hold the page of another build',
    { file: `${phone}/sw/shell.test.ts`, titles: 'no file of another revision' },
    [`${phone}/sw/shell.ts`, 'if (!revision || ', 'if (true || '],
  ),
  without(
    'on the phone: the bot is asked though nobody looks',
    { file: `${phone}/accounts/sign-in/poll-bot.test.ts`, titles: 'nobody looks' },
    [`${phone}/accounts/sign-in/poll-bot.ts`, "document.visibilityState !== 'visible' && !signal.aborted", 'false'],
  ),
  without('cart: an order leaves its lines in it', checkout('an order takes'), [
    'api/src/orders/order-service.ts',
    'if (taken && fromCart && order.userId)',
    'if (taken && fromCart && !order.userId)',
  ]),
  without('cart: a repeated order takes out more', checkout('once'), [
    'api/src/orders/order-service.ts',
    'if (taken && fromCart && order.userId)',
    'if (fromCart && order.userId)',
  ]),
  without('cart: an order takes out whole lines alone', checkout('an order takes'), [
    'api/src/cart/cart-store.ts',
    'SET quantity = line.quantity - ordered.quantity',
    'SET quantity = line.quantity',
  ]),
  without('cart: on the phone, every tap is told at once', cart('five quick adds'), [
    `${phone}/cart/changes.ts`,
    'if (!current) void tellAll(client)',
    'void tellAll(client)',
  ]),
  without('cart: on the phone, overtaken quantities are told too', cart('of five quick taps'), [
    `${phone}/cart/changes.ts`,
    'next.filter((each) => isOvertaken(each.change, change))',
    'next.filter(() => false)',
  ]),
  without('cart: on the phone, an older answer undoes a tap', cart('a cart that was asked for before'), [
    `${phone}/accounts/under-way.ts`,
    'if (before === begun) return answer',
    'return answer',
  ]),
  without('like: two calls for one product at once', like('C3'), [
    `${phone}/favourites/like.ts`,
    '  if (isBeingTold) return\n',
    '',
  ]),
  without('like: the first of two wishes wins', like('C3'), [
    `${phone}/favourites/like.ts`,
    'if (wishes.get(id) === wish) wishes.delete(id)',
    'wishes.delete(id)',
  ]),
  without('like: a heart stays filled that the shop did not take', like('what the shop does not take'), [
    `${phone}/favourites/like.ts`,
    '  show(client, owner, product, like)\n',
    '',
  ]),
  without('a name from the catalogue ends a data block', pages('a name from the catalogue'), [
    'api/src/pages/markup.ts',
    "json.replaceAll('<', '\\\\u003c')",
    'json',
  ]),
  without('a name from the catalogue ends a tag', pages('a name from the catalogue'), [
    'api/src/pages/markup.ts',
    '/[&<>"\']/g',
    '/[&]/g',
  ]),
  without('what is not there is a page like any other', pages('/such/a/page'), [
    'api/src/pages/page-document.ts',
    'status: 404,',
    'status: 200,',
  ]),
  without('a page waits for an API that is busy', edge('while the API'), [
    'infra/edge/local-edge.ts',
    'statusCode === 429 || statusCode >= 500',
    'statusCode > 999',
  ]),
  ...botMutants,
  ...staffMutants,
  ...deskMutants,
  ...operationMutants,
]
