import { Autocomplete } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { InputProps } from '../../fields/control.ts'
import { foldersLike } from './mailbox-folders.ts'

interface FolderChoiceProps extends InputProps {
  folders: readonly string[]
  /** Whether the person waits for the list, and goes on in it. */
  isAwaited: () => boolean
}

/** Chooses one of the folders, or enters another. */
export default function FolderChoice({ field, value, onChange, folders, isAwaited, ...rest }: FolderChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const text = value === null || value === undefined ? '' : String(value)
  // What is there when the list opens isn't searched for: all folders are offered in its place.
  const [former, setFormer] = useState(text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new list is awaited
  useEffect(() => {
    if (isAwaited()) input.current?.focus()
  }, [folders])
  return (
    <Autocomplete
      {...rest}
      ref={input}
      required={field.required}
      description={field.help}
      autoComplete="off"
      data={[...folders]}
      filter={({ options, search }) => (search === former ? options : foldersLike(search, options))}
      maxDropdownHeight={260}
      comboboxProps={{ zIndex: 500 }}
      value={text}
      onDropdownOpen={() => setFormer(text)}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  )
}
