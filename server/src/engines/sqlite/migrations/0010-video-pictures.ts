import { SqlMigration } from './sql-migration.ts'

/** Previews of videos on this server, and the consent of parents to albums. */
export class VideoPictures1765400000001 extends SqlMigration {
  readonly name = 'VideoPictures1765400000001'
  readonly statements = [
    'ALTER TABLE entry ADD COLUMN video_picture TEXT',
    'ALTER TABLE entry ADD COLUMN video_pending BOOLEAN NOT NULL DEFAULT 0',
    'ALTER TABLE entry ADD COLUMN consent TEXT',
    'UPDATE entry SET video_pending = 1 WHERE video_id IS NOT NULL',
    'CREATE INDEX entry_with_pending_video ON entry (seq) WHERE video_pending = 1',
  ]
}
