import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { expect, test } from 'vitest'
import { openReleaseMachine, SECRETS, servicesOf } from './release-machine.ts'

test('R-44: when .env cannot be written, the message states which lines it needs', () => {
  using machine = openReleaseMachine({ release: '1.1.0', formers: '1.0.0' })
  machine.checkOut('1.2.0')
  mkdirSync(`${machine.envFile}.unfinished`)
  const text = machine.readEnv()

  const { status, output } = machine.upgrade()

  expect([status, output]).toEqual([
    1,
    expect.stringContaining(
      'upgrade: release 1.2.0 runs, but .env cannot be written: put RELEASE=1.2.0 and FORMER_RELEASES=1.1.0 1.0.0 into it\n',
    ),
  ])
  expect(machine.running()).toEqual(servicesOf('1.2.0'))
  expect(machine.readEnv()).toBe(text)
})

test('an .env that is a link, with an owner and a mode of its own, stays so', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')
  const target = `${machine.envFile}.of-the-owner`
  renameSync(machine.envFile, target)
  chmodSync(target, 0o640)
  symlinkSync(target, machine.envFile)
  const { ino } = statSync(target)

  expect(machine.upgrade().status).toBe(0)

  expect(readFileSync(target, 'utf8')).toBe(`${SECRETS}RELEASE=1.1.0\nFORMER_RELEASES=1.0.0\n`)
  expect(statSync(target)).toMatchObject({ ino, mode: 0o100_640 })
  expect(readlinkSync(machine.envFile)).toBe(target)
  expect(existsSync(`${machine.envFile}.unfinished`)).toBe(false)
})

test('R-44: an .env that cannot be written in place loses no line', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')
  machine.addProgram('cat', '#!/bin/sh\ncase "$1" in .env*) exit 1 ;; esac\ncommand -p cat "$@"\n')

  expect(machine.upgrade().status).toBe(0)

  expect(machine.readEnv()).toBe(`${SECRETS}RELEASE=1.1.0\nFORMER_RELEASES=1.0.0\n`)
})
