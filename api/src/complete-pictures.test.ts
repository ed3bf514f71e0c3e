import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renditionPath } from '@tsedra/contract/picture'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createDiskStore } from './images/disk-store.ts'
import { publishPicture } from './images/publish-picture.ts'

const ADDRESS_SECRET = 'address-secret-of-the-tests-0123456789'

test('the program draws what pictures of a former release lack, with the settings of the API', async () => {
  using folder = openFolder()
  const picture = sharp({ create: { width: 1000, height: 700, channels: 3, background: 'orange' } }).png()
  const address = await publishPicture(folder.store, await picture.toBuffer())
  const missing = renditionPath(address, 640, 'avif').slice('/media/'.length)
  await folder.store.remove(missing)

  expect(folder.complete()).toEqual({ status: 0, output: 'pictures: completed 1\n' })
  expect(await folder.store.has(missing)).toBe(true)
  expect(folder.complete()).toEqual({ status: 0, output: 'pictures: completed 0\n' })
})

test('the program fails when a picture cannot be completed, and states how many', async () => {
  using folder = openFolder()
  await folder.store.put('00000000000000000000-1200x800.webp', Buffer.from('damaged'))

  expect(folder.complete()).toEqual({ status: 1, output: 'pictures: 1 pictures cannot be completed\n' })
})

function openFolder() {
  const directory = mkdtempSync(join(tmpdir(), 'tsedra-complete-'))
  const program = fileURLToPath(new URL('complete-pictures.ts', import.meta.url))
  return {
    store: createDiskStore({ directory, secret: ADDRESS_SECRET }),
    complete() {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'test',
          // It is not opened.
          DATABASE_URL: 'postgres://shop_app:Wq7Zr2kVmN8pQs4Y@127.0.0.1:1/shop',
          PUBLIC_ORIGIN: 'http://127.0.0.1:9090',
          MEDIA_DIR: directory,
          ADDRESS_SECRET,
          CODE_SECRET: 'code-secret-of-the-tests-0123456789abc',
          SESSION_SECRETS: '1:session-secret-of-the-tests-0123456789',
        },
      })
      return { status, output: stdout + stderr }
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  }
}
