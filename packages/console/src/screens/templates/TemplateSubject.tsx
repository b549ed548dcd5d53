import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import { Input } from '@mantine/core'
import { type Editor, EditorContent, Node, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect } from 'react'
import { subjectFromHtml, subjectToHtml } from './placeholder-html.ts'
import { inlineTagNode, placeholderNode } from './template-nodes.ts'
import classes from './templates.module.css'

interface TemplateSubjectProps {
  label: string
  kind: TemplateKind
  subject: string
  error: string | undefined
  canWrite: boolean
  onChange: (subject: string) => void
  onFocus: () => void
  /** Receives the editor, so that placeholders can be inserted; undefined when it unmounts. */
  onReady: (editor: Editor | undefined) => void
}

/** Edits the subject on one line, with placeholders as chips. */
export default function TemplateSubject({ label, kind, subject, error, canWrite, ...told }: TemplateSubjectProps) {
  const { onChange, onFocus, onReady } = told
  const editor = useEditor({
    extensions: [oneLine, plainText, placeholderNode(kind), inlineTagNode],
    content: subjectToHtml(subject),
    editable: canWrite,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', class: `${classes.text} ${classes.line}` },
    },
    onUpdate: ({ editor: changed }) => onChange(subjectFromHtml(changed.getHTML())),
    onFocus,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the editor appears and when it goes
  useEffect(() => {
    onReady(editor)
    return () => onReady(undefined)
  }, [editor])
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <EditorContent editor={editor} className={classes.lineEditor} />
    </Input.Wrapper>
  )
}

const oneLine = Node.create({ name: 'doc', topNode: true, content: 'paragraph' })

const plainText = StarterKit.configure({
  ...{ document: false, blockquote: false, bold: false, bulletList: false, code: false, codeBlock: false },
  ...{ hardBreak: false, heading: false, horizontalRule: false, italic: false, link: false, listItem: false },
  ...{ listKeymap: false, orderedList: false, strike: false, trailingNode: false, underline: false },
})
