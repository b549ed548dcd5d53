import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import { type Editor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ComponentProps, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { fromEditorHtml, isSameShape, toEditorHtml } from './placeholder-html.ts'
import { inlineTagNode, placeholderNode, tagNode } from './template-nodes.ts'
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
  /** Receives the editor, so that placeholders can be inserted; undefined when it unmounts. */
  onReady: (editor: Editor | undefined) => void
  /** Called when the body contains something this editor would lose. */
  onUnfit: () => void
}

/** Edits the body as text, with placeholders as chips. Loaded when a template is opened. */
export default function TemplateBody({ label, kind, body, canWrite, ...told }: TemplateBodyProps) {
  const { t } = useTranslation()
  const { onChange, onFocus, onReady, onUnfit } = told
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: { openOnClick: false }, codeBlock: false }),
      placeholderNode(kind),
      tagNode,
      inlineTagNode,
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the editor appears and when it goes
  useEffect(() => {
    onReady(editor)
    return () => onReady(undefined)
  }, [editor])
  return (
    <RichTextEditor editor={editor as unknown as ShownEditor} className={classes.editor} labels={toolLabels(t)}>
      {canWrite && <Tools />}
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}

/** Returns the names of the tools, which the editor has in English only. */
function toolLabels(t: (key: string) => string): ComponentProps<typeof RichTextEditor>['labels'] {
  return {
    boldControlLabel: t('template.tool.bold'),
    italicControlLabel: t('template.tool.italic'),
    underlineControlLabel: t('template.tool.underline'),
    clearFormattingControlLabel: t('template.tool.clearFormatting'),
    h2ControlLabel: t('template.tool.h2'),
    h3ControlLabel: t('template.tool.h3'),
    bulletListControlLabel: t('template.tool.bulletList'),
    orderedListControlLabel: t('template.tool.orderedList'),
    blockquoteControlLabel: t('template.tool.blockquote'),
    hrControlLabel: t('template.tool.hr'),
    linkControlLabel: t('template.tool.link'),
    unlinkControlLabel: t('template.tool.unlink'),
    undoControlLabel: t('template.tool.undo'),
    redoControlLabel: t('template.tool.redo'),
    linkEditorInputLabel: t('template.tool.linkInput'),
    linkEditorExternalLink: t('template.tool.linkExternal'),
    linkEditorInternalLink: t('template.tool.linkInternal'),
    linkEditorSave: t('template.tool.linkSave'),
  }
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
