import type { TemplateKind } from '@courtcrier/contract/resources/email-template.ts'
import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import { type Editor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ComponentProps, useEffect } from 'react'
import { fromEditorHtml, isSameShape, toEditorHtml } from './placeholder-html.ts'
import { placeholderNode } from './placeholder-node.ts'
import { tagNode } from './tag-node.ts'
import classes from './templates.module.css'

/** The same class: the packages resolve its declarations twice. */
type ShownEditor = ComponentProps<typeof RichTextEditor>['editor']

export interface TemplateBodyProps {
  label: string
  kind: TemplateKind
  body: string
  canWrite: boolean
  onChange: (body: string) => void
  onFocus: () => void
  /** Told of the editor, so that placeholders can be put into it; undefined when it goes. */
  onReady: (editor: Editor | undefined) => void
  /** Told where the body holds what this editor would lose. */
  onUnfit: () => void
}

/** The body as text, with placeholders as chips. Loaded when a template is opened. */
export default function TemplateBody({ label, kind, body, canWrite, ...told }: TemplateBodyProps) {
  const { onChange, onFocus, onReady, onUnfit } = told
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: { openOnClick: false }, codeBlock: false }),
      placeholderNode(kind),
      tagNode,
    ],
    content: toEditorHtml(body),
    editable: canWrite,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', class: classes.text ?? '' },
    },
    onUpdate: ({ editor: changed }) => onChange(fromEditorHtml(changed.getHTML())),
    onFocus,
    onCreate: ({ editor: made }) => {
      if (!isSameShape(fromEditorHtml(toEditorHtml(body)), fromEditorHtml(made.getHTML()))) onUnfit()
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the editor is there and when it goes
  useEffect(() => {
    onReady(editor)
    return () => onReady(undefined)
  }, [editor])
  return (
    <RichTextEditor editor={editor as unknown as ShownEditor} className={classes.editor}>
      {canWrite && <Tools />}
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}

function Tools() {
  return (
    <RichTextEditor.Toolbar>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
        <RichTextEditor.Hr />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}
