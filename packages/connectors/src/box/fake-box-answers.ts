import { digestOf, type FakeBytes } from '../testing/fake-bytes.ts'
import type { FakeAnswer } from '../testing/fake-service.ts'
import type { FakeEntry } from '../testing/fake-tree.ts'

// Answers in the form that Box gives them.

export function itemOf({ id, name, bytes }: FakeEntry): object {
  return bytes
    ? { type: 'file', id, name, size: bytes.byteLength, sha1: sha1(bytes, 'hex') }
    : { type: 'folder', id, name }
}

export function partOf(part_id: string, offset: number, bytes: FakeBytes): object {
  return { part_id, offset, size: bytes.byteLength, sha1: sha1(bytes, 'hex') }
}

export function conflict(conflicts: object): FakeAnswer {
  return { status: 409, json: { type: 'error', code: 'item_name_in_use', context_info: { conflicts } } }
}

export function fail(status: number, code: string, message: string): FakeAnswer {
  return { status, json: { type: 'error', status, code, message } }
}

export function oauthError(error: string, description: string): FakeAnswer {
  return { status: 400, json: { error, error_description: description } }
}

export function sha1(bytes: FakeBytes, encoding: 'hex' | 'base64'): string {
  return digestOf(bytes, 'sha1').toString(encoding)
}
