import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type S3, createS3Client } from './s3-store.ts'

/** Policy of the shop's store account: two folders of one bucket (infra/decisions/0015-containers.md). */
const policyFor = (bucket: string) => ({
  Version: '2012-10-17',
  Statement: [
    // mutation test: store-account-two-folders
    {
      Effect: 'Allow',
      Action: ['s3:PutObject', 's3:GetObject', 's3:DeleteObject'],
      Resource: [`arn:aws:s3:::${bucket}/incoming/*`, `arn:aws:s3:::${bucket}/media/*`],
    },
    {
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: [`arn:aws:s3:::${bucket}`],
      // mutation test: store-account-list-limited
      Condition: { StringLike: { 's3:prefix': ['incoming/*', 'media/*'] } },
    },
  ],
})

/**
 * Creates the store account of the shop, or updates its keys and policy, with the admin API of MinIO and Silo.
 *
 * @param root an account that may create accounts
 */
export async function createStoreAccount(root: S3, account: Pick<S3, 'accessKey' | 'secretKey'>): Promise<void> {
  const { bucket } = root
  const { accessKey, secretKey } = account
  const name = `pictures-of-${bucket}`
  const user = JSON.stringify({ secretKey, status: 'enabled' })
  await callAdmin('add-canned-policy', { name }, JSON.stringify(policyFor(bucket)))
  await callAdmin('add-user', { accessKey }, encryptAdminPayload(root.secretKey, user))
  await callAdmin('set-user-or-group-policy', { policyName: name, userOrGroup: accessKey, isGroup: 'false' }, '')

  async function callAdmin(call: string, query: Record<string, string>, body: string | Buffer): Promise<void> {
    const target = { bucketName: 'minio', objectName: `admin/v3/${call}`, query: String(new URLSearchParams(query)) }
    await createS3Client(root).makeRequestAsyncOmit({ method: 'PUT', pathStyle: true, ...target }, body)
  }
}

/**
 * Encrypts a payload for the admin API: salt (32 bytes), 2 for PBKDF2 with AES-256-GCM, nonce (8), then one final part of
 * DARE (EncryptData of github.com/minio/madmin-go, github.com/secure-io/sio-go). Only for less than 16 KiB.
 */
function encryptAdminPayload(password: string, text: string): Buffer {
  const [salt, nonce] = [randomBytes(32), randomBytes(8)]
  const key = pbkdf2Sync(password, salt, 8_192, 32, 'sha256')
  const encryptPart = (part: number, plain: string, isLast: Buffer) => {
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.concat([nonce, Buffer.of(part, 0, 0, 0)]))
    cipher.setAAD(isLast)
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  const header = encryptPart(0, '', Buffer.alloc(0))
  return Buffer.concat([salt, Buffer.of(2), nonce, encryptPart(1, text, Buffer.concat([Buffer.of(0x80), header]))])
}
