import type { UploadAnswer } from '@courtcrier/contract/calls/manual.ts'
import { useEffect, useRef, useState } from 'react'
import { isCalledOff } from '../../session/api-failure.ts'
import { sendFile } from './manual-calls.ts'

import { type ManualFile, titleFromName } from './manual-state.ts'

export type ManualFiles = ReturnType<typeof useManualFiles>

/** Manages the added files. Each is uploaded immediately; `onRead` receives what the server read from it. */
export function useManualFiles(onRead: (upload: UploadAnswer) => void) {
  const [files, setFiles] = useState<readonly ManualFile[]>([])
  const nextKey = useRef(0)
  const calls = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const running = calls.current
    return () => {
      for (const call of running.values()) call.abort()
    }
  }, [])
  const change = (key: number, part: Partial<ManualFile>) =>
    setFiles((known) => known.map((file) => (file.key === key ? { ...file, ...part } : file)))
  const send = async ({ key, file }: ManualFile) => {
    const call = new AbortController()
    calls.current.set(key, call)
    change(key, { progress: 0, refused: undefined })
    try {
      const onProgress = (progress: number) => change(key, { progress })
      const upload = await sendFile(file, { onProgress, signal: call.signal })
      change(key, { upload, number: upload.facts.number ?? '', progress: 1 })
      onRead(upload)
    } catch (error) {
      if (!isCalledOff(error)) change(key, { refused: error instanceof Error ? error.message : String(error) })
    } finally {
      calls.current.delete(key)
    }
  }
  /** Starts uploading the files; returns their keys. */
  const add = (added: readonly File[]): readonly number[] => {
    const entries = added.map((file) => ({
      key: nextKey.current++,
      file,
      progress: 0,
      title: titleFromName(file.name),
      number: '',
    }))
    setFiles((known) => [...known, ...entries])
    for (const entry of entries) void send(entry)
    return entries.map(({ key }) => key)
  }
  const remove = (key: number) => {
    calls.current.get(key)?.abort()
    setFiles((known) => known.filter((file) => file.key !== key))
  }
  const moveUp = (key: number) =>
    setFiles((known) => {
      const at = known.findIndex((file) => file.key === key)
      const [moved, above] = [known[at], known[at - 1]]
      return moved && above ? known.with(at - 1, moved).with(at, above) : known
    })
  return { files, add, remove, change, moveUp, retry: send }
}
