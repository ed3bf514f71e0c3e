import { condition, mutant, type Mutant, remove, replace } from './mutant.ts'

/** Sign-in, sessions, providers, verification codes and account changes. */
export const accountMutants: readonly Mutant[] = [
  mutant(
    'origin-header-required',
    'a request without an Origin header is accepted',
    replace(': $origin !== $publicOrigin', ': $origin && $origin !== $publicOrigin'),
  ),
  mutant(
    'same-origin-only',
    'a request from another port of the same host is accepted',
    replace("$site !== 'same-origin'", "$site === 'cross-site'"),
  ),
  mutant(
    'sign-out-link-own-page',
    'a link on a foreign page signs the user out',
    replace("($site === 'same-origin' || $site === 'none') &&", "$site !== 'never' &&"),
  ),
  mutant(
    'return-path-own-host',
    'a return path that starts with // redirects to another host',
    replace("|| $url.pathname.startsWith('//')", ''),
  ),
  mutant('invitation-expires', 'an expired invitation is accepted', replace('AND i.expires_at > now()', '')),
  mutant(
    'invitation-of-former-admin',
    'an invitation of an admin who was removed is accepted',
    replace("AND inviter.role = 'admin' AND inviter.is_active", ''),
  ),
  mutant('invitation-single-use', 'an invitation is accepted twice', remove()),
  mutant('invitation-audited', 'an invitation is not audited', remove()),
  mutant('resent-invitation-replaced', 'the former link of an invitation works after another e-mail', remove()),
  mutant('invitation-email-limit', 'a mailbox receives any number of invitations', remove()),
  mutant(
    'invitation-token-limit',
    'one address tries any number of tokens',
    replace("$accountRateLimits.consumeOrReject('$bucket', $getNetworkKey($req.$ip ?? ''))", 'Promise.resolve()'),
  ),
  mutant('invited-password-strong', 'an invited account has a password that is easy to guess', remove()),
  mutant(
    'invited-account-not-replaced',
    'an invitation fails without a reason when the address has an account',
    condition(false),
  ),
  mutant('invitation-own-address', 'an account accepts the invitation of another address', condition(false)),
  mutant('joined-staff-password-reset', 'a customer who becomes staff keeps password and sessions', condition(false)),
  mutant('sign-in-from-own-page', 'a foreign page starts a sign-in with a provider', condition(false)),
  mutant(
    'oauth-state-compared',
    'the OAuth state is not compared',
    replace(
      'expectedState: $state,',
      "expectedState: $state === '' ? $state : $openid.skipStateCheck,",
      '$openid.enableNonRepudiationChecks',
    ),
  ),
  mutant('oauth-nonce', 'no OAuth nonce is sent or compared', remove()),
  mutant('oauth-pkce', 'PKCE is not used', remove()),
  mutant('oauth-cookie-single-use', 'the cookie of an OAuth flow can be used twice', remove()),
  mutant('oauth-token-signature', 'signatures of tokens are not verified', remove()),
  mutant(
    'oauth-provider-bound',
    'the callback of one provider completes the flow of another',
    replace('if (!$flow || $flow.$startedWith !== $provider)', 'if (!$flow)'),
  ),
  mutant('oauth-discovery-retried', 'a failed OAuth discovery is cached', remove()),
  mutant(
    'oauth-cookie-same-site',
    'the cookie of Apple’s flow is SameSite=Lax',
    replace("sameSite: 'none'", "sameSite: 'lax'"),
  ),
  mutant('apple-form-origin', 'any origin may post Apple’s form', condition(false)),
  mutant(
    'apple-form-size',
    'Apple’s form may have any size',
    replace('limit: $FORM_LIMIT', 'limit: 100 * $FORM_LIMIT'),
  ),
  mutant(
    'oauth-ends-former-session',
    'a sign-in with a provider keeps the former session of the browser',
    replace('$before: $claim?.$sid,', ''),
  ),
  mutant(
    'oauth-linked-address-refused',
    'a provider account with the address of a linked account opens that account',
    replace('if (!$sameAddress || $sameAddress.$isTied)', 'if (!$sameAddress)'),
  ),
  mutant(
    'oauth-unverified-address',
    'an address that the provider has not verified opens the account',
    replace('const $identity = $isVerified &&', 'const $identity ='),
  ),
  mutant('unverified-account-discarded', 'an unverified account with the same address keeps its password', remove()),
  mutant(
    'pending-registration-cancelled',
    'a pending registration of the same address survives a sign-in with a provider',
    replace('.update({ cancelled_at: $trx.fn.now() })', '.update({ cancelled_at: null })'),
  ),
  mutant(
    'provider-owns-mailbox',
    'a provider is trusted for mailboxes that it does not host',
    replace('$ownHosts[$party].has($host) ||', 'true ||'),
  ),
  mutant(
    'link-requires-password',
    'a provider is linked without the password',
    replace('if (!$fits || !$user?.$isActive', 'if (!$user?.$isActive'),
  ),
  mutant(
    'registration-mail-budget',
    'registrations use up the codes of an existing account',
    replace("$purpose === 'register' ? '$own' : '$shared'", "'$shared'"),
  ),
  mutant(
    'plus-address-same-mailbox',
    'plus-addresses count as mailboxes of their own',
    replace(".replace(/(?!^)\\+.*$/, '')", ''),
  ),
  mutant(
    'owner-mail-budget',
    'strangers use up the code budget of the owner’s browser',
    replace('${$asker.$by} ${$asker.$block}', ''),
  ),
  mutant(
    'mailbox-code-limit',
    'a mailbox receives any number of codes from many addresses',
    replace("$throttles.$take($isFirst ? '$first' : '$more', $mailbox, $on)", '0'),
  ),
  mutant('settings-mail-limit', 'a signed-in user sends codes to any number of mailboxes', remove()),
  mutant(
    'address-change-notifies-old',
    'the notice of a new address is sent to the new address',
    remove(),
    replace(
      'await $revokeAccess($trx, $userId)',
      'await $revokeAccess($trx, $userId); await $tellOwner($trx, $userId, $kind)',
      'await $tellOwner($trx, $userId, $kind)',
    ),
  ),
  mutant(
    'session-epoch-compared',
    'a sign-in that is older than a revocation starts a session',
    replace('access_epoch: $accessEpoch,', ''),
  ),
  mutant('session-waits-for-revocation', 'a session starts during a revocation', replace('.forNoKeyUpdate()', '')),
  mutant(
    'rehash-keeps-new-password',
    'rehashing brings the former password back',
    replace('{ $id, $password: $former }', '{ $id }'),
  ),
  mutant('link-epoch-compared', 'a provider is linked by the former password', condition(false)),
  mutant(
    'device-forgotten-on-revocation',
    'a browser stays a known device after a password change',
    replace('&& ($device.$epoch ?? 0) === $user.$accessEpoch', ''),
  ),
  mutant(
    'proved-device-own-tries',
    'wrong codes of a stranger lock a proved device out',
    replace('$device?.$isProved', 'false'),
  ),
  mutant(
    'wrong-second-factor-audited',
    'a second factor rejected is not audited',
    replace("$error.$code === 'code_wrong'", 'false'),
  ),
  mutant(
    'staff-change-second-factor',
    'staff change their account without the second factor',
    replace("($who === 'owner' && $user.role === 'user')", "$who === 'owner'"),
  ),
  mutant(
    'reset-address-unchanged',
    'a reset code takes over an account whose address has changed',
    replace('&& $user[$kind] === $identity', ''),
  ),
  mutant(
    'change-cancels-codes',
    'pending codes survive a change of the account',
    replace('cancelled_at: $trx.fn.now()', 'cancelled_at: null'),
  ),
  mutant('code-locks-owner-first', 'two transactions that spend codes of one account deadlock', remove()),
  mutant(
    'bot-reset-links-no-staff',
    'a reset by the bot links a Telegram account to staff',
    replace("AND (u.role = 'user' OR ?)", 'AND (true OR ?)'),
  ),
  mutant('password-change-notified', 'nobody is notified of a password change', remove()),
  mutant(
    'wrong-code-no-hash',
    'a wrong code costs a password hash',
    replace(
      'const $asked = await $attempts.$checkCode(',
      'await $hasher.$hash($body.$field); const $asked = await $attempts.$checkCode(',
      'await $hasher.$hash($body.$field)',
    ),
  ),
  mutant('code-tries-limited', 'a code may be tried any number of times, and each try costs a hash', remove()),
  mutant(
    'wrong-check-counted',
    'checking a wrong code does not increment the try counter',
    replace(
      'SET attempts = attempts + CASE WHEN ${$fits} AND NOT is_spent THEN 0 ELSE 1 END',
      'SET attempts = attempts + CASE WHEN NOT is_spent THEN 0 ELSE 1 END',
    ),
  ),
  mutant(
    'hash-outside-transaction',
    'the password is hashed inside the transaction',
    replace(
      'await $setPassword($trx, $owner.$id, $password)',
      'await $setPassword($trx, $owner.$id, await $hasher.$hash($body.$field))',
      'await $hasher.$hash($body.$field)',
    ),
  ),
  mutant(
    'last-sign-in-method-kept',
    'the last sign-in method can be removed',
    replace('(password IS NOT NULL AND coalesce(email, phone) IS NOT NULL)', 'true'),
  ),
  mutant(
    'password-needs-address',
    'a password without an address counts as a sign-in method',
    replace('AND coalesce(email, phone) IS NOT NULL', ''),
  ),
  mutant(
    'callback-not-logged',
    'the callback parameters of a provider are logged',
    replace(
      'const $proved = await $client.$finish($fields, $flow)',
      "$accounts.log.info({ event: 'callback', parameters: $fields.toString() }); const $proved = await $client.$finish($fields, $flow)",
      '$accounts.log.info({',
    ),
  ),
]
