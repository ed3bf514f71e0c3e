import type express from 'express'
import { Refusal } from './refusal.ts'

/**
 * Converts an error of body-parser into a refusal. The client's body causes all of them, damaged compression and errors of
 * future versions included, so none becomes a 5xx.
 */
export function toBodyRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { status, type } = (error ?? {}) as { status?: number; type?: string }
  if (status === 413) return new Refusal('too_large', 'The request is too large.')
  if (status === 415) return new Refusal('unsupported_media_type', 'The body must be JSON in UTF-8.')
  const isComplete = type === 'entity.parse.failed'
  return new Refusal(
    'invalid_request',
    isComplete ? 'The body is not valid JSON.' : 'The body is damaged or incomplete.',
  )
}

type BodyParser = ReturnType<typeof express.json>

/** Wraps a parser of body-parser so that its errors become refusals. */
export function rejectBadBodies(parser: BodyParser): BodyParser {
  return (req, res, next) => parser(req, res, (error?: unknown) => (error ? next(toBodyRefusal(error)) : next()))
}
