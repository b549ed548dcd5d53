import { writePlaceholder } from '@courtcrier/contract/placeholders.ts'
import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import { templateStarters } from '@courtcrier/contract/template-starters.ts'
import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { toEditorHtml } from './placeholder-html.ts'
import type { TemplateText } from './use-template.ts'

interface InsertionOptions {
  values: { kind: TemplateKind; subject: string; body: string }
  change: (key: TemplateText, value: string) => void
}

/** Inserts a placeholder at the last cursor position: a chip in the body or the subject, braces in the source. */
export function useInsertion({ values, change }: InsertionOptions) {
  const subjectEditor = useRef<Editor | undefined>(undefined)
  const place = useRef<'subject' | 'body'>('body')
  const editor = useRef<Editor | undefined>(undefined)
  const insert = (name: string) => {
    if (place.current === 'body') {
      if (!editor.current) return change('body', `${values.body}${writePlaceholder(name)}`)
      editor.current.chain().focus().insertContent({ type: 'placeholder', attrs: { name } }).run()
      return
    }
    subjectEditor.current?.chain().focus().insertContent({ type: 'placeholder', attrs: { name } }).run()
  }
  /** Loops belong in the body, wherever the cursor is. */
  const insertLoop = () => {
    const { loop = '' } = templateStarters[values.kind]
    if (editor.current) editor.current.chain().focus().insertContent(toEditorHtml(loop)).run()
    else change('body', values.body + loop)
  }
  return {
    insert,
    insertLoop,
    focused: (where: 'subject' | 'body') => {
      place.current = where
    },
    setEditor: (made: Editor | undefined) => {
      editor.current = made
    },
    setSubjectEditor: (made: Editor | undefined) => {
      subjectEditor.current = made
    },
  }
}
