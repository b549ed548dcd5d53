import { writePlaceholder } from '@courtcrier/contract/placeholders.ts'
import type { TemplateKind } from '@courtcrier/contract/resources/email-template.ts'
import { templateStarters } from '@courtcrier/contract/template-starters.ts'
import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { toEditorHtml } from './placeholder-html.ts'
import type { TemplateText } from './use-template.ts'

interface InsertionOptions {
  values: { kind: TemplateKind; subject: string; body: string }
  change: (key: TemplateText, value: string) => void
}

/** Puts a placeholder where somebody last typed: a chip into the body, its braces into the subject or the source. */
export function useInsertion({ values, change }: InsertionOptions) {
  const subjectRef = useRef<HTMLInputElement>(null)
  const place = useRef<'subject' | 'body'>('body')
  const editor = useRef<Editor | undefined>(undefined)
  const insert = (name: string) => {
    if (place.current === 'body') {
      if (!editor.current) return change('body', `${values.body}${writePlaceholder(name)}`)
      editor.current.chain().focus().insertContent({ type: 'placeholder', attrs: { name } }).run()
      return
    }
    const input = subjectRef.current
    const at = input?.selectionStart ?? values.subject.length
    const end = input?.selectionEnd ?? at
    change('subject', values.subject.slice(0, at) + writePlaceholder(name) + values.subject.slice(end))
    input?.focus()
  }
  /** Loops have their place in the body, wherever somebody typed. */
  const insertLoop = () => {
    const { loop = '' } = templateStarters[values.kind]
    if (editor.current) editor.current.chain().focus().insertContent(toEditorHtml(loop)).run()
    else change('body', values.body + loop)
  }
  return {
    subjectRef,
    insert,
    insertLoop,
    focused: (where: 'subject' | 'body') => {
      place.current = where
    },
    setEditor: (made: Editor | undefined) => {
      editor.current = made
    },
  }
}
