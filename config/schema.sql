-- Migrations: 7d022cdbdb6fc0ba75f13db97bbbcd168b613b30b21dbd487acaf02036a2e2b6
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA pgmq;

CREATE TYPE pgmq.message_record AS (
	msg_id bigint,
	read_ct integer,
	enqueued_at timestamp with time zone,
	last_read_at timestamp with time zone,
	vt timestamp with time zone,
	message jsonb,
	headers jsonb
);

CREATE TYPE pgmq.metrics_result AS (
	queue_name text,
	queue_length bigint,
	newest_msg_age_sec integer,
	oldest_msg_age_sec integer,
	total_messages bigint,
	scrape_time timestamp with time zone,
	queue_visible_length bigint,
	default_partition_length bigint
);

CREATE TYPE pgmq.queue_record AS (
	queue_name character varying,
	is_partitioned boolean,
	is_unlogged boolean,
	created_at timestamp with time zone
);

CREATE FUNCTION pgmq._belongs_to_pgmq(table_name text) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
DECLARE
    sql TEXT;
    result BOOLEAN;
BEGIN
  SELECT EXISTS (
    SELECT 1
    FROM pg_depend
    WHERE refobjid = (SELECT oid FROM pg_extension WHERE extname = 'pgmq')
    AND objid = (
        SELECT oid
        FROM pg_class
        WHERE relname = table_name
    )
  ) INTO result;
  RETURN result;
END;
$$;

CREATE FUNCTION pgmq._create_fifo_index_if_not_exists(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $_$
DECLARE
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
    index_name TEXT := qtable || '_fifo_idx';
BEGIN
    -- Create GIN index on headers for efficient FIFO key lookups
    EXECUTE FORMAT(
        $QUERY$
        CREATE INDEX IF NOT EXISTS %I ON pgmq.%I USING GIN (headers);
        $QUERY$,
        index_name, qtable
    );
END;
$_$;

CREATE FUNCTION pgmq._ensure_pg_partman_installed() RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NOT pgmq._extension_exists('pg_partman') THEN
    RAISE EXCEPTION 'pg_partman is required for partitioned queues';
  END IF;
END;
$$;

CREATE FUNCTION pgmq._extension_exists(extension_name text) RETURNS boolean
    LANGUAGE sql
    AS $$
SELECT EXISTS (
    SELECT 1
    FROM pg_extension
    WHERE extname = extension_name
)
$$;

CREATE FUNCTION pgmq._get_partition_col(partition_interval text) RETURNS text
    LANGUAGE plpgsql
    AS $$
DECLARE
  num INTEGER;
BEGIN
    BEGIN
        num := partition_interval::INTEGER;
        RETURN 'msg_id';
    EXCEPTION
        WHEN others THEN
            RETURN 'enqueued_at';
    END;
END;
$$;

CREATE FUNCTION pgmq._get_pg_partman_major_version() RETURNS integer
    LANGUAGE sql
    AS $$
  SELECT split_part(extversion, '.', 1)::INT
  FROM pg_extension
  WHERE extname = 'pg_partman'
$$;

CREATE FUNCTION pgmq._get_pg_partman_schema() RETURNS text
    LANGUAGE sql
    AS $$
  SELECT
    extnamespace::regnamespace::text
  FROM
    pg_extension
  WHERE
    extname = 'pg_partman';
$$;

CREATE FUNCTION pgmq._send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay timestamp with time zone) RETURNS SETOF bigint
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    sql := FORMAT(
            $QUERY$
        INSERT INTO pgmq.%I (vt, message, headers)
        SELECT $2, unnest($1), unnest(coalesce($3, ARRAY[]::jsonb[]))
        RETURNING msg_id;
        $QUERY$,
            qtable
           );
    RETURN QUERY EXECUTE sql USING msgs, delay, headers;
END;
$_$;

CREATE FUNCTION pgmq._validate_batch_params(msgs jsonb[], headers jsonb[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- Validate that msgs is not NULL or empty
    IF msgs IS NULL OR array_length(msgs, 1) IS NULL THEN
        RAISE EXCEPTION 'msgs cannot be NULL or empty';
    END IF;

    -- Validate that headers array length matches msgs array length if headers is provided
    -- Note: array_length returns NULL for empty arrays, so we use COALESCE to treat empty arrays as length 0
    IF headers IS NOT NULL AND COALESCE(array_length(headers, 1), 0) != COALESCE(array_length(msgs, 1), 0) THEN
        RAISE EXCEPTION 'headers array length (%) must match msgs array length (%)',
            COALESCE(array_length(headers, 1), 0), COALESCE(array_length(msgs, 1), 0);
    END IF;
END;
$$;

CREATE FUNCTION pgmq.acquire_queue_lock(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('pgmq.queue_' || queue_name));
END;
$$;

CREATE FUNCTION pgmq.archive(queue_name text, msg_ids bigint[]) RETURNS SETOF bigint
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
    atable TEXT := pgmq.format_table_name(queue_name, 'a');
BEGIN
    sql := FORMAT(
        $QUERY$
        WITH archived AS (
            DELETE FROM pgmq.%I
            WHERE msg_id = ANY($1)
            RETURNING msg_id, vt, read_ct, enqueued_at, last_read_at, message, headers
        )
        INSERT INTO pgmq.%I (msg_id, vt, read_ct, enqueued_at, last_read_at, message, headers)
        SELECT msg_id, vt, read_ct, enqueued_at, last_read_at, message, headers
        FROM archived
        RETURNING msg_id;
        $QUERY$,
        qtable, atable
    );
    RETURN QUERY EXECUTE sql USING msg_ids;
END;
$_$;

CREATE FUNCTION pgmq.archive(queue_name text, msg_id bigint) RETURNS boolean
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    result BIGINT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
    atable TEXT := pgmq.format_table_name(queue_name, 'a');
BEGIN
    sql := FORMAT(
        $QUERY$
        WITH archived AS (
            DELETE FROM pgmq.%I
            WHERE msg_id = $1
            RETURNING msg_id, vt, read_ct, enqueued_at, last_read_at, message, headers
        )
        INSERT INTO pgmq.%I (msg_id, vt, read_ct, enqueued_at, last_read_at, message, headers)
        SELECT msg_id, vt, read_ct, enqueued_at, last_read_at, message, headers
        FROM archived
        RETURNING msg_id;
        $QUERY$,
        qtable, atable
    );
    EXECUTE sql USING msg_id INTO result;
    RETURN NOT (result IS NULL);
END;
$_$;

CREATE FUNCTION pgmq.bind_topic(pattern text, queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pgmq.validate_topic_pattern(pattern);
    IF queue_name IS NULL OR queue_name = '' THEN
        RAISE EXCEPTION 'queue_name cannot be NULL or empty';
    END IF;

    IF NOT EXISTS (SELECT 1 FROM pgmq.meta WHERE meta.queue_name = bind_topic.queue_name) THEN
        RAISE EXCEPTION 'Queue "%" does not exist. Create the queue first using pgmq.create()', queue_name;
    END IF;

    INSERT INTO pgmq.topic_bindings (pattern, queue_name)
    VALUES (pattern, queue_name)
    ON CONFLICT ON CONSTRAINT topic_bindings_unique_pattern_queue DO NOTHING;
END;
$$;

CREATE FUNCTION pgmq.convert_archive_partitioned(table_name text, partition_interval text DEFAULT '10000'::text, retention_interval text DEFAULT '100000'::text, leading_partition integer DEFAULT 10) RETURNS void
    LANGUAGE plpgsql
    AS $_$
DECLARE
  a_table_name TEXT := pgmq.format_table_name(table_name, 'a');
  a_table_name_old TEXT := pgmq.format_table_name(table_name, 'a') || '_old';
  qualified_a_table_name TEXT := format('pgmq.%I', a_table_name);
  partition_col TEXT;
  a_partition_col TEXT;
BEGIN

  PERFORM c.relkind
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = a_table_name
    AND c.relkind = 'p';

  IF FOUND THEN
    RAISE NOTICE 'Table %s is already partitioned', a_table_name;
    RETURN;
  END IF;

  PERFORM c.relkind
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relname = a_table_name
    AND c.relkind = 'r';

  IF NOT FOUND THEN
    RAISE NOTICE 'Table %s does not exists', a_table_name;
    RETURN;
  END IF;

  SELECT pgmq._get_partition_col(partition_interval) INTO partition_col;

  -- For archive tables, use archived_at for time-based partitioning
  IF partition_col = 'enqueued_at' THEN
    a_partition_col := 'archived_at';
  ELSE
    a_partition_col := partition_col;
  END IF;

  EXECUTE 'ALTER TABLE ' || qualified_a_table_name || ' RENAME TO ' || a_table_name_old;

  -- When partitioning by time (archived_at), we need to exclude constraints and indexes
  -- because the existing PRIMARY KEY on msg_id alone is incompatible with partitioning by archived_at.
  -- When partitioning by msg_id, we can keep all constraints including PRIMARY KEY.
  IF a_partition_col = 'archived_at' THEN
    EXECUTE format( 'CREATE TABLE pgmq.%I (LIKE pgmq.%I including defaults including generated including storage including comments) PARTITION BY RANGE (%I)', a_table_name, a_table_name_old, a_partition_col );
  ELSE
    EXECUTE format( 'CREATE TABLE pgmq.%I (LIKE pgmq.%I including all) PARTITION BY RANGE (%I)', a_table_name, a_table_name_old, a_partition_col );
  END IF;

  EXECUTE 'ALTER INDEX pgmq.archived_at_idx_' || table_name || ' RENAME TO archived_at_idx_' || table_name || '_old';
  EXECUTE 'CREATE INDEX archived_at_idx_'|| table_name || ' ON ' || qualified_a_table_name ||'(archived_at)';

  -- https://github.com/pgpartman/pg_partman/blob/master/doc/pg_partman.md
  -- p_parent_table - the existing parent table. MUST be schema qualified, even if in public schema.
  EXECUTE FORMAT(
    $QUERY$
    SELECT %I.create_parent(
      p_parent_table := %L,
      p_control := %L,
      p_interval := %L,
      p_type := case
        when pgmq._get_pg_partman_major_version() = 5 then 'range'
        else 'native'
      end
    )
    $QUERY$,
    pgmq._get_pg_partman_schema(),
    qualified_a_table_name,
    a_partition_col,
    partition_interval
  );

  EXECUTE FORMAT(
    $QUERY$
    UPDATE %I.part_config
    SET
      retention = %L,
      retention_keep_table = false,
      retention_keep_index = false,
      infinite_time_partitions = true
    WHERE
      parent_table = %L;
    $QUERY$,
    pgmq._get_pg_partman_schema(),
    retention_interval,
    qualified_a_table_name
  );
END;
$_$;

CREATE FUNCTION pgmq."create"(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pgmq.create_non_partitioned(queue_name);
END;
$$;

CREATE FUNCTION pgmq.create_fifo_index(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pgmq._create_fifo_index_if_not_exists(queue_name);
END;
$$;

CREATE FUNCTION pgmq.create_fifo_indexes_all() RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    queue_record RECORD;
BEGIN
    FOR queue_record IN SELECT queue_name FROM pgmq.meta LOOP
        PERFORM pgmq.create_fifo_index(queue_record.queue_name);
    END LOOP;
END;
$$;

CREATE FUNCTION pgmq.create_non_partitioned(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $_$
DECLARE
  qtable TEXT := pgmq.format_table_name(queue_name, 'q');
  qtable_seq TEXT := qtable || '_msg_id_seq';
  atable TEXT := pgmq.format_table_name(queue_name, 'a');
BEGIN
  PERFORM pgmq.validate_queue_name(queue_name);
  PERFORM pgmq.acquire_queue_lock(queue_name);

  EXECUTE FORMAT(
    $QUERY$
    CREATE TABLE IF NOT EXISTS pgmq.%I (
        msg_id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        read_ct INT DEFAULT 0 NOT NULL,
        enqueued_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        last_read_at TIMESTAMP WITH TIME ZONE,
        vt TIMESTAMP WITH TIME ZONE NOT NULL,
        message JSONB,
        headers JSONB
    )
    $QUERY$,
    qtable
  );

  EXECUTE FORMAT(
    $QUERY$
    CREATE TABLE IF NOT EXISTS pgmq.%I (
      msg_id BIGINT PRIMARY KEY,
      read_ct INT DEFAULT 0 NOT NULL,
      enqueued_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
      last_read_at TIMESTAMP WITH TIME ZONE,
      archived_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
      vt TIMESTAMP WITH TIME ZONE NOT NULL,
      message JSONB,
      headers JSONB
    );
    $QUERY$,
    atable
  );

  EXECUTE FORMAT(
    $QUERY$
    CREATE INDEX IF NOT EXISTS %I ON pgmq.%I (vt ASC);
    $QUERY$,
    qtable || '_vt_idx', qtable
  );

  EXECUTE FORMAT(
    $QUERY$
    CREATE INDEX IF NOT EXISTS %I ON pgmq.%I (archived_at);
    $QUERY$,
    'archived_at_idx_' || queue_name, atable
  );

  EXECUTE FORMAT(
    $QUERY$
    INSERT INTO pgmq.meta (queue_name, is_partitioned, is_unlogged)
    VALUES (%L, false, false)
    ON CONFLICT
    DO NOTHING;
    $QUERY$,
    queue_name
  );

END;
$_$;

CREATE FUNCTION pgmq.create_partitioned(queue_name text, partition_interval text DEFAULT '10000'::text, retention_interval text DEFAULT '100000'::text, premake integer DEFAULT 4) RETURNS void
    LANGUAGE plpgsql
    AS $_$
DECLARE
  partition_col TEXT;
  a_partition_col TEXT;
  qtable TEXT := pgmq.format_table_name(queue_name, 'q');
  qtable_seq TEXT := qtable || '_msg_id_seq';
  atable TEXT := pgmq.format_table_name(queue_name, 'a');
  fq_qtable TEXT := 'pgmq.' || qtable;
  fq_atable TEXT := 'pgmq.' || atable;
BEGIN
  PERFORM pgmq.validate_queue_name(queue_name);
  PERFORM pgmq.acquire_queue_lock(queue_name);
  PERFORM pgmq._ensure_pg_partman_installed();
  IF premake < 1 THEN
    RAISE EXCEPTION 'premake must be at least 1, got %', premake;
  END IF;
  SELECT pgmq._get_partition_col(partition_interval) INTO partition_col;

  EXECUTE FORMAT(
    $QUERY$
    CREATE TABLE IF NOT EXISTS pgmq.%I (
        msg_id BIGINT GENERATED BY DEFAULT AS IDENTITY,
        read_ct INT DEFAULT 0 NOT NULL,
        enqueued_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        last_read_at TIMESTAMP WITH TIME ZONE,
        vt TIMESTAMP WITH TIME ZONE NOT NULL,
        message JSONB,
        headers JSONB
    ) PARTITION BY RANGE (%I)
    $QUERY$,
    qtable, partition_col
  );

  -- https://github.com/pgpartman/pg_partman/blob/master/doc/pg_partman.md
  -- p_parent_table - the existing parent table. MUST be schema qualified, even if in public schema.
  EXECUTE FORMAT(
    $QUERY$
    SELECT %I.create_parent(
      p_parent_table := %L,
      p_control := %L,
      p_interval := %L,
      p_premake := %s,
      p_type := case
        when pgmq._get_pg_partman_major_version() = 5 then 'range'
        else 'native'
      end
    )
    $QUERY$,
    pgmq._get_pg_partman_schema(),
    fq_qtable,
    partition_col,
    partition_interval,
    premake
  );

  EXECUTE FORMAT(
    $QUERY$
    CREATE INDEX IF NOT EXISTS %I ON pgmq.%I (%I);
    $QUERY$,
    qtable || '_part_idx', qtable, partition_col
  );

  EXECUTE FORMAT(
    $QUERY$
    UPDATE %I.part_config
    SET
        retention = %L,
        retention_keep_table = false,
        retention_keep_index = true,
        automatic_maintenance = 'on'
    WHERE parent_table = %L;
    $QUERY$,
    pgmq._get_pg_partman_schema(),
    retention_interval,
    'pgmq.' || qtable
  );

  EXECUTE FORMAT(
    $QUERY$
    INSERT INTO pgmq.meta (queue_name, is_partitioned, is_unlogged)
    VALUES (%L, true, false)
    ON CONFLICT
    DO NOTHING;
    $QUERY$,
    queue_name
  );

  IF partition_col = 'enqueued_at' THEN
    a_partition_col := 'archived_at';
  ELSE
    a_partition_col := partition_col;
  END IF;

  EXECUTE FORMAT(
    $QUERY$
    CREATE TABLE IF NOT EXISTS pgmq.%I (
      msg_id BIGINT NOT NULL,
      read_ct INT DEFAULT 0 NOT NULL,
      enqueued_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
      last_read_at TIMESTAMP WITH TIME ZONE,
      archived_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
      vt TIMESTAMP WITH TIME ZONE NOT NULL,
      message JSONB,
      headers JSONB
    ) PARTITION BY RANGE (%I);
    $QUERY$,
    atable, a_partition_col
  );

  -- https://github.com/pgpartman/pg_partman/blob/master/doc/pg_partman.md
  -- p_parent_table - the existing parent table. MUST be schema qualified, even if in public schema.
  EXECUTE FORMAT(
    $QUERY$
    SELECT %I.create_parent(
      p_parent_table := %L,
      p_control := %L,
      p_interval := %L,
      p_premake := %s,
      p_type := case
        when pgmq._get_pg_partman_major_version() = 5 then 'range'
        else 'native'
      end
    )
    $QUERY$,
    pgmq._get_pg_partman_schema(),
    fq_atable,
    a_partition_col,
    partition_interval,
    premake
  );

  EXECUTE FORMAT(
    $QUERY$
    UPDATE %I.part_config
    SET
        retention = %L,
        retention_keep_table = false,
        retention_keep_index = true,
        automatic_maintenance = 'on'
    WHERE parent_table = %L;
    $QUERY$,
    pgmq._get_pg_partman_schema(),
    retention_interval,
    'pgmq.' || atable
  );

  EXECUTE FORMAT(
    $QUERY$
    CREATE INDEX IF NOT EXISTS %I ON pgmq.%I (archived_at);
    $QUERY$,
    'archived_at_idx_' || queue_name, atable
  );

END;
$_$;

CREATE FUNCTION pgmq.create_unlogged(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $_$
DECLARE
  qtable TEXT := pgmq.format_table_name(queue_name, 'q');
  qtable_seq TEXT := qtable || '_msg_id_seq';
  atable TEXT := pgmq.format_table_name(queue_name, 'a');
BEGIN
  PERFORM pgmq.validate_queue_name(queue_name);
  PERFORM pgmq.acquire_queue_lock(queue_name);

  EXECUTE FORMAT(
    $QUERY$
    CREATE UNLOGGED TABLE IF NOT EXISTS pgmq.%I (
        msg_id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        read_ct INT DEFAULT 0 NOT NULL,
        enqueued_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
        last_read_at TIMESTAMP WITH TIME ZONE,
        vt TIMESTAMP WITH TIME ZONE NOT NULL,
        message JSONB,
        headers JSONB
    )
    $QUERY$,
    qtable
  );

  EXECUTE FORMAT(
    $QUERY$
    CREATE TABLE IF NOT EXISTS pgmq.%I (
      msg_id BIGINT PRIMARY KEY,
      read_ct INT DEFAULT 0 NOT NULL,
      enqueued_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
      last_read_at TIMESTAMP WITH TIME ZONE,
      archived_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
      vt TIMESTAMP WITH TIME ZONE NOT NULL,
      message JSONB,
      headers JSONB
    );
    $QUERY$,
    atable
  );

  EXECUTE FORMAT(
    $QUERY$
    CREATE INDEX IF NOT EXISTS %I ON pgmq.%I (vt ASC);
    $QUERY$,
    qtable || '_vt_idx', qtable
  );

  EXECUTE FORMAT(
    $QUERY$
    CREATE INDEX IF NOT EXISTS %I ON pgmq.%I (archived_at);
    $QUERY$,
    'archived_at_idx_' || queue_name, atable
  );

  EXECUTE FORMAT(
    $QUERY$
    INSERT INTO pgmq.meta (queue_name, is_partitioned, is_unlogged)
    VALUES (%L, false, true)
    ON CONFLICT
    DO NOTHING;
    $QUERY$,
    queue_name
  );
END;
$_$;

CREATE FUNCTION pgmq.delete(queue_name text, msg_ids bigint[]) RETURNS SETOF bigint
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    sql := FORMAT(
        $QUERY$
        DELETE FROM pgmq.%I
        WHERE msg_id = ANY($1)
        RETURNING msg_id
        $QUERY$,
        qtable
    );
    RETURN QUERY EXECUTE sql USING msg_ids;
END;
$_$;

CREATE FUNCTION pgmq.delete(queue_name text, msg_id bigint) RETURNS boolean
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    result BIGINT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    sql := FORMAT(
        $QUERY$
        DELETE FROM pgmq.%I
        WHERE msg_id = $1
        RETURNING msg_id
        $QUERY$,
        qtable
    );
    EXECUTE sql USING msg_id INTO result;
    RETURN NOT (result IS NULL);
END;
$_$;

CREATE FUNCTION pgmq.detach_archive(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
  atable TEXT := pgmq.format_table_name(queue_name, 'a');
BEGIN
  RAISE WARNING 'detach_archive(queue_name) is deprecated and is a no-op. It will be removed in PGMQ v2.0. Archive tables are no longer member objects.';
END
$$;

CREATE FUNCTION pgmq.disable_notify_insert(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $_$
DECLARE
  qtable TEXT := pgmq.format_table_name(queue_name, 'q');
  v_queue_name TEXT := queue_name;
BEGIN
  EXECUTE FORMAT(
    $QUERY$
    DROP TRIGGER IF EXISTS trigger_notify_queue_insert_listeners ON pgmq.%I;
    $QUERY$,
    qtable
  );

  DELETE FROM pgmq.notify_insert_throttle nit WHERE nit.queue_name = v_queue_name;
END;
$_$;

CREATE FUNCTION pgmq.drop_queue(queue_name text) RETURNS boolean
    LANGUAGE plpgsql
    AS $_$
DECLARE
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
    qtable_seq TEXT := qtable || '_msg_id_seq';
    fq_qtable TEXT := 'pgmq.' || qtable;
    atable TEXT := pgmq.format_table_name(queue_name, 'a');
    fq_atable TEXT := 'pgmq.' || atable;
    partitioned BOOLEAN;
BEGIN
    PERFORM pgmq.acquire_queue_lock(queue_name);
    EXECUTE FORMAT(
        $QUERY$
        SELECT is_partitioned FROM pgmq.meta WHERE queue_name = %L
        $QUERY$,
        queue_name
    ) INTO partitioned;

    -- check if the queue exists
    IF NOT EXISTS (
        SELECT 1
        FROM information_schema.tables
        WHERE table_name = qtable and table_schema = 'pgmq'
    ) THEN
        RAISE NOTICE 'pgmq queue `%` does not exist', queue_name;
        RETURN FALSE;
    END IF;

    EXECUTE FORMAT(
        $QUERY$
        DROP TABLE IF EXISTS pgmq.%I
        $QUERY$,
        qtable
    );

    EXECUTE FORMAT(
        $QUERY$
        DROP TABLE IF EXISTS pgmq.%I
        $QUERY$,
        atable
    );

     IF EXISTS (
          SELECT 1
          FROM information_schema.tables
          WHERE table_name = 'meta' and table_schema = 'pgmq'
     ) THEN
        EXECUTE FORMAT(
            $QUERY$
            DELETE FROM pgmq.meta WHERE queue_name = %L
            $QUERY$,
            queue_name
        );
     END IF;

     IF partitioned THEN
        EXECUTE FORMAT(
          $QUERY$
          DELETE FROM %I.part_config where parent_table in (%L, %L)
          $QUERY$,
          pgmq._get_pg_partman_schema(), fq_qtable, fq_atable
        );
     END IF;

    RETURN TRUE;
END;
$_$;

CREATE FUNCTION pgmq.drop_queue(queue_name text, partitioned boolean) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
DECLARE
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
    fq_qtable TEXT := 'pgmq.' || qtable;
    atable TEXT := pgmq.format_table_name(queue_name, 'a');
    fq_atable TEXT := 'pgmq.' || atable;
BEGIN
    RAISE WARNING 'drop_queue(queue_name, partitioned) is deprecated and will be removed in PGMQ v2.0. Use drop_queue(queue_name) instead';

    PERFORM pgmq.drop_queue(queue_name);

    RETURN TRUE;
END;
$$;

CREATE FUNCTION pgmq.enable_notify_insert(queue_name text, throttle_interval_ms integer DEFAULT 250) RETURNS void
    LANGUAGE plpgsql
    AS $_$
DECLARE
  qtable TEXT := pgmq.format_table_name(queue_name, 'q');
  v_queue_name TEXT := queue_name;
  v_throttle_interval_ms INTEGER := throttle_interval_ms;
BEGIN
  -- Validate that throttle_interval_ms is non-negative
  IF v_throttle_interval_ms < 0 THEN
    RAISE EXCEPTION 'throttle_interval_ms must be non-negative';
  END IF;

  -- Validate that the queue table exists
  IF NOT EXISTS (SELECT 1 FROM information_schema.tables WHERE table_schema = 'pgmq' AND table_name = qtable) THEN
    RAISE EXCEPTION 'Queue "%" does not exist. Create it first using pgmq.create()', v_queue_name;
  END IF;

  PERFORM pgmq.disable_notify_insert(v_queue_name);

  INSERT INTO pgmq.notify_insert_throttle (queue_name, throttle_interval_ms)
  VALUES (v_queue_name, v_throttle_interval_ms)
  ON CONFLICT ON CONSTRAINT notify_insert_throttle_queue_name_key DO UPDATE
      SET throttle_interval_ms = EXCLUDED.throttle_interval_ms,
          last_notified_at = to_timestamp(0);

  EXECUTE FORMAT(
    $QUERY$
    CREATE CONSTRAINT TRIGGER trigger_notify_queue_insert_listeners
    AFTER INSERT ON pgmq.%I
    DEFERRABLE FOR EACH ROW
    EXECUTE PROCEDURE pgmq.notify_queue_listeners()
    $QUERY$,
    qtable
  );
END;
$_$;

CREATE FUNCTION pgmq.format_table_name(queue_name text, prefix text) RETURNS text
    LANGUAGE plpgsql
    AS $_$
BEGIN
    IF queue_name ~ '\$|;|--|'''
    THEN
        RAISE EXCEPTION 'queue name contains invalid characters: $, ;, --, or \''';
    END IF;
    RETURN lower(prefix || '_' || queue_name);
END;
$_$;

CREATE FUNCTION pgmq.list_notify_insert_throttles() RETURNS TABLE(queue_name text, throttle_interval_ms integer, last_notified_at timestamp with time zone)
    LANGUAGE sql STABLE
    AS $$
    SELECT queue_name, throttle_interval_ms, last_notified_at
    FROM pgmq.notify_insert_throttle
    ORDER BY queue_name;
$$;

CREATE FUNCTION pgmq.list_queues() RETURNS SETOF pgmq.queue_record
    LANGUAGE plpgsql
    AS $$
BEGIN
  RETURN QUERY SELECT * FROM pgmq.meta;
END
$$;

CREATE FUNCTION pgmq.list_topic_bindings() RETURNS TABLE(pattern text, queue_name text, bound_at timestamp with time zone, compiled_regex text)
    LANGUAGE sql STABLE
    AS $$
    SELECT pattern, queue_name, bound_at, compiled_regex
    FROM pgmq.topic_bindings
    ORDER BY bound_at DESC, pattern, queue_name;
$$;

CREATE FUNCTION pgmq.list_topic_bindings(queue_name text) RETURNS TABLE(pattern text, queue_name text, bound_at timestamp with time zone, compiled_regex text)
    LANGUAGE sql STABLE
    AS $$
    SELECT pattern, tb.queue_name, bound_at, compiled_regex
    FROM pgmq.topic_bindings tb
    WHERE tb.queue_name = list_topic_bindings.queue_name
    ORDER BY bound_at DESC, pattern;
$$;

CREATE FUNCTION pgmq.metrics(queue_name text) RETURNS pgmq.metrics_result
    LANGUAGE plpgsql
    AS $_$
DECLARE
    result_row pgmq.metrics_result;
    query TEXT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
    q_default_partition TEXT := qtable || '_default';
    a_default_partition TEXT := pgmq.format_table_name(queue_name, 'a') || '_default';
    default_partition_length BIGINT;
BEGIN
    -- Only partitioned queues have default partitions. Messages in them have no
    -- partition of their own, which means pg_partman maintenance is failing for
    -- this queue; a non-zero value here is the signal to act on. The planner's
    -- estimate is used so that a large spill does not slow down every scrape.
    IF to_regclass(FORMAT('pgmq.%I', q_default_partition)) IS NOT NULL THEN
        SELECT COALESCE(SUM(GREATEST(c.reltuples, 0))::bigint, 0)
        INTO default_partition_length
        FROM pg_class c
        WHERE c.oid IN (
            to_regclass(FORMAT('pgmq.%I', q_default_partition)),
            to_regclass(FORMAT('pgmq.%I', a_default_partition))
        );
    END IF;

    query := FORMAT(
        $QUERY$
        WITH q_summary AS (
            SELECT
                count(*) as queue_length,
                count(CASE WHEN vt <= NOW() THEN 1 END) as queue_visible_length,
                EXTRACT(epoch FROM (NOW() - max(enqueued_at)))::int as newest_msg_age_sec,
                EXTRACT(epoch FROM (NOW() - min(enqueued_at)))::int as oldest_msg_age_sec,
                NOW() as scrape_time
            FROM pgmq.%I
        ),
        all_metrics AS (
            SELECT CASE
                WHEN is_called THEN last_value ELSE 0
                END as total_messages
            FROM pgmq.%I
        )
        SELECT
            %L as queue_name,
            q_summary.queue_length,
            q_summary.newest_msg_age_sec,
            q_summary.oldest_msg_age_sec,
            all_metrics.total_messages,
            q_summary.scrape_time,
            q_summary.queue_visible_length,
            %L::bigint as default_partition_length
        FROM q_summary, all_metrics
        $QUERY$,
        qtable, qtable || '_msg_id_seq', queue_name, default_partition_length
    );
    EXECUTE query INTO result_row;
    RETURN result_row;
END;
$_$;

CREATE FUNCTION pgmq.metrics_all() RETURNS SETOF pgmq.metrics_result
    LANGUAGE plpgsql
    AS $$
DECLARE
    row_name RECORD;
    result_row pgmq.metrics_result;
BEGIN
    FOR row_name IN SELECT queue_name FROM pgmq.meta LOOP
        result_row := pgmq.metrics(row_name.queue_name);
        RETURN NEXT result_row;
    END LOOP;
END;
$$;

CREATE FUNCTION pgmq.notify_queue_listeners() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  queue_name_extracted TEXT; -- Queue name extracted from trigger table name
  updated_count        INTEGER; -- Number of rows updated (0 or 1)
BEGIN
  queue_name_extracted := substring(TG_TABLE_NAME from 3);

  UPDATE pgmq.notify_insert_throttle
  SET last_notified_at = clock_timestamp()
  WHERE queue_name = queue_name_extracted
    AND (
      throttle_interval_ms = 0 -- No throttling configured
          OR clock_timestamp() - last_notified_at >=
             (throttle_interval_ms * INTERVAL '1 millisecond') -- Throttle interval has elapsed
    );

  -- Check how many rows were updated (will be 0 or 1)
  GET DIAGNOSTICS updated_count = ROW_COUNT;

  IF updated_count > 0 THEN
    PERFORM PG_NOTIFY('pgmq.' || TG_TABLE_NAME || '.' || TG_OP, NULL);
  END IF;

RETURN NEW;
END;
$$;

CREATE FUNCTION pgmq.pop(queue_name text, qty integer DEFAULT 1) RETURNS SETOF pgmq.message_record
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    result pgmq.message_record;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    sql := FORMAT(
        $QUERY$
        WITH cte AS
            (
                SELECT msg_id
                FROM pgmq.%I
                WHERE vt <= clock_timestamp()
                ORDER BY msg_id ASC
                LIMIT $1
                FOR UPDATE SKIP LOCKED
            )
        DELETE from pgmq.%I
        WHERE msg_id IN (select msg_id from cte)
        RETURNING msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers;
        $QUERY$,
        qtable, qtable
    );
    RETURN QUERY EXECUTE sql USING qty;
END;
$_$;

CREATE FUNCTION pgmq.purge_queue(queue_name text) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
  deleted_count INTEGER;
  qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
  -- Get the row count before truncating
  EXECUTE format('SELECT count(*) FROM pgmq.%I', qtable) INTO deleted_count;

  -- Use TRUNCATE for better performance on large tables
  EXECUTE format('TRUNCATE TABLE pgmq.%I', qtable);

  -- Return the number of purged rows
  RETURN deleted_count;
END
$$;

CREATE FUNCTION pgmq.read(queue_name text, vt integer, qty integer, conditional jsonb DEFAULT '{}'::jsonb) RETURNS SETOF pgmq.message_record
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    sql := FORMAT(
        $QUERY$
        WITH cte AS
        (
            SELECT msg_id
            FROM pgmq.%I
            WHERE vt <= clock_timestamp() AND CASE
                WHEN %L != '{}'::jsonb THEN (message @> %2$L)::integer
                ELSE 1
            END = 1
            ORDER BY msg_id ASC
            LIMIT $1
            FOR UPDATE SKIP LOCKED
        )
        UPDATE pgmq.%I m
        SET
            last_read_at = clock_timestamp(),
            vt = clock_timestamp() + %L,
            read_ct = read_ct + 1
        FROM cte
        WHERE m.msg_id = cte.msg_id
        RETURNING m.msg_id, m.read_ct, m.enqueued_at, m.last_read_at, m.vt, m.message, m.headers;
        $QUERY$,
        qtable, conditional, qtable, make_interval(secs => vt)
    );
    RETURN QUERY EXECUTE sql USING qty;
END;
$_$;

CREATE FUNCTION pgmq.read_grouped(queue_name text, vt integer, qty integer) RETURNS SETOF pgmq.message_record
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    sql := FORMAT(
        $QUERY$
        WITH fifo_groups AS (
            -- Find the minimum msg_id for each FIFO group that's ready to be processed
            SELECT
                COALESCE(headers->>'x-pgmq-group', '_default_fifo_group') as fifo_key,
                MIN(msg_id) as min_msg_id
            FROM pgmq.%I
            WHERE vt <= clock_timestamp()
            GROUP BY COALESCE(headers->>'x-pgmq-group', '_default_fifo_group')
        ),
        locked_groups AS (
            -- Lock the first available message in each FIFO group
            SELECT
                m.msg_id,
                fg.fifo_key
            FROM pgmq.%I m
            INNER JOIN fifo_groups fg ON
                COALESCE(m.headers->>'x-pgmq-group', '_default_fifo_group') = fg.fifo_key
                AND m.msg_id = fg.min_msg_id
            WHERE m.vt <= clock_timestamp()
            ORDER BY m.msg_id ASC
            FOR UPDATE SKIP LOCKED
        ),
        group_priorities AS (
            -- Assign priority to groups based on their oldest message
            SELECT
                fifo_key,
                msg_id as min_msg_id,
                ROW_NUMBER() OVER (ORDER BY msg_id) as group_priority
            FROM locked_groups
        ),
        filtered_groups as (
            SELECT * FROM group_priorities gp
            WHERE NOT EXISTS (
                -- Ensure no earlier message in this group is currently being processed
                SELECT 1
                FROM pgmq.%I m2
                WHERE COALESCE(m2.headers->>'x-pgmq-group', '_default_fifo_group') = gp.fifo_key
                AND m2.vt > clock_timestamp()
                AND m2.msg_id < gp.min_msg_id
            )
        ),
        available_messages as (
            SELECT gp.fifo_key, t.msg_id,gp.group_priority,
                ROW_NUMBER() OVER (PARTITION BY gp.fifo_key ORDER BY t.msg_id) as msg_rank_in_group
            FROM filtered_groups gp
            CROSS JOIN LATERAL (
                SELECT *
                FROM pgmq.%I t
                WHERE COALESCE(t.headers->>'x-pgmq-group', '_default_fifo_group') = gp.fifo_key
                AND t.vt <= clock_timestamp()
                ORDER BY msg_id
                LIMIT $1  -- tip to limit query impact, we know we need at most qty in each group
            ) t
            ORDER BY gp.group_priority
        ),
        batch_selection AS (
            -- Select messages to fill batch, prioritizing earliest group
            SELECT
                msg_id,
                ROW_NUMBER() OVER (ORDER BY group_priority, msg_rank_in_group) as overall_rank
            FROM available_messages
        ),
        selected_messages AS (
            -- Limit to requested quantity
            SELECT msg_id
            FROM batch_selection
            WHERE overall_rank <= $1
            ORDER BY msg_id
            FOR UPDATE SKIP LOCKED
        )
        UPDATE pgmq.%I m
        SET
            vt = clock_timestamp() + %L,
            read_ct = read_ct + 1,
            last_read_at = clock_timestamp()
        FROM selected_messages sm
        WHERE m.msg_id = sm.msg_id
        RETURNING m.msg_id, m.read_ct, m.enqueued_at, m.last_read_at, m.vt, m.message, m.headers;
        $QUERY$,
        qtable, qtable, qtable, qtable, qtable, make_interval(secs => vt)
    );
    RETURN QUERY EXECUTE sql USING qty;
END;
$_$;

CREATE FUNCTION pgmq.read_grouped_head(queue_name text, vt integer, qty integer) RETURNS SETOF pgmq.message_record
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    sql := FORMAT(
        $QUERY$
        WITH fifo_groups AS (
            -- Determine the absolute head (oldest) message id per FIFO group, regardless of visibility
            SELECT
                COALESCE(headers->>'x-pgmq-group', '_default_fifo_group') AS fifo_key,
                MIN(msg_id) AS head_msg_id
            FROM pgmq.%1$I
            GROUP BY COALESCE(headers->>'x-pgmq-group', '_default_fifo_group')
        ),
        selected_messages AS (
            -- Take at most 1 message per group
            SELECT g.head_msg_id msg_id
            FROM fifo_groups g
            JOIN pgmq.%1$I q ON q.msg_id = g.head_msg_id
	        WHERE q.vt <= clock_timestamp()
            ORDER BY q.msg_id
            LIMIT $1
            FOR UPDATE SKIP LOCKED
        )
        UPDATE pgmq.%1$I m
        SET
            vt = clock_timestamp() + %2$L,
            read_ct = read_ct + 1,
            last_read_at = clock_timestamp()
        FROM selected_messages sm
        WHERE m.msg_id = sm.msg_id
        RETURNING m.msg_id, m.read_ct, m.enqueued_at, m.last_read_at, m.vt, m.message, m.headers;
        $QUERY$,
        qtable, make_interval(secs => vt)
    );
    RETURN QUERY EXECUTE sql USING qty;
END;
$_$;

CREATE FUNCTION pgmq.read_grouped_head_with_poll(queue_name text, vt integer, qty integer, max_poll_seconds integer DEFAULT 5, poll_interval_ms integer DEFAULT 100) RETURNS SETOF pgmq.message_record
    LANGUAGE plpgsql
    AS $$
DECLARE
    r pgmq.message_record;
    stop_at TIMESTAMPTZ;
BEGIN
    stop_at := clock_timestamp() + make_interval(secs => max_poll_seconds);
    LOOP
      IF clock_timestamp() >= stop_at THEN
        RETURN;
      END IF;

      FOR r IN
        SELECT * FROM pgmq.read_grouped_head(queue_name, vt, qty)
      LOOP
        RETURN NEXT r;
      END LOOP;
      IF FOUND THEN
        RETURN;
      ELSE
        PERFORM pg_sleep(poll_interval_ms::numeric / 1000);
      END IF;
    END LOOP;
END;
$$;

CREATE FUNCTION pgmq.read_grouped_rr(queue_name text, vt integer, qty integer) RETURNS SETOF pgmq.message_record
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    sql := FORMAT(
        $QUERY$
        WITH fifo_groups AS (
            -- Determine the absolute head (oldest) message id per FIFO group, regardless of visibility
            SELECT
                COALESCE(headers->>'x-pgmq-group', '_default_fifo_group') AS fifo_key,
                MIN(msg_id) AS head_msg_id
            FROM pgmq.%1$I
            GROUP BY COALESCE(headers->>'x-pgmq-group', '_default_fifo_group')
        ),
        eligible_groups AS (
            -- Only groups whose head message is currently visible
            -- Acquire a transaction-level advisory lock per group to prevent concurrent selection
            SELECT
                g.fifo_key,
                g.head_msg_id,
                ROW_NUMBER() OVER (ORDER BY g.head_msg_id) AS group_priority
            FROM fifo_groups g
            JOIN pgmq.%2$I h ON h.msg_id = g.head_msg_id
            WHERE h.vt <= clock_timestamp()
              AND pg_try_advisory_xact_lock(pg_catalog.hashtextextended(g.fifo_key, 0))
        ),
        available_messages AS (
            -- All currently visible messages starting at the head for each eligible group
            SELECT
                m.msg_id,
                eg.group_priority,
                ROW_NUMBER() OVER (
                    PARTITION BY eg.fifo_key
                    ORDER BY m.msg_id
                ) AS msg_rank_in_group
            FROM pgmq.%3$I m
            JOIN eligible_groups eg
              ON COALESCE(m.headers->>'x-pgmq-group', '_default_fifo_group') = eg.fifo_key
            WHERE m.vt <= clock_timestamp()
              AND m.msg_id >= eg.head_msg_id
        ),
        ordered_messages AS (
            -- Layered round-robin: take rank 1 of all groups by group_priority, then rank 2, etc.
            -- Assign selection order before locking
            SELECT msg_id, ROW_NUMBER() OVER (ORDER BY msg_rank_in_group, group_priority) as selection_order
            FROM available_messages
        ),
        selected_messages AS (
            -- Lock the messages in the correct order, preserving selection_order
            SELECT om.msg_id, om.selection_order
            FROM ordered_messages om
            JOIN pgmq.%4$I m ON m.msg_id = om.msg_id
            WHERE om.selection_order <= $1
            ORDER BY om.selection_order
            FOR UPDATE OF m SKIP LOCKED
        ),
        updated_messages AS (
            UPDATE pgmq.%5$I m
            SET
                vt = clock_timestamp() + %6$L,
                read_ct = read_ct + 1,
                last_read_at = clock_timestamp()
            FROM selected_messages sm
            WHERE m.msg_id = sm.msg_id
              AND m.vt <= clock_timestamp() -- final guard to avoid duplicate reads under races
            RETURNING m.msg_id, m.read_ct, m.enqueued_at, m.last_read_at, m.vt, m.message, m.headers, sm.selection_order
        )
        SELECT msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers
        FROM updated_messages
        ORDER BY selection_order;
        $QUERY$,
        qtable, qtable, qtable, qtable, qtable, make_interval(secs => vt)
    );
    RETURN QUERY EXECUTE sql USING qty;
END;
$_$;

CREATE FUNCTION pgmq.read_grouped_rr_with_poll(queue_name text, vt integer, qty integer, max_poll_seconds integer DEFAULT 5, poll_interval_ms integer DEFAULT 100) RETURNS SETOF pgmq.message_record
    LANGUAGE plpgsql
    AS $$
DECLARE
    r pgmq.message_record;
    stop_at TIMESTAMP;
BEGIN
    stop_at := clock_timestamp() + make_interval(secs => max_poll_seconds);
    LOOP
      IF (SELECT clock_timestamp() >= stop_at) THEN
        RETURN;
      END IF;

      FOR r IN
        SELECT * FROM pgmq.read_grouped_rr(queue_name, vt, qty)
      LOOP
        RETURN NEXT r;
      END LOOP;
      IF FOUND THEN
        RETURN;
      ELSE
        PERFORM pg_sleep(poll_interval_ms::numeric / 1000);
      END IF;
    END LOOP;
END;
$$;

CREATE FUNCTION pgmq.read_grouped_with_poll(queue_name text, vt integer, qty integer, max_poll_seconds integer DEFAULT 5, poll_interval_ms integer DEFAULT 100) RETURNS SETOF pgmq.message_record
    LANGUAGE plpgsql
    AS $$
DECLARE
    r pgmq.message_record;
    stop_at TIMESTAMP;
BEGIN
    stop_at := clock_timestamp() + make_interval(secs => max_poll_seconds);
    LOOP
      IF (SELECT clock_timestamp() >= stop_at) THEN
        RETURN;
      END IF;

      FOR r IN
        SELECT * FROM pgmq.read_grouped(queue_name, vt, qty)
      LOOP
        RETURN NEXT r;
      END LOOP;
      IF FOUND THEN
        RETURN;
      ELSE
        PERFORM pg_sleep(poll_interval_ms::numeric / 1000);
      END IF;
    END LOOP;
END;
$$;

CREATE FUNCTION pgmq.read_with_poll(queue_name text, vt integer, qty integer, max_poll_seconds integer DEFAULT 5, poll_interval_ms integer DEFAULT 100, conditional jsonb DEFAULT '{}'::jsonb) RETURNS SETOF pgmq.message_record
    LANGUAGE plpgsql
    AS $_$
DECLARE
    r pgmq.message_record;
    stop_at TIMESTAMP;
    sql TEXT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    stop_at := clock_timestamp() + make_interval(secs => max_poll_seconds);
    LOOP
      IF (SELECT clock_timestamp() >= stop_at) THEN
        RETURN;
      END IF;

      sql := FORMAT(
          $QUERY$
          WITH cte AS
          (
              SELECT msg_id
              FROM pgmq.%I
              WHERE vt <= clock_timestamp() AND CASE
                  WHEN %L != '{}'::jsonb THEN (message @> %2$L)::integer
                  ELSE 1
              END = 1
              ORDER BY msg_id ASC
              LIMIT $1
              FOR UPDATE SKIP LOCKED
          )
          UPDATE pgmq.%I m
          SET
              last_read_at = clock_timestamp(),
              vt = clock_timestamp() + %L,
              read_ct = read_ct + 1
          FROM cte
          WHERE m.msg_id = cte.msg_id
          RETURNING m.msg_id, m.read_ct, m.enqueued_at, m.last_read_at, m.vt, m.message, m.headers;
          $QUERY$,
          qtable, conditional, qtable, make_interval(secs => vt)
      );

      FOR r IN
        EXECUTE sql USING qty
      LOOP
        RETURN NEXT r;
      END LOOP;
      IF FOUND THEN
        RETURN;
      ELSE
        PERFORM pg_sleep(poll_interval_ms::numeric / 1000);
      END IF;
    END LOOP;
END;
$_$;

CREATE FUNCTION pgmq.send(queue_name text, msg jsonb) RETURNS SETOF bigint
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send(queue_name, msg, NULL, clock_timestamp());
$$;

CREATE FUNCTION pgmq.send(queue_name text, msg jsonb, delay integer) RETURNS SETOF bigint
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send(queue_name, msg, NULL, clock_timestamp() + make_interval(secs => delay));
$$;

CREATE FUNCTION pgmq.send(queue_name text, msg jsonb, headers jsonb) RETURNS SETOF bigint
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send(queue_name, msg, headers, clock_timestamp());
$$;

CREATE FUNCTION pgmq.send(queue_name text, msg jsonb, delay timestamp with time zone) RETURNS SETOF bigint
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send(queue_name, msg, NULL, delay);
$$;

CREATE FUNCTION pgmq.send(queue_name text, msg jsonb, headers jsonb, delay integer) RETURNS SETOF bigint
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send(queue_name, msg, headers, clock_timestamp() + make_interval(secs => delay));
$$;

CREATE FUNCTION pgmq.send(queue_name text, msg jsonb, headers jsonb, delay timestamp with time zone) RETURNS SETOF bigint
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    sql := FORMAT(
            $QUERY$
        INSERT INTO pgmq.%I (vt, message, headers)
        VALUES ($2, $1, $3)
        RETURNING msg_id;
        $QUERY$,
            qtable
           );
    RETURN QUERY EXECUTE sql USING msg, delay, headers;
END;
$_$;

CREATE FUNCTION pgmq.send_batch(queue_name text, msgs jsonb[]) RETURNS SETOF bigint
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send_batch(queue_name, msgs, NULL, clock_timestamp());
$$;

CREATE FUNCTION pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[]) RETURNS SETOF bigint
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send_batch(queue_name, msgs, headers, clock_timestamp());
$$;

CREATE FUNCTION pgmq.send_batch(queue_name text, msgs jsonb[], delay integer) RETURNS SETOF bigint
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send_batch(queue_name, msgs, NULL, clock_timestamp() + make_interval(secs => delay));
$$;

CREATE FUNCTION pgmq.send_batch(queue_name text, msgs jsonb[], delay timestamp with time zone) RETURNS SETOF bigint
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send_batch(queue_name, msgs, NULL, delay);
$$;

CREATE FUNCTION pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay integer) RETURNS SETOF bigint
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send_batch(queue_name, msgs, headers, clock_timestamp() + make_interval(secs => delay));
$$;

CREATE FUNCTION pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay timestamp with time zone) RETURNS SETOF bigint
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pgmq._validate_batch_params(msgs, headers);
    RETURN QUERY SELECT * FROM pgmq._send_batch(queue_name, msgs, headers, delay);
END;
$$;

CREATE FUNCTION pgmq.send_batch_topic(routing_key text, msgs jsonb[]) RETURNS TABLE(queue_name text, msg_id bigint)
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send_batch_topic(routing_key, msgs, NULL, clock_timestamp());
$$;

CREATE FUNCTION pgmq.send_batch_topic(routing_key text, msgs jsonb[], headers jsonb[]) RETURNS TABLE(queue_name text, msg_id bigint)
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send_batch_topic(routing_key, msgs, headers, clock_timestamp());
$$;

CREATE FUNCTION pgmq.send_batch_topic(routing_key text, msgs jsonb[], delay integer) RETURNS TABLE(queue_name text, msg_id bigint)
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send_batch_topic(routing_key, msgs, NULL, clock_timestamp() + make_interval(secs => delay));
$$;

CREATE FUNCTION pgmq.send_batch_topic(routing_key text, msgs jsonb[], delay timestamp with time zone) RETURNS TABLE(queue_name text, msg_id bigint)
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send_batch_topic(routing_key, msgs, NULL, delay);
$$;

CREATE FUNCTION pgmq.send_batch_topic(routing_key text, msgs jsonb[], headers jsonb[], delay integer) RETURNS TABLE(queue_name text, msg_id bigint)
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.send_batch_topic(routing_key, msgs, headers, clock_timestamp() + make_interval(secs => delay));
$$;

CREATE FUNCTION pgmq.send_batch_topic(routing_key text, msgs jsonb[], headers jsonb[], delay timestamp with time zone) RETURNS TABLE(queue_name text, msg_id bigint)
    LANGUAGE plpgsql
    AS $$
DECLARE
    b RECORD;
BEGIN
    PERFORM pgmq.validate_routing_key(routing_key);

    -- Validate batch parameters once (not per queue)
    PERFORM pgmq._validate_batch_params(msgs, headers);

    -- Filter matching patterns in SQL for better performance (uses index)
    -- Any failure will rollback the entire transaction
    FOR b IN
        SELECT DISTINCT tb.queue_name
        FROM pgmq.topic_bindings tb
        WHERE routing_key ~ tb.compiled_regex
        ORDER BY tb.queue_name -- Deterministic ordering, deduplicated by queue_name
        LOOP
            -- Use private _send_batch to avoid redundant validation
            RETURN QUERY
            SELECT b.queue_name, batch_result.msg_id
            FROM pgmq._send_batch(b.queue_name, msgs, headers, delay) AS batch_result(msg_id);
        END LOOP;

    RETURN;
END;
$$;

CREATE FUNCTION pgmq.send_topic(routing_key text, msg jsonb) RETURNS integer
    LANGUAGE plpgsql
    AS $$
BEGIN
    RETURN pgmq.send_topic(routing_key, msg, NULL, 0);
END;
$$;

CREATE FUNCTION pgmq.send_topic(routing_key text, msg jsonb, delay integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
BEGIN
    RETURN pgmq.send_topic(routing_key, msg, NULL, delay);
END;
$$;

CREATE FUNCTION pgmq.send_topic(routing_key text, msg jsonb, headers jsonb, delay integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
    b             RECORD;
    matched_count integer := 0;
BEGIN
    PERFORM pgmq.validate_routing_key(routing_key);

    IF msg IS NULL THEN
        RAISE EXCEPTION 'msg cannot be NULL';
    END IF;

    IF delay < 0 THEN
        RAISE EXCEPTION 'delay cannot be negative, got: %', delay;
    END IF;

    -- Filter matching patterns in SQL for better performance (uses index)
    -- Any failure will rollback the entire transaction
    FOR b IN
        SELECT DISTINCT tb.queue_name
        FROM pgmq.topic_bindings tb
        WHERE routing_key ~ tb.compiled_regex
        ORDER BY tb.queue_name -- Deterministic ordering, deduplicated by queue_name
        LOOP
            PERFORM pgmq.send(b.queue_name, msg, headers, delay);
            matched_count := matched_count + 1;
        END LOOP;

    RETURN matched_count;
END;
$$;

CREATE FUNCTION pgmq.set_vt(queue_name text, msg_ids bigint[], vt integer) RETURNS SETOF pgmq.message_record
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.set_vt(queue_name, msg_ids, clock_timestamp() + make_interval(secs => vt));
$$;

CREATE FUNCTION pgmq.set_vt(queue_name text, msg_ids bigint[], vt timestamp with time zone) RETURNS SETOF pgmq.message_record
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    sql := FORMAT(
        $QUERY$
        UPDATE pgmq.%I
        SET vt = $1
        WHERE msg_id = ANY($2)
        RETURNING msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers;
        $QUERY$,
        qtable
    );
    RETURN QUERY EXECUTE sql USING vt, msg_ids;
END;
$_$;

CREATE FUNCTION pgmq.set_vt(queue_name text, msg_id bigint, vt integer) RETURNS SETOF pgmq.message_record
    LANGUAGE sql
    AS $$
    SELECT * FROM pgmq.set_vt(queue_name, msg_id, clock_timestamp() + make_interval(secs => vt));
$$;

CREATE FUNCTION pgmq.set_vt(queue_name text, msg_id bigint, vt timestamp with time zone) RETURNS SETOF pgmq.message_record
    LANGUAGE plpgsql
    AS $_$
DECLARE
    sql TEXT;
    result pgmq.message_record;
    qtable TEXT := pgmq.format_table_name(queue_name, 'q');
BEGIN
    sql := FORMAT(
        $QUERY$
        UPDATE pgmq.%I
        SET vt = $1
        WHERE msg_id = $2
        RETURNING msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers;
        $QUERY$, 
        qtable
    );
    RETURN QUERY EXECUTE sql USING vt, msg_id;
END;
$_$;

CREATE FUNCTION pgmq.test_routing(routing_key text) RETURNS TABLE(pattern text, queue_name text, compiled_regex text)
    LANGUAGE plpgsql STABLE
    AS $$
BEGIN
    PERFORM pgmq.validate_routing_key(routing_key);
    RETURN QUERY
        SELECT b.pattern,
               b.queue_name,
               b.compiled_regex
        FROM pgmq.topic_bindings b
        WHERE routing_key ~ b.compiled_regex
        ORDER BY b.pattern;
END;
$$;

CREATE FUNCTION pgmq.unbind_topic(pattern text, queue_name text) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
DECLARE
    rows_deleted integer;
BEGIN
    IF pattern IS NULL OR pattern = '' THEN
        RAISE EXCEPTION 'pattern cannot be NULL or empty';
    END IF;

    IF queue_name IS NULL OR queue_name = '' THEN
        RAISE EXCEPTION 'queue_name cannot be NULL or empty';
    END IF;

    DELETE
    FROM pgmq.topic_bindings
    WHERE topic_bindings.pattern = unbind_topic.pattern
      AND topic_bindings.queue_name = unbind_topic.queue_name;

    GET DIAGNOSTICS rows_deleted = ROW_COUNT;

    IF rows_deleted > 0 THEN
        RETURN true;
    ELSE
        RETURN false;
    END IF;
END;
$$;

CREATE FUNCTION pgmq.update_notify_insert(queue_name text, throttle_interval_ms integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF throttle_interval_ms < 0 THEN
        RAISE EXCEPTION 'throttle_interval_ms must be non-negative, got: %', throttle_interval_ms;
    END IF;

    IF NOT EXISTS (SELECT 1 FROM pgmq.meta WHERE meta.queue_name = update_notify_insert.queue_name) THEN
        RAISE EXCEPTION 'Queue "%" does not exist. Create the queue first using pgmq.create()', queue_name;
    END IF;

    IF NOT EXISTS (SELECT 1 FROM pgmq.notify_insert_throttle WHERE notify_insert_throttle.queue_name = update_notify_insert.queue_name) THEN
        RAISE EXCEPTION 'Queue "%" does not have notify_insert enabled. Enable it first using pgmq.enable_notify_insert()', queue_name;
    END IF;

    UPDATE pgmq.notify_insert_throttle
    SET throttle_interval_ms = update_notify_insert.throttle_interval_ms,
        last_notified_at = to_timestamp(0)
    WHERE notify_insert_throttle.queue_name = update_notify_insert.queue_name;
END;
$$;

CREATE FUNCTION pgmq.validate_queue_name(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF length(queue_name) > 47 THEN
    -- complete table identifier must be <= 63
    -- https://www.postgresql.org/docs/17/sql-syntax-lexical.html#SQL-SYNTAX-IDENTIFIERS
    -- e.g. template_pgmq_q_my_queue is an identifier for my_queue when partitioned
    -- template_pgmq_q_ (16) + <a max length queue name> (47) = 63 
    RAISE EXCEPTION 'queue name is too long, maximum length is 47 characters';
  END IF;
END;
$$;

CREATE FUNCTION pgmq.validate_routing_key(routing_key text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    AS $_$
BEGIN
    -- Valid routing key examples:
    --   "logs.error"
    --   "app.user-service.auth"
    --   "system_events.db.connection_failed"
    --
    -- Invalid routing key examples:
    --   ""                     - empty
    --   ".logs.error"          - starts with dot
    --   "logs.error."          - ends with dot
    --   "logs..error"          - consecutive dots
    --   "logs.error!"          - invalid character
    --   "logs error"           - space not allowed
    --   "logs.*"               - wildcards not allowed in routing keys

    IF routing_key IS NULL OR routing_key = '' THEN
        RAISE EXCEPTION 'routing_key cannot be NULL or empty';
    END IF;

    IF length(routing_key) > 255 THEN
        RAISE EXCEPTION 'routing_key length cannot exceed 255 characters, got % characters', length(routing_key);
    END IF;

    IF routing_key !~ '^[a-zA-Z0-9._-]+$' THEN
        RAISE EXCEPTION 'routing_key contains invalid characters. Only alphanumeric, dots, hyphens, and underscores are allowed. Got: %', routing_key;
    END IF;

    IF routing_key ~ '^\.' THEN
        RAISE EXCEPTION 'routing_key cannot start with a dot. Got: %', routing_key;
    END IF;

    IF routing_key ~ '\.$' THEN
        RAISE EXCEPTION 'routing_key cannot end with a dot. Got: %', routing_key;
    END IF;

    IF routing_key ~ '\.\.' THEN
        RAISE EXCEPTION 'routing_key cannot contain consecutive dots. Got: %', routing_key;
    END IF;

    RETURN true;
END;
$_$;

CREATE FUNCTION pgmq.validate_topic_pattern(pattern text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    AS $_$
BEGIN
    -- Valid pattern examples:
    --   "logs.*"           - matches one segment after logs. (e.g., logs.error, logs.info)
    --   "logs.#"           - matches one or more segments after logs. (e.g., logs.error, logs.api.error)
    --   "*.error"          - matches one segment before .error (e.g., app.error, db.error)
    --   "#.error"          - matches one or more segments before .error (e.g., app.error, x.y.error)
    --   "app.*.#"          - mixed wildcards (one segment then one or more)
    --   "#"                - catch-all pattern, matches any routing key
    --
    -- Invalid pattern examples:
    --   ".logs.*"          - starts with dot
    --   "logs.*."          - ends with dot
    --   "logs..error"      - consecutive dots
    --   "logs.**"          - consecutive stars
    --   "logs.##"          - consecutive hashes
    --   "logs.*#"          - adjacent wildcards
    --   "logs.error!"      - invalid character

    IF pattern IS NULL OR pattern = '' THEN
        RAISE EXCEPTION 'pattern cannot be NULL or empty';
    END IF;

    IF length(pattern) > 255 THEN
        RAISE EXCEPTION 'pattern length cannot exceed 255 characters, got % characters', length(pattern);
    END IF;

    IF pattern !~ '^[a-zA-Z0-9._\-*#]+$' THEN
        RAISE EXCEPTION 'pattern contains invalid characters. Only alphanumeric, dots, hyphens, underscores, *, and # are allowed. Got: %', pattern;
    END IF;

    IF pattern ~ '^\.' THEN
        RAISE EXCEPTION 'pattern cannot start with a dot. Got: %', pattern;
    END IF;

    IF pattern ~ '\.$' THEN
        RAISE EXCEPTION 'pattern cannot end with a dot. Got: %', pattern;
    END IF;

    IF pattern ~ '\.\.' THEN
        RAISE EXCEPTION 'pattern cannot contain consecutive dots. Got: %', pattern;
    END IF;

    IF pattern ~ '\*\*' THEN
        RAISE EXCEPTION 'pattern cannot contain consecutive stars (**). Use # for multi-segment matching. Got: %', pattern;
    END IF;

    IF pattern ~ '##' THEN
        RAISE EXCEPTION 'pattern cannot contain consecutive hashes (##). A single # already matches zero or more segments. Got: %', pattern;
    END IF;

    IF pattern ~ '\*#' OR pattern ~ '#\*' THEN
        RAISE EXCEPTION 'pattern cannot contain adjacent wildcards (*# or #*). Separate wildcards with dots. Got: %', pattern;
    END IF;

    RETURN true;
END;
$_$;

CREATE FUNCTION public.agent_embedding_share() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.shared := NEW.owner_id IS NULL AND EXISTS (
        SELECT 1 FROM dynamic_agents a WHERE a.id = NEW.specialist_id AND a.status = 'verified' AND a.scope = 'global' AND a.routable
    );
    RETURN NEW;
END $$;

CREATE FUNCTION public.agent_share_embeddings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE agent_embeddings SET shared = (NEW.status = 'verified' AND NEW.scope = 'global' AND NEW.routable)
    WHERE specialist_id = NEW.id AND owner_id IS NULL AND shared IS DISTINCT FROM (NEW.status = 'verified' AND NEW.scope = 'global' AND NEW.routable);
    RETURN NULL;
END $$;

CREATE FUNCTION public.agent_status_change_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.actor_id IS NULL THEN
            IF OLD.actor_id IS NOT NULL AND NEW.actor_name = 'former user' THEN OLD.actor_name := NEW.actor_name; END IF;
            OLD.actor_id := NULL;
        END IF;
        IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
        RAISE EXCEPTION 'A status change never changes.' USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (SELECT 1 FROM dynamic_agents WHERE id = OLD.specialist_id) THEN
        RAISE EXCEPTION 'A status change is kept as long as its specialist.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.agent_supervised_use_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.session_id IS NULL THEN OLD.session_id := NULL; END IF;
    IF NEW.user_id IS NULL THEN OLD.user_id := NULL; END IF;
    IF OLD.execution_id IS NULL THEN OLD.execution_id := NEW.execution_id; END IF;
    IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'A supervised use never changes.' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.agent_version_guard_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM dynamic_agents WHERE id = OLD.specialist_id) THEN
        RAISE EXCEPTION 'A version of a specialist is kept as long as the specialist.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.agent_version_guard_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF (NEW.id, NEW.specialist_id, NEW.number, NEW.digest, NEW.spec, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.specialist_id, OLD.number, OLD.digest, OLD.spec, OLD.created_at)
        OR ((NEW.tests IS DISTINCT FROM OLD.tests
             OR (OLD.capabilities IS NOT NULL AND NEW.capabilities IS DISTINCT FROM OLD.capabilities))
            AND NOT EXISTS (SELECT 1 FROM dynamic_agents WHERE id = OLD.specialist_id AND builtin))
    THEN
        RAISE EXCEPTION 'A version of a specialist never changes. Add a new version.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.case_rows_guard_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM specialist_approvals WHERE id = OLD.case_id) THEN
        RAISE EXCEPTION 'Events and verdicts are kept as long as the case.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.case_rows_guard_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'Events and verdicts of a case never change.' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.case_verdict_guard_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    OLD.details := OLD.details - 'cases' - 'failures';
    IF OLD.stage = 'train' AND NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'Events and verdicts of a case never change.' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.disclosure_events_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.actor_name = 'former user'
       AND NOT EXISTS (SELECT 1 FROM accounts_user WHERE id = OLD.actor_ref) THEN
        OLD.actor_name := NEW.actor_name;
        IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION 'disclosure events are append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.domain_event_deliver() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO event_deliveries (id, created_at, webhook_id, event_id, state, attempts, due_at, error)
    SELECT gen_random_uuid(), now(), hook.id, NEW.id, 'waiting', 0, now(), ''
      FROM event_webhooks hook
     WHERE hook.state = 'active' AND jsonb_exists(hook.events, NEW.name)
       AND (hook.covers_id IS NULL OR hook.covers_id = NEW.user_id);
    RETURN NULL;
END $$;

CREATE FUNCTION public.domain_event_pending() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.pending := EXISTS (
        SELECT 1 FROM policy_patterns
         WHERE state = 'active' AND trigger_event = NEW.name AND (covers_id IS NULL OR covers_id = NEW.user_id)
    );
    RETURN NEW;
END $$;

CREATE FUNCTION public.security_events_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.seal_id IS NULL AND NEW.seal_id IS NOT NULL
       AND to_jsonb(NEW) - 'seal_id' = to_jsonb(OLD) - 'seal_id' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the security log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.security_seals_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'the security log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.session_egress_guard_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM sessions WHERE id = OLD.session_id) THEN
        RAISE EXCEPTION 'An egress receipt is kept as long as its session.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION public.session_egress_guard_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF OLD.outcome <> 'started' AND (NEW.reply IS NOT NULL OR to_jsonb(NEW) - 'reply' IS DISTINCT FROM to_jsonb(OLD) - 'reply') THEN
        RAISE EXCEPTION 'A closed egress receipt never changes.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION public.tool_receipt_chains_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.user_id = OLD.user_id AND NEW.seq = OLD.seq + 1 THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' AND current_setting('kingdom.receipts_purge', true) = OLD.user_id::text THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'a chain of tool receipts only grows: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.tool_receipts_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'DELETE'
       AND current_setting('kingdom.receipts_purge', true) = OLD.user_id::text
       AND NOT EXISTS (SELECT 1 FROM accounts_user WHERE id = OLD.user_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'tool receipts are append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE pgmq.a_kingdom (
    msg_id bigint NOT NULL,
    read_ct integer DEFAULT 0 NOT NULL,
    enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
    last_read_at timestamp with time zone,
    archived_at timestamp with time zone DEFAULT now() NOT NULL,
    vt timestamp with time zone NOT NULL,
    message jsonb,
    headers jsonb
);

CREATE TABLE pgmq.meta (
    queue_name character varying NOT NULL,
    is_partitioned boolean NOT NULL,
    is_unlogged boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE UNLOGGED TABLE pgmq.notify_insert_throttle (
    queue_name character varying NOT NULL,
    throttle_interval_ms integer DEFAULT 0 NOT NULL,
    last_notified_at timestamp with time zone DEFAULT to_timestamp((0)::double precision) NOT NULL
);

CREATE TABLE pgmq.q_kingdom (
    msg_id bigint NOT NULL,
    read_ct integer DEFAULT 0 NOT NULL,
    enqueued_at timestamp with time zone DEFAULT now() NOT NULL,
    last_read_at timestamp with time zone,
    vt timestamp with time zone NOT NULL,
    message jsonb,
    headers jsonb
);

ALTER TABLE pgmq.q_kingdom ALTER COLUMN msg_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME pgmq.q_kingdom_msg_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE pgmq.topic_bindings (
    pattern text NOT NULL,
    queue_name text NOT NULL,
    bound_at timestamp with time zone DEFAULT now() NOT NULL,
    compiled_regex text GENERATED ALWAYS AS ((('^'::text || replace(replace(regexp_replace(pattern, '([.+?{}()|\[\]\\^$])'::text, '\\\1'::text, 'g'::text), '*'::text, '[^.]+'::text), '#'::text, '.*'::text)) || '$'::text)) STORED
);

CREATE TABLE public.account_deletions (
    lease_owner character varying(100) NOT NULL,
    lease_expires_at timestamp with time zone,
    attempts smallint NOT NULL,
    enqueued_at timestamp with time zone,
    retry_at timestamp with time zone,
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    user_ref bigint NOT NULL,
    state character varying(7) NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT account_deletions_attempts_check CHECK ((attempts >= 0))
);

CREATE TABLE public.accounts_apitoken (
    digest character varying(128) NOT NULL,
    token_key character varying(25) NOT NULL,
    created timestamp with time zone NOT NULL,
    expiry timestamp with time zone,
    name character varying(100) NOT NULL,
    last_used_at timestamp with time zone,
    user_id bigint NOT NULL,
    scopes jsonb NOT NULL
);

CREATE TABLE public.accounts_signedinsession (
    id bigint NOT NULL,
    session_key character varying(40) NOT NULL,
    browser character varying(200) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    user_id bigint NOT NULL
);

ALTER TABLE public.accounts_signedinsession ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_signedinsession_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.accounts_signinlink (
    id bigint NOT NULL,
    secret_digest character varying(64) NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    user_id bigint NOT NULL
);

ALTER TABLE public.accounts_signinlink ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_signinlink_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.accounts_user (
    id bigint NOT NULL,
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    username character varying(150) NOT NULL,
    first_name character varying(150) NOT NULL,
    last_name character varying(150) NOT NULL,
    email character varying(254) NOT NULL,
    is_staff boolean NOT NULL,
    is_active boolean NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    theme character varying(5) NOT NULL,
    time_zone character varying(64) NOT NULL,
    language character varying(2) NOT NULL
);

CREATE TABLE public.accounts_user_groups (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    group_id integer NOT NULL
);

ALTER TABLE public.accounts_user_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_user_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.accounts_user ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.accounts_user_user_permissions (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    permission_id integer NOT NULL
);

ALTER TABLE public.accounts_user_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_user_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.active_embedding_space (
    id smallint NOT NULL,
    kind character varying(20) NOT NULL,
    CONSTRAINT active_embedding_space_id_check CHECK ((id >= 0)),
    CONSTRAINT active_space_one_row CHECK ((id = 1))
);

CREATE TABLE public.agent_canaries (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    share double precision NOT NULL,
    required_executions integer NOT NULL,
    executions integer NOT NULL,
    successes integer NOT NULL,
    state character varying(7) NOT NULL,
    finished_at timestamp with time zone,
    specialist_id uuid NOT NULL,
    previous_id uuid,
    version_id uuid NOT NULL,
    CONSTRAINT agent_canaries_executions_check CHECK ((executions >= 0)),
    CONSTRAINT agent_canaries_required_executions_check CHECK ((required_executions >= 0)),
    CONSTRAINT agent_canaries_successes_check CHECK ((successes >= 0))
);

CREATE TABLE public.agent_embeddings (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(10) NOT NULL,
    text text NOT NULL,
    text_digest character varying(64) NOT NULL,
    encoder character varying(80) NOT NULL,
    vector public.halfvec(384) NOT NULL,
    source character varying(8) NOT NULL,
    shared boolean NOT NULL,
    owner_id bigint,
    specialist_id uuid NOT NULL
);

ALTER TABLE public.agent_embeddings ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.agent_embeddings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.agent_renames (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    old_role character varying(100) NOT NULL,
    new_role character varying(100) NOT NULL,
    specialist_id uuid NOT NULL
);

CREATE TABLE public.agent_status_changes (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    digest character varying(64) NOT NULL,
    kind character varying(10) NOT NULL,
    old_status character varying(12) NOT NULL,
    new_status character varying(12) NOT NULL,
    old_scope character varying(6) NOT NULL,
    new_scope character varying(6) NOT NULL,
    actor_name character varying(150) NOT NULL,
    automatic boolean NOT NULL,
    reason text NOT NULL,
    evidence jsonb NOT NULL,
    actor_id bigint,
    specialist_id uuid NOT NULL,
    successor_id uuid,
    version_id uuid
);

CREATE TABLE public.agent_supervised_uses (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    message_fingerprint character varying(32) NOT NULL,
    sends jsonb NOT NULL,
    session_id uuid,
    user_id bigint,
    version_id uuid NOT NULL,
    execution_id uuid
);

CREATE TABLE public.agent_test_runs (
    lease_owner character varying(100) NOT NULL,
    lease_expires_at timestamp with time zone,
    attempts smallint NOT NULL,
    enqueued_at timestamp with time zone,
    retry_at timestamp with time zone,
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    digest character varying(64) NOT NULL,
    state character varying(9) NOT NULL,
    done integer NOT NULL,
    passed integer NOT NULL,
    total integer NOT NULL,
    mock boolean NOT NULL,
    results jsonb NOT NULL,
    error text NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    requested_by_id bigint,
    version_id uuid NOT NULL,
    waiting_since timestamp with time zone,
    cassette_id uuid,
    CONSTRAINT agent_test_runs_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT agent_test_runs_done_check CHECK ((done >= 0)),
    CONSTRAINT agent_test_runs_passed_check CHECK ((passed >= 0)),
    CONSTRAINT agent_test_runs_total_check CHECK ((total >= 0))
);

CREATE TABLE public.agent_versions (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    number integer NOT NULL,
    digest character varying(64) NOT NULL,
    spec jsonb NOT NULL,
    tests jsonb NOT NULL,
    mock_trained boolean NOT NULL,
    specialist_id uuid NOT NULL,
    capabilities jsonb,
    CONSTRAINT agent_versions_number_check CHECK ((number >= 0))
);

CREATE TABLE public.approval_events (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(10) NOT NULL,
    channel character varying(20) NOT NULL,
    choice character varying(20) NOT NULL,
    reason text NOT NULL,
    actor_id bigint,
    approval_id uuid NOT NULL
);

ALTER TABLE public.approval_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.approval_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.approvals (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    session_seq integer,
    kind character varying(20) NOT NULL,
    subject jsonb NOT NULL,
    args_hash character varying(64) NOT NULL,
    title character varying(500) NOT NULL,
    text text NOT NULL,
    choices jsonb NOT NULL,
    rule_preview jsonb NOT NULL,
    state character varying(10) NOT NULL,
    choice character varying(20) NOT NULL,
    note text NOT NULL,
    decided_at timestamp with time zone,
    channel character varying(20) NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    decided_by_id bigint,
    session_id uuid,
    user_id bigint NOT NULL,
    CONSTRAINT approval_decided_has_choice CHECK ((((decided_at IS NOT NULL) AND ((state)::text = 'decided'::text) AND (NOT ((choice)::text = ''::text))) OR ((NOT ((state)::text = 'decided'::text)) AND ((choice)::text = ''::text)))),
    CONSTRAINT approvals_session_seq_check CHECK ((session_seq >= 0))
);

CREATE TABLE public.audit_findings (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    key character varying(200) NOT NULL,
    code character varying(40) NOT NULL,
    level character varying(8) NOT NULL,
    message text NOT NULL,
    action character varying(24) NOT NULL,
    figures jsonb NOT NULL,
    evidence jsonb NOT NULL,
    state character varying(9) NOT NULL,
    last_seen timestamp with time zone NOT NULL,
    resolution text NOT NULL,
    resolved_by_id bigint,
    report_id uuid NOT NULL,
    specialist_id uuid,
    version_id uuid,
    change_id uuid
);

CREATE TABLE public.audit_reports (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(12) NOT NULL,
    slot timestamp with time zone NOT NULL,
    looked_at integer NOT NULL,
    standards jsonb NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT audit_reports_looked_at_check CHECK ((looked_at >= 0))
);

CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);

ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);

ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);

ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.axes_accessattempt (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    get_data text NOT NULL,
    post_data text NOT NULL,
    failures_since_start integer NOT NULL,
    CONSTRAINT axes_accessattempt_failures_since_start_check CHECK ((failures_since_start >= 0))
);

ALTER TABLE public.axes_accessattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accessattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.axes_accessattemptexpiration (
    access_attempt_id integer NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.axes_accessfailurelog (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    locked_out boolean NOT NULL
);

ALTER TABLE public.axes_accessfailurelog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accessfailurelog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.axes_accesslog (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    logout_time timestamp with time zone,
    session_hash character varying(64) NOT NULL
);

ALTER TABLE public.axes_accesslog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accesslog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.budgets (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    scope character varying(12) NOT NULL,
    executions integer,
    tokens bigint,
    cost_micros bigint,
    sandbox_s integer,
    user_id bigint,
    CONSTRAINT budget_user CHECK (((((scope)::text = 'user'::text) AND (user_id IS NOT NULL)) OR ((NOT ((scope)::text = 'user'::text)) AND (user_id IS NULL)))),
    CONSTRAINT budgets_cost_micros_check CHECK ((cost_micros >= 0)),
    CONSTRAINT budgets_executions_check CHECK ((executions >= 0)),
    CONSTRAINT budgets_sandbox_s_check CHECK ((sandbox_s >= 0)),
    CONSTRAINT budgets_tokens_check CHECK ((tokens >= 0))
);

CREATE TABLE public.case_events (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    seq integer NOT NULL,
    kind character varying(40) NOT NULL,
    old_state character varying(24) NOT NULL,
    new_state character varying(24) NOT NULL,
    reason text NOT NULL,
    payload jsonb NOT NULL,
    case_id uuid NOT NULL,
    CONSTRAINT case_events_seq_check CHECK ((seq >= 0))
);

ALTER TABLE public.case_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.case_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.case_try_outs (
    lease_owner character varying(100) NOT NULL,
    lease_expires_at timestamp with time zone,
    attempts smallint NOT NULL,
    enqueued_at timestamp with time zone,
    retry_at timestamp with time zone,
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(8) NOT NULL,
    state character varying(6) NOT NULL,
    digest character varying(64) NOT NULL,
    inputs jsonb NOT NULL,
    results jsonb NOT NULL,
    finished_at timestamp with time zone,
    case_id uuid NOT NULL,
    CONSTRAINT case_try_outs_attempts_check CHECK ((attempts >= 0))
);

CREATE TABLE public.case_verdicts (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    stage character varying(20) NOT NULL,
    round smallint NOT NULL,
    inputs_digest character varying(64) NOT NULL,
    verdict character varying(10) NOT NULL,
    reason text NOT NULL,
    findings jsonb NOT NULL,
    details jsonb NOT NULL,
    spec jsonb,
    suite jsonb,
    spec_digest character varying(64) NOT NULL,
    result_digest character varying(64) NOT NULL,
    ms double precision NOT NULL,
    case_id uuid NOT NULL,
    CONSTRAINT case_verdicts_round_check CHECK ((round >= 0))
);

CREATE TABLE public.chat_turns (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    digest character varying(64) NOT NULL,
    continued_at timestamp with time zone,
    message_id uuid NOT NULL
);

CREATE TABLE public.conversation_shares (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    branch uuid NOT NULL,
    token_digest character varying(64) NOT NULL,
    with_files boolean NOT NULL,
    with_arguments boolean NOT NULL,
    revoked_at timestamp with time zone,
    conversation_id uuid NOT NULL
);

CREATE TABLE public.credential_events (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    specialist_role character varying(100) NOT NULL,
    credential_key character varying(100) NOT NULL,
    kind character varying(8) NOT NULL,
    actor_id bigint,
    user_id bigint NOT NULL,
    credential_id uuid
);

ALTER TABLE public.credential_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.credential_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.credential_uses (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    specialist_role character varying(100) NOT NULL,
    credential_key character varying(100) NOT NULL,
    host character varying(260) NOT NULL,
    session_id character varying(64) NOT NULL,
    outcome character varying(12) NOT NULL,
    http_status smallint,
    closed_at timestamp with time zone,
    user_id bigint NOT NULL,
    credential_id uuid,
    specialist_id uuid,
    CONSTRAINT credential_uses_http_status_check CHECK ((http_status >= 0))
);

CREATE TABLE public.data_exports (
    lease_owner character varying(100) NOT NULL,
    lease_expires_at timestamp with time zone,
    attempts smallint NOT NULL,
    enqueued_at timestamp with time zone,
    retry_at timestamp with time zone,
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    state character varying(7) NOT NULL,
    size bigint NOT NULL,
    finished_at timestamp with time zone,
    expires_at timestamp with time zone,
    user_id bigint NOT NULL,
    CONSTRAINT data_exports_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT data_exports_size_check CHECK ((size >= 0))
);

CREATE TABLE public.deleted_model_prices (
    model character varying(120) NOT NULL,
    deleted_at timestamp with time zone NOT NULL
);

CREATE TABLE public.disclosure_events (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    disclosure_id uuid NOT NULL,
    kind character varying(6) NOT NULL,
    actor_ref bigint NOT NULL,
    actor_name character varying(150) NOT NULL,
    owner_ref bigint NOT NULL,
    model character varying(100) NOT NULL,
    object_id character varying(64) NOT NULL,
    reason text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id bigint NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);

ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_celery_beat_clockedschedule (
    id integer NOT NULL,
    clocked_time timestamp with time zone NOT NULL
);

ALTER TABLE public.django_celery_beat_clockedschedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_celery_beat_clockedschedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_celery_beat_crontabschedule (
    id integer NOT NULL,
    minute character varying(240) NOT NULL,
    hour character varying(96) NOT NULL,
    day_of_week character varying(64) NOT NULL,
    day_of_month character varying(124) NOT NULL,
    month_of_year character varying(64) NOT NULL,
    timezone character varying(63) NOT NULL
);

ALTER TABLE public.django_celery_beat_crontabschedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_celery_beat_crontabschedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_celery_beat_intervalschedule (
    id integer NOT NULL,
    every integer NOT NULL,
    period character varying(24) NOT NULL
);

ALTER TABLE public.django_celery_beat_intervalschedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_celery_beat_intervalschedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_celery_beat_periodictask (
    id integer NOT NULL,
    name character varying(200) NOT NULL,
    task character varying(200) NOT NULL,
    args text NOT NULL,
    kwargs text NOT NULL,
    queue character varying(200),
    exchange character varying(200),
    routing_key character varying(200),
    expires timestamp with time zone,
    enabled boolean NOT NULL,
    last_run_at timestamp with time zone,
    total_run_count integer NOT NULL,
    date_changed timestamp with time zone NOT NULL,
    description text NOT NULL,
    crontab_id integer,
    interval_id integer,
    solar_id integer,
    one_off boolean NOT NULL,
    start_time timestamp with time zone,
    priority integer,
    headers text NOT NULL,
    clocked_id integer,
    expire_seconds integer,
    CONSTRAINT django_celery_beat_periodictask_expire_seconds_check CHECK ((expire_seconds >= 0)),
    CONSTRAINT django_celery_beat_periodictask_priority_check CHECK ((priority >= 0)),
    CONSTRAINT django_celery_beat_periodictask_total_run_count_check CHECK ((total_run_count >= 0))
);

ALTER TABLE public.django_celery_beat_periodictask ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_celery_beat_periodictask_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_celery_beat_periodictasks (
    ident smallint NOT NULL,
    last_update timestamp with time zone NOT NULL
);

CREATE TABLE public.django_celery_beat_solarschedule (
    id integer NOT NULL,
    event character varying(24) NOT NULL,
    latitude numeric(9,6) NOT NULL,
    longitude numeric(9,6) NOT NULL
);

ALTER TABLE public.django_celery_beat_solarschedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_celery_beat_solarschedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);

ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);

ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);

CREATE TABLE public.domain_events (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    name character varying(40) NOT NULL,
    fields jsonb NOT NULL,
    pending boolean NOT NULL,
    session_id uuid,
    user_id bigint,
    workflow_id uuid
);

ALTER TABLE public.domain_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.domain_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.dynamic_agents (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    role character varying(100) NOT NULL,
    builtin boolean NOT NULL,
    routable boolean NOT NULL,
    draft boolean NOT NULL,
    spec_snapshot jsonb NOT NULL,
    status character varying(12) NOT NULL,
    scope character varying(6) NOT NULL,
    execution_count integer NOT NULL,
    success_count integer NOT NULL,
    admin_approved_at timestamp with time zone,
    last_used_at timestamp with time zone,
    admin_approved_by_id bigint,
    created_by_id bigint,
    current_version_id uuid,
    forked_from_id uuid,
    revises_id uuid,
    credential_names jsonb GENERATED ALWAYS AS (jsonb_path_query_array(spec_snapshot, '$."credentials"[*]."name"'::jsonpath)) STORED,
    needs_model boolean GENERATED ALWAYS AS (
CASE
    WHEN ((spec_snapshot -> 'engine'::text) = '"model"'::jsonb) THEN true
    ELSE false
END) STORED,
    uncounted_count integer NOT NULL,
    avg_confidence double precision GENERATED ALWAYS AS (
CASE
    WHEN (execution_count > uncounted_count) THEN (((success_count)::numeric + 1.0) / (((execution_count - uncounted_count))::numeric + 2.0))
    ELSE NULL::numeric
END) STORED,
    spec_without_code jsonb GENERATED ALWAYS AS ((spec_snapshot - 'handler_code'::text)) STORED,
    CONSTRAINT agent_draft CHECK (((NOT draft) OR ((NOT builtin) AND ((scope)::text = 'user'::text) AND ((status)::text = 'unverified'::text)))),
    CONSTRAINT dynamic_agents_execution_count_check CHECK ((execution_count >= 0)),
    CONSTRAINT dynamic_agents_success_count_check CHECK ((success_count >= 0)),
    CONSTRAINT dynamic_agents_uncounted_count_check CHECK ((uncounted_count >= 0))
);

CREATE TABLE public.embedding_spaces (
    lease_owner character varying(100) NOT NULL,
    lease_expires_at timestamp with time zone,
    attempts smallint NOT NULL,
    enqueued_at timestamp with time zone,
    retry_at timestamp with time zone,
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(20) NOT NULL,
    encoder character varying(80) NOT NULL,
    state character varying(8) NOT NULL,
    done integer NOT NULL,
    total integer NOT NULL,
    error text NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    requested_by_id bigint,
    waiting_since timestamp with time zone,
    CONSTRAINT embedding_spaces_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT embedding_spaces_done_check CHECK ((done >= 0)),
    CONSTRAINT embedding_spaces_total_check CHECK ((total >= 0))
);

ALTER TABLE public.embedding_spaces ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.embedding_spaces_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.event_deliveries (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    state character varying(10) NOT NULL,
    attempts smallint NOT NULL,
    due_at timestamp with time zone NOT NULL,
    error character varying(200) NOT NULL,
    sent_at timestamp with time zone,
    event_id bigint NOT NULL,
    webhook_id uuid NOT NULL,
    CONSTRAINT event_deliveries_attempts_check CHECK ((attempts >= 0))
);

CREATE TABLE public.event_webhooks (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    url character varying(2000) NOT NULL,
    events jsonb NOT NULL,
    state character varying(10) NOT NULL,
    last_error character varying(200) NOT NULL,
    covers_id bigint,
    user_id bigint NOT NULL
);

CREATE TABLE public.evolutions (
    lease_owner character varying(100) NOT NULL,
    lease_expires_at timestamp with time zone,
    attempts smallint NOT NULL,
    enqueued_at timestamp with time zone,
    retry_at timestamp with time zone,
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    automatic boolean NOT NULL,
    state character varying(8) NOT NULL,
    reason text NOT NULL,
    finished_at timestamp with time zone,
    asked_by_id bigint,
    base_id uuid NOT NULL,
    case_id uuid,
    finding_id uuid NOT NULL,
    user_id bigint NOT NULL,
    CONSTRAINT evolutions_attempts_check CHECK ((attempts >= 0))
);

CREATE TABLE public.file_versions (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    workspace character varying(64) NOT NULL,
    path character varying(1024) NOT NULL,
    number integer NOT NULL,
    content bytea NOT NULL,
    size bigint NOT NULL,
    sha256 character varying(64) NOT NULL,
    deleted boolean NOT NULL,
    agent_id character varying(100) NOT NULL,
    session_id uuid,
    user_id bigint NOT NULL,
    marks jsonb NOT NULL,
    CONSTRAINT file_versions_number_check CHECK ((number >= 0))
);

ALTER TABLE public.file_versions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.file_versions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.guardian_judge_answers (
    key character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    state character varying(9) NOT NULL,
    categories jsonb NOT NULL,
    fields jsonb NOT NULL
);

CREATE TABLE public.guardian_judge_health (
    judge character varying(200) NOT NULL,
    calls_since_probe integer NOT NULL,
    is_trusted boolean NOT NULL,
    checked_at timestamp with time zone,
    CONSTRAINT guardian_judge_health_calls_since_probe_check CHECK ((calls_since_probe >= 0))
);

CREATE TABLE public.guardian_neighbours (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(6) NOT NULL,
    text text NOT NULL,
    text_digest character varying(64) NOT NULL,
    space character varying(80) NOT NULL,
    vector public.halfvec(384) NOT NULL,
    source character varying(40) NOT NULL
);

ALTER TABLE public.guardian_neighbours ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.guardian_neighbours_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.guardian_reviews (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    subject character varying(200) NOT NULL,
    kind character varying(10) NOT NULL,
    content_sha256 character varying(64) NOT NULL,
    policy_version character varying(12) NOT NULL,
    verdict character varying(8) NOT NULL,
    risk_level character varying(6) NOT NULL,
    reason text NOT NULL,
    findings jsonb NOT NULL,
    needs_human boolean NOT NULL,
    overturned_at timestamp with time zone,
    overturn_reason character varying(1000) NOT NULL,
    overturned_by_id bigint,
    CONSTRAINT guardian_overturn_has_reason CHECK (((overturned_at IS NULL) OR (NOT ((overturn_reason)::text = ''::text)))),
    CONSTRAINT guardian_review_verdict CHECK (((verdict)::text = ANY ((ARRAY['APPROVED'::character varying, 'BLOCKED'::character varying])::text[])))
);

CREATE TABLE public.guardian_rule_hits (
    id bigint NOT NULL,
    rule_id character varying(60) NOT NULL,
    severity character varying(4) NOT NULL,
    review_id uuid NOT NULL
);

ALTER TABLE public.guardian_rule_hits ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.guardian_rule_hits_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.guardian_rule_mode_events (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    rule_id character varying(60) NOT NULL,
    before character varying(6) NOT NULL,
    after character varying(6) NOT NULL,
    reason character varying(1000) NOT NULL,
    changed_by_id bigint
);

ALTER TABLE public.guardian_rule_mode_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.guardian_rule_mode_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.guardian_rule_modes (
    rule_id character varying(60) NOT NULL,
    mode character varying(6) NOT NULL,
    changed_at timestamp with time zone NOT NULL
);

CREATE TABLE public.host_consents (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    host character varying(260) NOT NULL,
    withdrawn_at timestamp with time zone,
    approval_id uuid,
    specialist_id uuid NOT NULL,
    user_id bigint NOT NULL
);

CREATE TABLE public.knox_authtoken (
    digest character varying(128) NOT NULL,
    created timestamp with time zone NOT NULL,
    user_id bigint NOT NULL,
    expiry timestamp with time zone,
    token_key character varying(25) NOT NULL
);

CREATE TABLE public.mcp_server_tools (
    id uuid NOT NULL,
    tool_id character varying(120) NOT NULL,
    name character varying(200) NOT NULL,
    description text NOT NULL,
    args jsonb NOT NULL,
    refusal character varying(300) NOT NULL,
    is_declared boolean NOT NULL,
    identities jsonb NOT NULL,
    revision integer NOT NULL,
    server_id uuid NOT NULL,
    CONSTRAINT mcp_server_tools_revision_check CHECK ((revision >= 0))
);

CREATE TABLE public.mcp_servers (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    name character varying(31) NOT NULL,
    url character varying(2000) NOT NULL,
    state character varying(10) NOT NULL,
    encrypted_token text NOT NULL,
    encryption_key_id character varying(300) NOT NULL,
    read_at timestamp with time zone,
    last_error character varying(300) NOT NULL,
    revision integer NOT NULL,
    added_by_id bigint,
    CONSTRAINT mcp_servers_revision_check CHECK ((revision >= 0))
);

CREATE TABLE public.message_parts (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    number smallint NOT NULL,
    start integer NOT NULL,
    "end" integer NOT NULL,
    refusal text NOT NULL,
    message_id uuid NOT NULL,
    run_id uuid NOT NULL,
    session_id uuid,
    CONSTRAINT message_parts_end_check CHECK (("end" >= 0)),
    CONSTRAINT message_parts_number_check CHECK ((number >= 0)),
    CONSTRAINT message_parts_start_check CHECK ((start >= 0))
);

CREATE TABLE public.model_prices (
    id uuid NOT NULL,
    model character varying(120) NOT NULL,
    from_prompt_tokens integer NOT NULL,
    currency character varying(3) NOT NULL,
    input_price numeric(12,6) NOT NULL,
    cached_input_price numeric(12,6) NOT NULL,
    output_price numeric(12,6) NOT NULL,
    source character varying(300) NOT NULL,
    as_of date NOT NULL,
    edited boolean NOT NULL,
    search_price numeric(12,6),
    CONSTRAINT model_prices_from_prompt_tokens_check CHECK ((from_prompt_tokens >= 0))
);

CREATE TABLE public.negative_examples (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    text text NOT NULL,
    text_digest character varying(64) NOT NULL,
    encoder character varying(80) NOT NULL,
    vector public.halfvec(384) NOT NULL,
    source character varying(40) NOT NULL,
    owner_id bigint
);

ALTER TABLE public.negative_examples ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.negative_examples_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.notification_deliveries (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    way character varying(12) NOT NULL,
    state character varying(10) NOT NULL,
    attempts smallint NOT NULL,
    due_at timestamp with time zone NOT NULL,
    error character varying(200) NOT NULL,
    sent_at timestamp with time zone,
    notification_id uuid NOT NULL,
    CONSTRAINT notification_deliveries_attempts_check CHECK ((attempts >= 0))
);

CREATE TABLE public.notification_settings (
    id bigint NOT NULL,
    email boolean NOT NULL,
    webhook_url character varying(2000) NOT NULL,
    webhook_generation integer NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    user_id bigint,
    CONSTRAINT notification_settings_webhook_generation_check CHECK ((webhook_generation >= 0))
);

ALTER TABLE public.notification_settings ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.notification_settings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.notifications (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(40) NOT NULL,
    text character varying(1000) NOT NULL,
    link character varying(300) NOT NULL,
    read_at timestamp with time zone,
    user_id bigint NOT NULL
);

CREATE TABLE public.ops_heartbeats (
    name character varying(200) NOT NULL,
    kind character varying(10) NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    details jsonb NOT NULL
);

CREATE TABLE public.orchestrator_conversation (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    title character varying(200) NOT NULL,
    user_id bigint NOT NULL,
    branch uuid,
    folder character varying(60) DEFAULT ''::character varying NOT NULL,
    pinned_at timestamp with time zone,
    request_digest character varying(64) DEFAULT ''::character varying NOT NULL
);

CREATE TABLE public.orchestrator_message (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    role character varying(10) NOT NULL,
    content text NOT NULL,
    files jsonb NOT NULL,
    idempotency_key character varying(200),
    request_digest character varying(64) NOT NULL,
    conversation_id uuid NOT NULL,
    session_id uuid,
    file_lines text DEFAULT ''::text NOT NULL,
    earlier_turns jsonb DEFAULT '[]'::jsonb NOT NULL,
    offers_creation boolean DEFAULT true NOT NULL,
    follows_id uuid,
    replaces_id uuid,
    temperature double precision
);

CREATE TABLE public.permission_defaults (
    id bigint NOT NULL,
    tool character varying(120) NOT NULL,
    identity character varying(10) NOT NULL,
    effect character varying(5) NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE public.permission_defaults ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.permission_defaults_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.permission_rules (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    effect character varying(5) NOT NULL,
    tool character varying(120) NOT NULL,
    agent character varying(100) NOT NULL,
    shape jsonb NOT NULL,
    approval_id uuid,
    made_by_id bigint,
    user_id bigint,
    specialist_id uuid
);

CREATE TABLE public.policy_patterns (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    key character varying(80) NOT NULL,
    name character varying(200) NOT NULL,
    trigger_event character varying(40) NOT NULL,
    condition character varying(1000) NOT NULL,
    action character varying(20) NOT NULL,
    reason character varying(500) NOT NULL,
    state character varying(10) NOT NULL,
    text text NOT NULL,
    dry_run jsonb NOT NULL,
    error_count integer NOT NULL,
    last_error character varying(300) NOT NULL,
    decided_at timestamp with time zone,
    author_id bigint,
    covers_id bigint,
    decided_by_id bigint,
    CONSTRAINT policy_patterns_error_count_check CHECK ((error_count >= 0))
);

CREATE TABLE public.policy_patterns_fired (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    subject character varying(250) NOT NULL,
    action character varying(20) NOT NULL,
    outcome character varying(60) NOT NULL,
    decisive boolean NOT NULL,
    event_id bigint,
    pattern_id uuid NOT NULL,
    user_id bigint
);

ALTER TABLE public.policy_patterns_fired ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.policy_patterns_fired_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.role_reservations (
    role character varying(100) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    specialist_id uuid NOT NULL
);

CREATE TABLE public.route_receipts (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(12) NOT NULL,
    role character varying(100) NOT NULL,
    confidence double precision NOT NULL,
    scope character varying(6) NOT NULL,
    receipt jsonb NOT NULL,
    by character varying(10) NOT NULL,
    overridden_at timestamp with time zone,
    message_id uuid NOT NULL,
    overridden_to_id uuid,
    session_id uuid NOT NULL,
    specialist_id uuid,
    version_id uuid,
    override_undone_at timestamp with time zone
);

CREATE TABLE public.route_replay_differences (
    id bigint NOT NULL,
    current jsonb NOT NULL,
    changed jsonb NOT NULL,
    message_id uuid NOT NULL,
    run_id uuid NOT NULL
);

ALTER TABLE public.route_replay_differences ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.route_replay_differences_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.route_replays (
    lease_owner character varying(100) NOT NULL,
    lease_expires_at timestamp with time zone,
    attempts smallint NOT NULL,
    enqueued_at timestamp with time zone,
    retry_at timestamp with time zone,
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    change character varying(12) NOT NULL,
    target character varying(100) NOT NULL,
    label character varying(160) NOT NULL,
    active_target character varying(40) NOT NULL,
    message_count integer NOT NULL,
    state character varying(9) NOT NULL,
    done integer NOT NULL,
    total integer NOT NULL,
    difference_count integer NOT NULL,
    current_ms double precision NOT NULL,
    changed_ms double precision NOT NULL,
    cursor_at timestamp with time zone,
    cursor_id uuid,
    error text NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    requested_by_id bigint,
    waiting_since timestamp with time zone,
    CONSTRAINT route_replays_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT route_replays_difference_count_check CHECK ((difference_count >= 0)),
    CONSTRAINT route_replays_done_check CHECK ((done >= 0)),
    CONSTRAINT route_replays_message_count_check CHECK ((message_count >= 0)),
    CONSTRAINT route_replays_total_check CHECK ((total >= 0))
);

CREATE TABLE public.router_calibrations (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    encoder character varying(80) NOT NULL,
    parameters jsonb NOT NULL,
    classifier bytea,
    figures jsonb NOT NULL,
    inputs_digest character varying(64) NOT NULL,
    active boolean NOT NULL,
    pinned boolean NOT NULL
);

ALTER TABLE public.router_calibrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.router_calibrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.routing_changes (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    subject character varying(11) NOT NULL,
    encoder character varying(80) NOT NULL,
    before character varying(40) NOT NULL,
    after character varying(40) NOT NULL,
    actor_name character varying(150) NOT NULL,
    reason text NOT NULL,
    actor_id bigint
);

CREATE TABLE public.sandbox_limits (
    specialist_id uuid NOT NULL,
    memory_mb integer,
    cpu double precision,
    processes integer,
    timeout_s double precision,
    tmp_mb integer,
    reason character varying(300) NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    set_by_id bigint,
    CONSTRAINT sandbox_limits_memory_mb_check CHECK ((memory_mb >= 0)),
    CONSTRAINT sandbox_limits_processes_check CHECK ((processes >= 0)),
    CONSTRAINT sandbox_limits_tmp_mb_check CHECK ((tmp_mb >= 0))
);

CREATE TABLE public.schedules_schedule (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    message text NOT NULL,
    cron character varying(100) NOT NULL,
    time_zone character varying(64) NOT NULL,
    catch_up character varying(6) NOT NULL,
    hook_digest character varying(64),
    state character varying(6) NOT NULL,
    next_at timestamp with time zone,
    conversation_id uuid,
    user_id bigint NOT NULL,
    manifest jsonb,
    file_pattern character varying(200) DEFAULT ''::character varying NOT NULL,
    last_file bigint DEFAULT 0 NOT NULL,
    on_file boolean DEFAULT false NOT NULL,
    own_files boolean DEFAULT false NOT NULL,
    plan_source jsonb,
    watched_id uuid,
    budget_tokens bigint,
    planning_until timestamp with time zone,
    ends_at timestamp with time zone,
    "interval" smallint DEFAULT 1 NOT NULL,
    interval_unit character varying(4) DEFAULT ''::character varying NOT NULL,
    starts_on date,
    CONSTRAINT schedules_schedule_interval_check CHECK (("interval" >= 0))
);

CREATE TABLE public.schedules_schedulerun (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    outcome character varying(8) NOT NULL,
    reason text NOT NULL,
    left_out integer NOT NULL,
    call_key character varying(200),
    schedule_id uuid NOT NULL,
    session_id uuid,
    workflow_id uuid,
    file_path character varying(1024) DEFAULT ''::character varying NOT NULL,
    call_digest character varying(64) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT schedules_schedulerun_left_out_check CHECK ((left_out >= 0))
);

CREATE TABLE public.security_events (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(30) NOT NULL,
    actor_id bigint,
    actor_name character varying(150) NOT NULL,
    address inet,
    subject character varying(200) NOT NULL,
    details jsonb NOT NULL,
    seal_id bigint
);

CREATE TABLE public.security_seals (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    event_count integer NOT NULL,
    previous_digest character varying(64) NOT NULL,
    digest character varying(64) NOT NULL,
    public_key character varying(64) NOT NULL,
    signature character varying(128) NOT NULL,
    CONSTRAINT security_seals_event_count_check CHECK ((event_count >= 0))
);

ALTER TABLE public.security_seals ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.security_seals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.session_cassettes (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    state character varying(9) NOT NULL,
    input_text text NOT NULL,
    problem text NOT NULL,
    finished_at timestamp with time zone,
    user_id bigint NOT NULL,
    version_id uuid NOT NULL
);

CREATE TABLE public.session_circuits (
    name character varying(120) NOT NULL,
    state jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    trial_claimed_at timestamp with time zone
);

CREATE TABLE public.session_effects (
    id uuid NOT NULL,
    seq integer NOT NULL,
    kind character varying(40) NOT NULL,
    name character varying(120) NOT NULL,
    args_hash character varying(64) NOT NULL,
    repeatable boolean NOT NULL,
    status character varying(10) NOT NULL,
    attempts smallint NOT NULL,
    owner character varying(100) NOT NULL,
    result_hash character varying(64) NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    session_id uuid NOT NULL,
    CONSTRAINT session_effects_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT session_effects_seq_check CHECK ((seq >= 0))
);

CREATE TABLE public.session_egress (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    effect_seq integer NOT NULL,
    number integer NOT NULL,
    request_hash character varying(64) NOT NULL,
    read_only boolean NOT NULL,
    method character varying(10) NOT NULL,
    url text NOT NULL,
    host character varying(260) NOT NULL,
    address character varying(64) NOT NULL,
    headers jsonb NOT NULL,
    body_hash character varying(64) NOT NULL,
    credentials jsonb NOT NULL,
    outcome character varying(10) NOT NULL,
    reason character varying(60) NOT NULL,
    message text NOT NULL,
    status smallint,
    sent_bytes integer NOT NULL,
    received_bytes integer NOT NULL,
    response_hash character varying(64) NOT NULL,
    masked integer NOT NULL,
    ms double precision,
    reply jsonb,
    finished_at timestamp with time zone,
    session_id uuid NOT NULL,
    CONSTRAINT session_egress_effect_seq_check CHECK ((effect_seq >= 0)),
    CONSTRAINT session_egress_masked_check CHECK ((masked >= 0)),
    CONSTRAINT session_egress_number_check CHECK ((number >= 0)),
    CONSTRAINT session_egress_received_bytes_check CHECK ((received_bytes >= 0)),
    CONSTRAINT session_egress_sent_bytes_check CHECK ((sent_bytes >= 0)),
    CONSTRAINT session_egress_status_check CHECK ((status >= 0))
);

CREATE TABLE public.session_events (
    id bigint NOT NULL,
    seq integer NOT NULL,
    kind character varying(40) NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    session_id uuid NOT NULL,
    CONSTRAINT session_events_seq_check CHECK ((seq >= 0))
);

ALTER TABLE public.session_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.session_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.session_grants (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    once boolean NOT NULL,
    call_id character varying(200) NOT NULL,
    tool character varying(120) NOT NULL,
    agent character varying(100) NOT NULL,
    shape jsonb NOT NULL,
    consumed_at timestamp with time zone,
    approval_id uuid NOT NULL,
    session_id uuid NOT NULL
);

CREATE TABLE public.session_recorded_exchanges (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    number integer NOT NULL,
    read_only boolean NOT NULL,
    method character varying(10) NOT NULL,
    origin character varying(300) NOT NULL,
    path text NOT NULL,
    parameters text NOT NULL,
    body_shape text NOT NULL,
    status smallint NOT NULL,
    headers jsonb NOT NULL,
    body text NOT NULL,
    cassette_id uuid NOT NULL,
    session_id uuid,
    CONSTRAINT session_recorded_exchanges_number_check CHECK ((number >= 0)),
    CONSTRAINT session_recorded_exchanges_status_check CHECK ((status >= 0))
);

ALTER TABLE public.session_recorded_exchanges ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.session_recorded_exchanges_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.session_taints (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    source character varying(300) NOT NULL,
    rules jsonb NOT NULL,
    session_id uuid NOT NULL
);

ALTER TABLE public.session_taints ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.session_taints_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.sessions (
    lease_owner character varying(100) NOT NULL,
    lease_expires_at timestamp with time zone,
    attempts smallint NOT NULL,
    enqueued_at timestamp with time zone,
    retry_at timestamp with time zone,
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    purpose character varying(10) NOT NULL,
    state character varying(20) NOT NULL,
    input_text text NOT NULL,
    answer text NOT NULL,
    output jsonb,
    confidence double precision,
    error_code character varying(60) NOT NULL,
    error_message text NOT NULL,
    status_tag character varying(10) NOT NULL,
    usage jsonb NOT NULL,
    limits jsonb NOT NULL,
    tool_snapshot character varying(64) NOT NULL,
    last_seq integer NOT NULL,
    trace_id character varying(64) NOT NULL,
    task_name character varying(200) NOT NULL,
    cancel_requested_at timestamp with time zone,
    forked_at_seq integer,
    finished_at timestamp with time zone,
    conversation_id uuid,
    forked_from_id uuid,
    user_id bigint NOT NULL,
    version_id uuid,
    bypass text DEFAULT ''::text NOT NULL,
    grants_ceiling jsonb,
    workspace uuid,
    evidence jsonb DEFAULT '[]'::jsonb NOT NULL,
    parent_span_id character varying(16) DEFAULT ''::character varying NOT NULL,
    cassette_id uuid,
    CONSTRAINT sessions_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT sessions_forked_at_seq_check CHECK ((forked_at_seq >= 0)),
    CONSTRAINT sessions_last_seq_check CHECK ((last_seq >= 0))
);

CREATE TABLE public.specialist_approvals (
    lease_owner character varying(100) NOT NULL,
    lease_expires_at timestamp with time zone,
    attempts smallint NOT NULL,
    enqueued_at timestamp with time zone,
    retry_at timestamp with time zone,
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    pipeline character varying(40) NOT NULL,
    state character varying(24) NOT NULL,
    reason text NOT NULL,
    request text NOT NULL,
    change_request text NOT NULL,
    sources jsonb NOT NULL,
    recipe character varying(100) NOT NULL,
    supplied_proposal jsonb,
    compared_training_digest character varying(64) NOT NULL,
    round smallint NOT NULL,
    findings jsonb NOT NULL,
    spec_proposal jsonb,
    test_suite jsonb NOT NULL,
    digest character varying(64) NOT NULL,
    offered jsonb,
    confirmed_digest character varying(64) NOT NULL,
    confirmed_at timestamp with time zone,
    confirmed_channel character varying(20) NOT NULL,
    mock boolean NOT NULL,
    provided_resources jsonb NOT NULL,
    expires_at timestamp with time zone,
    training_results jsonb,
    backend character varying(40) NOT NULL,
    error_code character varying(60) NOT NULL,
    finished_at timestamp with time zone,
    last_seq integer NOT NULL,
    approval_id uuid,
    base_id uuid,
    conversation_id uuid,
    fork_of_id uuid,
    message_id uuid,
    revises_id uuid,
    specialist_id uuid,
    user_id bigint NOT NULL,
    version_id uuid,
    confirmed_capabilities jsonb,
    CONSTRAINT case_trained_only_confirmed CHECK (((NOT ((state)::text = ANY ((ARRAY['awaiting_resources'::character varying, 'training'::character varying, 'completed'::character varying])::text[]))) OR ((NOT ((confirmed_digest)::text = ''::text)) AND (confirmed_at IS NOT NULL) AND ((confirmed_digest)::text = (digest)::text)))),
    CONSTRAINT case_waits_with_a_proposal CHECK (((NOT ((state)::text = ANY ((ARRAY['awaiting_confirmation'::character varying, 'awaiting_resources'::character varying, 'training'::character varying, 'completed'::character varying])::text[]))) OR (spec_proposal IS NOT NULL))),
    CONSTRAINT specialist_approvals_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT specialist_approvals_last_seq_check CHECK ((last_seq >= 0)),
    CONSTRAINT specialist_approvals_round_check CHECK ((round >= 0))
);

CREATE TABLE public.task_telemetry (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    routed character varying(20) NOT NULL,
    success boolean NOT NULL,
    confidence double precision,
    latency_ms double precision NOT NULL,
    prompt_tokens integer NOT NULL,
    output_tokens integer NOT NULL,
    cost_micros bigint NOT NULL,
    tool_calls integer NOT NULL,
    error_code character varying(60) NOT NULL,
    feedback character varying(4) NOT NULL,
    counts_as_success boolean GENERATED ALWAYS AS (
CASE
    WHEN (success AND (NOT ((feedback)::text = 'bad'::text))) THEN true
    ELSE false
END) STORED,
    session_id uuid,
    user_id bigint,
    version_id uuid NOT NULL,
    message_fingerprint character varying(32) NOT NULL,
    outcome character varying(9) NOT NULL,
    CONSTRAINT task_telemetry_cost_micros_check CHECK ((cost_micros >= 0)),
    CONSTRAINT task_telemetry_output_tokens_check CHECK ((output_tokens >= 0)),
    CONSTRAINT task_telemetry_prompt_tokens_check CHECK ((prompt_tokens >= 0)),
    CONSTRAINT task_telemetry_tool_calls_check CHECK ((tool_calls >= 0))
);

CREATE TABLE public.telemetry_hours (
    id bigint NOT NULL,
    hour timestamp with time zone NOT NULL,
    user_ref bigint NOT NULL,
    executions integer NOT NULL,
    successes integer NOT NULL,
    confidence_count integer NOT NULL,
    confidence_sum double precision NOT NULL,
    latency_ms_sum double precision NOT NULL,
    tokens bigint NOT NULL,
    cost_micros bigint NOT NULL,
    version_id uuid NOT NULL,
    uncounted integer NOT NULL,
    CONSTRAINT telemetry_hours_confidence_count_check CHECK ((confidence_count >= 0)),
    CONSTRAINT telemetry_hours_cost_micros_check CHECK ((cost_micros >= 0)),
    CONSTRAINT telemetry_hours_executions_check CHECK ((executions >= 0)),
    CONSTRAINT telemetry_hours_successes_check CHECK ((successes >= 0)),
    CONSTRAINT telemetry_hours_tokens_check CHECK ((tokens >= 0)),
    CONSTRAINT telemetry_hours_uncounted_check CHECK ((uncounted >= 0))
);

ALTER TABLE public.telemetry_hours ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.telemetry_hours_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tool_calls (
    id bigint NOT NULL,
    call_id character varying(200) NOT NULL,
    args_hash character varying(64) NOT NULL,
    repeatable boolean NOT NULL,
    started_at timestamp with time zone NOT NULL,
    result jsonb,
    session_id uuid NOT NULL
);

ALTER TABLE public.tool_calls ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tool_calls_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tool_memory (
    id bigint NOT NULL,
    key character varying(100) NOT NULL,
    value jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    session_id uuid NOT NULL
);

ALTER TABLE public.tool_memory ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tool_memory_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE UNLOGGED TABLE public.tool_rates (
    key character varying(200) NOT NULL,
    until timestamp with time zone NOT NULL
);

CREATE TABLE public.tool_receipt_chains (
    user_id bigint NOT NULL,
    seq bigint NOT NULL,
    hash character varying(64) NOT NULL,
    previous_hash character varying(64) NOT NULL
);

CREATE TABLE public.tool_receipts (
    id uuid NOT NULL,
    user_id bigint NOT NULL,
    seq bigint NOT NULL,
    session_id uuid NOT NULL,
    trace_id character varying(64) NOT NULL,
    agent_id character varying(100) NOT NULL,
    call_id character varying(200) NOT NULL,
    tool character varying(120) NOT NULL,
    side character varying(10) NOT NULL,
    outcome character varying(12) NOT NULL,
    reason character varying(40) NOT NULL,
    args jsonb NOT NULL,
    args_hash character varying(64) NOT NULL,
    result_hash character varying(64) NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone NOT NULL,
    previous_hash character varying(64) NOT NULL,
    hash character varying(64) NOT NULL
);

CREATE TABLE public.tool_sets (
    digest character varying(64) NOT NULL,
    declarations jsonb NOT NULL
);

CREATE TABLE public.training_results (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    training_id uuid NOT NULL,
    number integer NOT NULL,
    mock boolean NOT NULL,
    result jsonb NOT NULL,
    session_id uuid,
    version_id uuid NOT NULL,
    cassette_id uuid,
    CONSTRAINT training_results_number_check CHECK ((number >= 0))
);

CREATE TABLE public.usage_days (
    id bigint NOT NULL,
    day date NOT NULL,
    executions integer NOT NULL,
    tokens bigint NOT NULL,
    cost_micros bigint NOT NULL,
    sandbox_ms bigint NOT NULL,
    alerted_limits jsonb NOT NULL,
    user_id bigint,
    unpriced_tokens bigint NOT NULL,
    CONSTRAINT usage_days_cost_micros_check CHECK ((cost_micros >= 0)),
    CONSTRAINT usage_days_executions_check CHECK ((executions >= 0)),
    CONSTRAINT usage_days_sandbox_ms_check CHECK ((sandbox_ms >= 0)),
    CONSTRAINT usage_days_tokens_check CHECK ((tokens >= 0)),
    CONSTRAINT usage_days_unpriced_tokens_check CHECK ((unpriced_tokens >= 0))
);

ALTER TABLE public.usage_days ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.usage_days_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.user_credentials (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    specialist_role character varying(100) NOT NULL,
    credential_key character varying(100) NOT NULL,
    encrypted_value text NOT NULL,
    encryption_key_id character varying(300) NOT NULL,
    replaced_at timestamp with time zone,
    expires_at timestamp with time zone,
    warned_at timestamp with time zone,
    revoked_at timestamp with time zone,
    user_id bigint NOT NULL,
    hosts jsonb NOT NULL,
    specialist_id uuid
);

CREATE TABLE public.workflow_delegations (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    seq integer NOT NULL,
    strategy character varying(10) NOT NULL,
    children jsonb NOT NULL,
    answered_at timestamp with time zone,
    node_id uuid NOT NULL,
    session_id uuid NOT NULL,
    CONSTRAINT workflow_delegations_seq_check CHECK ((seq >= 0))
);

ALTER TABLE public.workflow_delegations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.workflow_delegations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.workflow_events (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    seq integer NOT NULL,
    kind character varying(40) NOT NULL,
    node_id character varying(70) NOT NULL,
    payload jsonb NOT NULL,
    workflow_id uuid NOT NULL,
    CONSTRAINT workflow_events_seq_check CHECK ((seq >= 0))
);

ALTER TABLE public.workflow_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.workflow_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.workflow_node_runs (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempt integer NOT NULL,
    index integer NOT NULL,
    item text NOT NULL,
    state character varying(10) NOT NULL,
    session_id uuid,
    node_id uuid NOT NULL,
    CONSTRAINT workflow_node_runs_attempt_check CHECK ((attempt >= 0)),
    CONSTRAINT workflow_node_runs_index_check CHECK ((index >= 0))
);

ALTER TABLE public.workflow_node_runs ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.workflow_node_runs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.workflow_nodes (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    "position" smallint NOT NULL,
    node_id character varying(70) NOT NULL,
    role character varying(12) NOT NULL,
    state character varying(20) NOT NULL,
    attempt integer NOT NULL,
    edited_prompt text NOT NULL,
    brief jsonb,
    error_code character varying(60) NOT NULL,
    error_message text NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    approval_id uuid,
    version_id uuid,
    workflow_id uuid NOT NULL,
    CONSTRAINT workflow_nodes_attempt_check CHECK ((attempt >= 0)),
    CONSTRAINT workflow_nodes_position_check CHECK (("position" >= 0))
);

CREATE TABLE public.workflows (
    lease_owner character varying(100) NOT NULL,
    lease_expires_at timestamp with time zone,
    attempts smallint NOT NULL,
    enqueued_at timestamp with time zone,
    retry_at timestamp with time zone,
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    request text NOT NULL,
    planned_by character varying(10) NOT NULL,
    manifest jsonb NOT NULL,
    coercions jsonb NOT NULL,
    capabilities jsonb NOT NULL,
    state character varying(20) NOT NULL,
    answer text NOT NULL,
    output jsonb,
    error_code character varying(60) NOT NULL,
    error_message text NOT NULL,
    last_seq integer NOT NULL,
    started_at timestamp with time zone,
    deadline_at timestamp with time zone,
    finished_at timestamp with time zone,
    user_id bigint NOT NULL,
    budget_extensions smallint DEFAULT 0 NOT NULL,
    conversation_id uuid,
    has_unstored_tables boolean DEFAULT false NOT NULL,
    used jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT workflows_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT workflows_budget_extensions_check CHECK ((budget_extensions >= 0)),
    CONSTRAINT workflows_last_seq_check CHECK ((last_seq >= 0))
);

CREATE TABLE public.workspace_use (
    workspace character varying(64) NOT NULL,
    bytes bigint NOT NULL,
    files integer NOT NULL,
    user_id bigint NOT NULL
);

INSERT INTO pgmq.meta VALUES ('kingdom', false, false, now());

INSERT INTO pgmq.notify_insert_throttle VALUES ('kingdom', 0, '1970-01-01 00:00:00+00');

INSERT INTO public.auth_group VALUES (1, 'reviewer');
INSERT INTO public.auth_group VALUES (2, 'operator');
INSERT INTO public.auth_group VALUES (3, 'auditor');

INSERT INTO public.auth_group_permissions VALUES (1, 1, 28);
INSERT INTO public.auth_group_permissions VALUES (2, 1, 4);
INSERT INTO public.auth_group_permissions VALUES (3, 1, 66);
INSERT INTO public.auth_group_permissions VALUES (4, 1, 74);
INSERT INTO public.auth_group_permissions VALUES (5, 1, 78);
INSERT INTO public.auth_group_permissions VALUES (6, 1, 138);
INSERT INTO public.auth_group_permissions VALUES (7, 1, 162);
INSERT INTO public.auth_group_permissions VALUES (8, 1, 166);
INSERT INTO public.auth_group_permissions VALUES (9, 1, 182);
INSERT INTO public.auth_group_permissions VALUES (10, 1, 174);
INSERT INTO public.auth_group_permissions VALUES (11, 1, 195);
INSERT INTO public.auth_group_permissions VALUES (12, 1, 190);
INSERT INTO public.auth_group_permissions VALUES (13, 1, 224);
INSERT INTO public.auth_group_permissions VALUES (14, 1, 228);
INSERT INTO public.auth_group_permissions VALUES (15, 1, 215);
INSERT INTO public.auth_group_permissions VALUES (16, 1, 256);
INSERT INTO public.auth_group_permissions VALUES (17, 1, 260);
INSERT INTO public.auth_group_permissions VALUES (18, 1, 265);
INSERT INTO public.auth_group_permissions VALUES (19, 1, 240);
INSERT INTO public.auth_group_permissions VALUES (20, 1, 274);
INSERT INTO public.auth_group_permissions VALUES (21, 1, 244);
INSERT INTO public.auth_group_permissions VALUES (22, 1, 278);
INSERT INTO public.auth_group_permissions VALUES (23, 1, 252);
INSERT INTO public.auth_group_permissions VALUES (24, 1, 307);
INSERT INTO public.auth_group_permissions VALUES (25, 1, 266);
INSERT INTO public.auth_group_permissions VALUES (26, 1, 261);
INSERT INTO public.auth_group_permissions VALUES (27, 1, 191);
INSERT INTO public.auth_group_permissions VALUES (28, 2, 4);
INSERT INTO public.auth_group_permissions VALUES (29, 2, 8);
INSERT INTO public.auth_group_permissions VALUES (30, 2, 12);
INSERT INTO public.auth_group_permissions VALUES (31, 2, 20);
INSERT INTO public.auth_group_permissions VALUES (32, 2, 28);
INSERT INTO public.auth_group_permissions VALUES (33, 2, 66);
INSERT INTO public.auth_group_permissions VALUES (34, 2, 74);
INSERT INTO public.auth_group_permissions VALUES (35, 2, 78);
INSERT INTO public.auth_group_permissions VALUES (36, 2, 122);
INSERT INTO public.auth_group_permissions VALUES (37, 2, 146);
INSERT INTO public.auth_group_permissions VALUES (38, 2, 134);
INSERT INTO public.auth_group_permissions VALUES (39, 2, 138);
INSERT INTO public.auth_group_permissions VALUES (40, 2, 162);
INSERT INTO public.auth_group_permissions VALUES (41, 2, 166);
INSERT INTO public.auth_group_permissions VALUES (42, 2, 182);
INSERT INTO public.auth_group_permissions VALUES (43, 2, 174);
INSERT INTO public.auth_group_permissions VALUES (44, 2, 195);
INSERT INTO public.auth_group_permissions VALUES (45, 2, 190);
INSERT INTO public.auth_group_permissions VALUES (46, 2, 224);
INSERT INTO public.auth_group_permissions VALUES (47, 2, 228);
INSERT INTO public.auth_group_permissions VALUES (48, 2, 215);
INSERT INTO public.auth_group_permissions VALUES (49, 2, 256);
INSERT INTO public.auth_group_permissions VALUES (50, 2, 260);
INSERT INTO public.auth_group_permissions VALUES (51, 2, 265);
INSERT INTO public.auth_group_permissions VALUES (52, 2, 240);
INSERT INTO public.auth_group_permissions VALUES (53, 2, 274);
INSERT INTO public.auth_group_permissions VALUES (54, 2, 244);
INSERT INTO public.auth_group_permissions VALUES (55, 2, 278);
INSERT INTO public.auth_group_permissions VALUES (56, 2, 252);
INSERT INTO public.auth_group_permissions VALUES (57, 2, 307);
INSERT INTO public.auth_group_permissions VALUES (58, 2, 86);
INSERT INTO public.auth_group_permissions VALUES (59, 2, 90);
INSERT INTO public.auth_group_permissions VALUES (60, 2, 94);
INSERT INTO public.auth_group_permissions VALUES (61, 2, 50);
INSERT INTO public.auth_group_permissions VALUES (62, 2, 58);
INSERT INTO public.auth_group_permissions VALUES (63, 2, 54);
INSERT INTO public.auth_group_permissions VALUES (64, 2, 98);
INSERT INTO public.auth_group_permissions VALUES (65, 2, 102);
INSERT INTO public.auth_group_permissions VALUES (66, 2, 106);
INSERT INTO public.auth_group_permissions VALUES (67, 2, 114);
INSERT INTO public.auth_group_permissions VALUES (68, 2, 118);
INSERT INTO public.auth_group_permissions VALUES (69, 2, 266);
INSERT INTO public.auth_group_permissions VALUES (70, 2, 191);
INSERT INTO public.auth_group_permissions VALUES (71, 2, 216);
INSERT INTO public.auth_group_permissions VALUES (72, 3, 4);
INSERT INTO public.auth_group_permissions VALUES (73, 3, 8);
INSERT INTO public.auth_group_permissions VALUES (74, 3, 12);
INSERT INTO public.auth_group_permissions VALUES (75, 3, 20);
INSERT INTO public.auth_group_permissions VALUES (76, 3, 28);
INSERT INTO public.auth_group_permissions VALUES (77, 3, 66);
INSERT INTO public.auth_group_permissions VALUES (78, 3, 74);
INSERT INTO public.auth_group_permissions VALUES (79, 3, 78);
INSERT INTO public.auth_group_permissions VALUES (80, 3, 122);
INSERT INTO public.auth_group_permissions VALUES (81, 3, 146);
INSERT INTO public.auth_group_permissions VALUES (82, 3, 134);
INSERT INTO public.auth_group_permissions VALUES (83, 3, 138);
INSERT INTO public.auth_group_permissions VALUES (84, 3, 162);
INSERT INTO public.auth_group_permissions VALUES (85, 3, 166);
INSERT INTO public.auth_group_permissions VALUES (86, 3, 182);
INSERT INTO public.auth_group_permissions VALUES (87, 3, 174);
INSERT INTO public.auth_group_permissions VALUES (88, 3, 195);
INSERT INTO public.auth_group_permissions VALUES (89, 3, 190);
INSERT INTO public.auth_group_permissions VALUES (90, 3, 224);
INSERT INTO public.auth_group_permissions VALUES (91, 3, 228);
INSERT INTO public.auth_group_permissions VALUES (92, 3, 215);
INSERT INTO public.auth_group_permissions VALUES (93, 3, 256);
INSERT INTO public.auth_group_permissions VALUES (94, 3, 260);
INSERT INTO public.auth_group_permissions VALUES (95, 3, 265);
INSERT INTO public.auth_group_permissions VALUES (96, 3, 240);
INSERT INTO public.auth_group_permissions VALUES (97, 3, 274);
INSERT INTO public.auth_group_permissions VALUES (98, 3, 244);
INSERT INTO public.auth_group_permissions VALUES (99, 3, 278);
INSERT INTO public.auth_group_permissions VALUES (100, 3, 252);
INSERT INTO public.auth_group_permissions VALUES (101, 3, 307);
INSERT INTO public.auth_group_permissions VALUES (102, 3, 86);
INSERT INTO public.auth_group_permissions VALUES (103, 3, 90);
INSERT INTO public.auth_group_permissions VALUES (104, 3, 94);
INSERT INTO public.auth_group_permissions VALUES (105, 3, 50);
INSERT INTO public.auth_group_permissions VALUES (106, 3, 58);
INSERT INTO public.auth_group_permissions VALUES (107, 3, 54);
INSERT INTO public.auth_group_permissions VALUES (108, 3, 279);
INSERT INTO public.auth_group_permissions VALUES (109, 2, 96);
INSERT INTO public.auth_group_permissions VALUES (110, 2, 97);
INSERT INTO public.auth_group_permissions VALUES (111, 2, 99);
INSERT INTO public.auth_group_permissions VALUES (112, 2, 100);
INSERT INTO public.auth_group_permissions VALUES (113, 2, 101);
INSERT INTO public.auth_group_permissions VALUES (114, 2, 103);
INSERT INTO public.auth_group_permissions VALUES (115, 2, 104);
INSERT INTO public.auth_group_permissions VALUES (116, 2, 105);
INSERT INTO public.auth_group_permissions VALUES (117, 2, 95);
INSERT INTO public.auth_group_permissions VALUES (118, 2, 131);
INSERT INTO public.auth_group_permissions VALUES (119, 2, 132);
INSERT INTO public.auth_group_permissions VALUES (120, 2, 133);
INSERT INTO public.auth_group_permissions VALUES (121, 2, 119);
INSERT INTO public.auth_group_permissions VALUES (122, 2, 120);
INSERT INTO public.auth_group_permissions VALUES (123, 2, 121);
INSERT INTO public.auth_group_permissions VALUES (124, 2, 328);
INSERT INTO public.auth_group_permissions VALUES (125, 2, 329);
INSERT INTO public.auth_group_permissions VALUES (126, 2, 330);
INSERT INTO public.auth_group_permissions VALUES (127, 2, 331);
INSERT INTO public.auth_group_permissions VALUES (128, 3, 331);
INSERT INTO public.auth_group_permissions VALUES (129, 1, 336);
INSERT INTO public.auth_group_permissions VALUES (130, 1, 340);
INSERT INTO public.auth_group_permissions VALUES (131, 1, 333);
INSERT INTO public.auth_group_permissions VALUES (132, 1, 335);
INSERT INTO public.auth_group_permissions VALUES (133, 2, 340);
INSERT INTO public.auth_group_permissions VALUES (134, 2, 335);
INSERT INTO public.auth_group_permissions VALUES (135, 3, 340);
INSERT INTO public.auth_group_permissions VALUES (136, 3, 335);
INSERT INTO public.auth_group_permissions VALUES (137, 3, 344);
INSERT INTO public.auth_group_permissions VALUES (138, 3, 348);
INSERT INTO public.auth_group_permissions VALUES (139, 3, 349);
INSERT INTO public.auth_group_permissions VALUES (140, 2, 344);
INSERT INTO public.auth_group_permissions VALUES (141, 2, 348);

INSERT INTO public.auth_permission VALUES (1, 'Can add approval event', 1, 'add_approvalevent');
INSERT INTO public.auth_permission VALUES (2, 'Can change approval event', 1, 'change_approvalevent');
INSERT INTO public.auth_permission VALUES (3, 'Can delete approval event', 1, 'delete_approvalevent');
INSERT INTO public.auth_permission VALUES (4, 'Can view approval event', 1, 'view_approvalevent');
INSERT INTO public.auth_permission VALUES (5, 'Can add notification', 2, 'add_notification');
INSERT INTO public.auth_permission VALUES (6, 'Can change notification', 2, 'change_notification');
INSERT INTO public.auth_permission VALUES (7, 'Can delete notification', 2, 'delete_notification');
INSERT INTO public.auth_permission VALUES (8, 'Can view notification', 2, 'view_notification');
INSERT INTO public.auth_permission VALUES (9, 'Can add notification delivery', 3, 'add_notificationdelivery');
INSERT INTO public.auth_permission VALUES (10, 'Can change notification delivery', 3, 'change_notificationdelivery');
INSERT INTO public.auth_permission VALUES (11, 'Can delete notification delivery', 3, 'delete_notificationdelivery');
INSERT INTO public.auth_permission VALUES (12, 'Can view notification delivery', 3, 'view_notificationdelivery');
INSERT INTO public.auth_permission VALUES (13, 'Can add notification settings', 4, 'add_notificationsettings');
INSERT INTO public.auth_permission VALUES (14, 'Can change notification settings', 4, 'change_notificationsettings');
INSERT INTO public.auth_permission VALUES (15, 'Can delete notification settings', 4, 'delete_notificationsettings');
INSERT INTO public.auth_permission VALUES (16, 'Can view notification settings', 4, 'view_notificationsettings');
INSERT INTO public.auth_permission VALUES (17, 'Can add permission rule', 5, 'add_permissionrule');
INSERT INTO public.auth_permission VALUES (18, 'Can change permission rule', 5, 'change_permissionrule');
INSERT INTO public.auth_permission VALUES (19, 'Can delete permission rule', 5, 'delete_permissionrule');
INSERT INTO public.auth_permission VALUES (20, 'Can view permission rule', 5, 'view_permissionrule');
INSERT INTO public.auth_permission VALUES (21, 'Can add session grant', 6, 'add_sessiongrant');
INSERT INTO public.auth_permission VALUES (22, 'Can change session grant', 6, 'change_sessiongrant');
INSERT INTO public.auth_permission VALUES (23, 'Can delete session grant', 6, 'delete_sessiongrant');
INSERT INTO public.auth_permission VALUES (24, 'Can view session grant', 6, 'view_sessiongrant');
INSERT INTO public.auth_permission VALUES (25, 'Can add approval', 7, 'add_approval');
INSERT INTO public.auth_permission VALUES (26, 'Can change approval', 7, 'change_approval');
INSERT INTO public.auth_permission VALUES (27, 'Can delete approval', 7, 'delete_approval');
INSERT INTO public.auth_permission VALUES (28, 'Can view approval', 7, 'view_approval');
INSERT INTO public.auth_permission VALUES (29, 'Can answer the questions of others', 7, 'decide_for_others');
INSERT INTO public.auth_permission VALUES (30, 'Can add host consent', 8, 'add_hostconsent');
INSERT INTO public.auth_permission VALUES (31, 'Can change host consent', 8, 'change_hostconsent');
INSERT INTO public.auth_permission VALUES (32, 'Can delete host consent', 8, 'delete_hostconsent');
INSERT INTO public.auth_permission VALUES (33, 'Can view host consent', 8, 'view_hostconsent');
INSERT INTO public.auth_permission VALUES (34, 'Can add disclosure event', 9, 'add_disclosureevent');
INSERT INTO public.auth_permission VALUES (35, 'Can change disclosure event', 9, 'change_disclosureevent');
INSERT INTO public.auth_permission VALUES (36, 'Can delete disclosure event', 9, 'delete_disclosureevent');
INSERT INTO public.auth_permission VALUES (37, 'Can view disclosure event', 9, 'view_disclosureevent');
INSERT INTO public.auth_permission VALUES (38, 'Can read the words of a user in one row, with a reason that the user is told', 9, 'disclose_words');
INSERT INTO public.auth_permission VALUES (39, 'Can add session taint', 10, 'add_sessiontaint');
INSERT INTO public.auth_permission VALUES (40, 'Can change session taint', 10, 'change_sessiontaint');
INSERT INTO public.auth_permission VALUES (41, 'Can delete session taint', 10, 'delete_sessiontaint');
INSERT INTO public.auth_permission VALUES (42, 'Can view session taint', 10, 'view_sessiontaint');
INSERT INTO public.auth_permission VALUES (43, 'Can add permission default', 11, 'add_permissiondefault');
INSERT INTO public.auth_permission VALUES (44, 'Can change permission default', 11, 'change_permissiondefault');
INSERT INTO public.auth_permission VALUES (45, 'Can delete permission default', 11, 'delete_permissiondefault');
INSERT INTO public.auth_permission VALUES (46, 'Can view permission default', 11, 'view_permissiondefault');
INSERT INTO public.auth_permission VALUES (47, 'Can add access attempt', 12, 'add_accessattempt');
INSERT INTO public.auth_permission VALUES (48, 'Can change access attempt', 12, 'change_accessattempt');
INSERT INTO public.auth_permission VALUES (49, 'Can delete access attempt', 12, 'delete_accessattempt');
INSERT INTO public.auth_permission VALUES (50, 'Can view access attempt', 12, 'view_accessattempt');
INSERT INTO public.auth_permission VALUES (51, 'Can add access log', 13, 'add_accesslog');
INSERT INTO public.auth_permission VALUES (52, 'Can change access log', 13, 'change_accesslog');
INSERT INTO public.auth_permission VALUES (53, 'Can delete access log', 13, 'delete_accesslog');
INSERT INTO public.auth_permission VALUES (54, 'Can view access log', 13, 'view_accesslog');
INSERT INTO public.auth_permission VALUES (55, 'Can add access failure', 14, 'add_accessfailurelog');
INSERT INTO public.auth_permission VALUES (56, 'Can change access failure', 14, 'change_accessfailurelog');
INSERT INTO public.auth_permission VALUES (57, 'Can delete access failure', 14, 'delete_accessfailurelog');
INSERT INTO public.auth_permission VALUES (58, 'Can view access failure', 14, 'view_accessfailurelog');
INSERT INTO public.auth_permission VALUES (59, 'Can add access attempt expiration', 15, 'add_accessattemptexpiration');
INSERT INTO public.auth_permission VALUES (60, 'Can change access attempt expiration', 15, 'change_accessattemptexpiration');
INSERT INTO public.auth_permission VALUES (61, 'Can delete access attempt expiration', 15, 'delete_accessattemptexpiration');
INSERT INTO public.auth_permission VALUES (62, 'Can view access attempt expiration', 15, 'view_accessattemptexpiration');
INSERT INTO public.auth_permission VALUES (63, 'Can add case event', 16, 'add_caseevent');
INSERT INTO public.auth_permission VALUES (64, 'Can change case event', 16, 'change_caseevent');
INSERT INTO public.auth_permission VALUES (65, 'Can delete case event', 16, 'delete_caseevent');
INSERT INTO public.auth_permission VALUES (66, 'Can view case event', 16, 'view_caseevent');
INSERT INTO public.auth_permission VALUES (67, 'Can add evolution', 17, 'add_evolution');
INSERT INTO public.auth_permission VALUES (68, 'Can change evolution', 17, 'change_evolution');
INSERT INTO public.auth_permission VALUES (69, 'Can delete evolution', 17, 'delete_evolution');
INSERT INTO public.auth_permission VALUES (70, 'Can view evolution', 17, 'view_evolution');
INSERT INTO public.auth_permission VALUES (71, 'Can add stage verdict', 18, 'add_stageverdict');
INSERT INTO public.auth_permission VALUES (72, 'Can change stage verdict', 18, 'change_stageverdict');
INSERT INTO public.auth_permission VALUES (73, 'Can delete stage verdict', 18, 'delete_stageverdict');
INSERT INTO public.auth_permission VALUES (74, 'Can view stage verdict', 18, 'view_stageverdict');
INSERT INTO public.auth_permission VALUES (75, 'Can add creation case', 19, 'add_creationcase');
INSERT INTO public.auth_permission VALUES (76, 'Can change creation case', 19, 'change_creationcase');
INSERT INTO public.auth_permission VALUES (77, 'Can delete creation case', 19, 'delete_creationcase');
INSERT INTO public.auth_permission VALUES (78, 'Can view creation case', 19, 'view_creationcase');
INSERT INTO public.auth_permission VALUES (79, 'Can add try out', 20, 'add_tryout');
INSERT INTO public.auth_permission VALUES (80, 'Can change try out', 20, 'change_tryout');
INSERT INTO public.auth_permission VALUES (81, 'Can delete try out', 20, 'delete_tryout');
INSERT INTO public.auth_permission VALUES (82, 'Can view try out', 20, 'view_tryout');
INSERT INTO public.auth_permission VALUES (83, 'Can add user credential', 21, 'add_usercredential');
INSERT INTO public.auth_permission VALUES (84, 'Can change user credential', 21, 'change_usercredential');
INSERT INTO public.auth_permission VALUES (85, 'Can delete user credential', 21, 'delete_usercredential');
INSERT INTO public.auth_permission VALUES (86, 'Can view user credential', 21, 'view_usercredential');
INSERT INTO public.auth_permission VALUES (87, 'Can add credential use', 22, 'add_credentialuse');
INSERT INTO public.auth_permission VALUES (88, 'Can change credential use', 22, 'change_credentialuse');
INSERT INTO public.auth_permission VALUES (89, 'Can delete credential use', 22, 'delete_credentialuse');
INSERT INTO public.auth_permission VALUES (90, 'Can view credential use', 22, 'view_credentialuse');
INSERT INTO public.auth_permission VALUES (91, 'Can add credential event', 23, 'add_credentialevent');
INSERT INTO public.auth_permission VALUES (92, 'Can change credential event', 23, 'change_credentialevent');
INSERT INTO public.auth_permission VALUES (93, 'Can delete credential event', 23, 'delete_credentialevent');
INSERT INTO public.auth_permission VALUES (94, 'Can view credential event', 23, 'view_credentialevent');
INSERT INTO public.auth_permission VALUES (95, 'Can add crontab', 24, 'add_crontabschedule');
INSERT INTO public.auth_permission VALUES (96, 'Can change crontab', 24, 'change_crontabschedule');
INSERT INTO public.auth_permission VALUES (97, 'Can delete crontab', 24, 'delete_crontabschedule');
INSERT INTO public.auth_permission VALUES (98, 'Can view crontab', 24, 'view_crontabschedule');
INSERT INTO public.auth_permission VALUES (99, 'Can add interval', 25, 'add_intervalschedule');
INSERT INTO public.auth_permission VALUES (100, 'Can change interval', 25, 'change_intervalschedule');
INSERT INTO public.auth_permission VALUES (101, 'Can delete interval', 25, 'delete_intervalschedule');
INSERT INTO public.auth_permission VALUES (102, 'Can view interval', 25, 'view_intervalschedule');
INSERT INTO public.auth_permission VALUES (103, 'Can add periodic task', 26, 'add_periodictask');
INSERT INTO public.auth_permission VALUES (104, 'Can change periodic task', 26, 'change_periodictask');
INSERT INTO public.auth_permission VALUES (105, 'Can delete periodic task', 26, 'delete_periodictask');
INSERT INTO public.auth_permission VALUES (106, 'Can view periodic task', 26, 'view_periodictask');
INSERT INTO public.auth_permission VALUES (107, 'Can add periodic task track', 27, 'add_periodictasks');
INSERT INTO public.auth_permission VALUES (108, 'Can change periodic task track', 27, 'change_periodictasks');
INSERT INTO public.auth_permission VALUES (109, 'Can delete periodic task track', 27, 'delete_periodictasks');
INSERT INTO public.auth_permission VALUES (110, 'Can view periodic task track', 27, 'view_periodictasks');
INSERT INTO public.auth_permission VALUES (111, 'Can add solar event', 28, 'add_solarschedule');
INSERT INTO public.auth_permission VALUES (112, 'Can change solar event', 28, 'change_solarschedule');
INSERT INTO public.auth_permission VALUES (113, 'Can delete solar event', 28, 'delete_solarschedule');
INSERT INTO public.auth_permission VALUES (114, 'Can view solar event', 28, 'view_solarschedule');
INSERT INTO public.auth_permission VALUES (115, 'Can add clocked', 29, 'add_clockedschedule');
INSERT INTO public.auth_permission VALUES (116, 'Can change clocked', 29, 'change_clockedschedule');
INSERT INTO public.auth_permission VALUES (117, 'Can delete clocked', 29, 'delete_clockedschedule');
INSERT INTO public.auth_permission VALUES (118, 'Can view clocked', 29, 'view_clockedschedule');
INSERT INTO public.auth_permission VALUES (119, 'Can add budget', 30, 'add_budget');
INSERT INTO public.auth_permission VALUES (120, 'Can change budget', 30, 'change_budget');
INSERT INTO public.auth_permission VALUES (121, 'Can delete budget', 30, 'delete_budget');
INSERT INTO public.auth_permission VALUES (122, 'Can view budget', 30, 'view_budget');
INSERT INTO public.auth_permission VALUES (123, 'Can add effect', 31, 'add_effect');
INSERT INTO public.auth_permission VALUES (124, 'Can change effect', 31, 'change_effect');
INSERT INTO public.auth_permission VALUES (125, 'Can delete effect', 31, 'delete_effect');
INSERT INTO public.auth_permission VALUES (126, 'Can view effect', 31, 'view_effect');
INSERT INTO public.auth_permission VALUES (127, 'Can add egress receipt', 32, 'add_egressreceipt');
INSERT INTO public.auth_permission VALUES (128, 'Can change egress receipt', 32, 'change_egressreceipt');
INSERT INTO public.auth_permission VALUES (129, 'Can delete egress receipt', 32, 'delete_egressreceipt');
INSERT INTO public.auth_permission VALUES (130, 'Can view egress receipt', 32, 'view_egressreceipt');
INSERT INTO public.auth_permission VALUES (131, 'Can add sandbox limit override', 33, 'add_sandboxlimitoverride');
INSERT INTO public.auth_permission VALUES (132, 'Can change sandbox limit override', 33, 'change_sandboxlimitoverride');
INSERT INTO public.auth_permission VALUES (133, 'Can delete sandbox limit override', 33, 'delete_sandboxlimitoverride');
INSERT INTO public.auth_permission VALUES (134, 'Can view sandbox limit override', 33, 'view_sandboxlimitoverride');
INSERT INTO public.auth_permission VALUES (135, 'Can add session', 34, 'add_session');
INSERT INTO public.auth_permission VALUES (136, 'Can change session', 34, 'change_session');
INSERT INTO public.auth_permission VALUES (137, 'Can delete session', 34, 'delete_session');
INSERT INTO public.auth_permission VALUES (138, 'Can view session', 34, 'view_session');
INSERT INTO public.auth_permission VALUES (139, 'Can add session event', 35, 'add_sessionevent');
INSERT INTO public.auth_permission VALUES (140, 'Can change session event', 35, 'change_sessionevent');
INSERT INTO public.auth_permission VALUES (141, 'Can delete session event', 35, 'delete_sessionevent');
INSERT INTO public.auth_permission VALUES (142, 'Can view session event', 35, 'view_sessionevent');
INSERT INTO public.auth_permission VALUES (143, 'Can add usage day', 36, 'add_usageday');
INSERT INTO public.auth_permission VALUES (144, 'Can change usage day', 36, 'change_usageday');
INSERT INTO public.auth_permission VALUES (145, 'Can delete usage day', 36, 'delete_usageday');
INSERT INTO public.auth_permission VALUES (146, 'Can view usage day', 36, 'view_usageday');
INSERT INTO public.auth_permission VALUES (147, 'Can add cassette', 37, 'add_cassette');
INSERT INTO public.auth_permission VALUES (148, 'Can change cassette', 37, 'change_cassette');
INSERT INTO public.auth_permission VALUES (149, 'Can delete cassette', 37, 'delete_cassette');
INSERT INTO public.auth_permission VALUES (150, 'Can view cassette', 37, 'view_cassette');
INSERT INTO public.auth_permission VALUES (151, 'Can add recorded exchange', 38, 'add_recordedexchange');
INSERT INTO public.auth_permission VALUES (152, 'Can change recorded exchange', 38, 'change_recordedexchange');
INSERT INTO public.auth_permission VALUES (153, 'Can delete recorded exchange', 38, 'delete_recordedexchange');
INSERT INTO public.auth_permission VALUES (154, 'Can view recorded exchange', 38, 'view_recordedexchange');
INSERT INTO public.auth_permission VALUES (155, 'Can add judge answer', 39, 'add_judgeanswer');
INSERT INTO public.auth_permission VALUES (156, 'Can change judge answer', 39, 'change_judgeanswer');
INSERT INTO public.auth_permission VALUES (157, 'Can delete judge answer', 39, 'delete_judgeanswer');
INSERT INTO public.auth_permission VALUES (158, 'Can view judge answer', 39, 'view_judgeanswer');
INSERT INTO public.auth_permission VALUES (159, 'Can add judge health', 40, 'add_judgehealth');
INSERT INTO public.auth_permission VALUES (160, 'Can change judge health', 40, 'change_judgehealth');
INSERT INTO public.auth_permission VALUES (161, 'Can delete judge health', 40, 'delete_judgehealth');
INSERT INTO public.auth_permission VALUES (162, 'Can view judge health', 40, 'view_judgehealth');
INSERT INTO public.auth_permission VALUES (163, 'Can add rule mode', 41, 'add_rulemode');
INSERT INTO public.auth_permission VALUES (164, 'Can change rule mode', 41, 'change_rulemode');
INSERT INTO public.auth_permission VALUES (165, 'Can delete rule mode', 41, 'delete_rulemode');
INSERT INTO public.auth_permission VALUES (166, 'Can view rule mode', 41, 'view_rulemode');
INSERT INTO public.auth_permission VALUES (167, 'Can add guardian neighbour', 42, 'add_guardianneighbour');
INSERT INTO public.auth_permission VALUES (168, 'Can change guardian neighbour', 42, 'change_guardianneighbour');
INSERT INTO public.auth_permission VALUES (169, 'Can delete guardian neighbour', 42, 'delete_guardianneighbour');
INSERT INTO public.auth_permission VALUES (170, 'Can view guardian neighbour', 42, 'view_guardianneighbour');
INSERT INTO public.auth_permission VALUES (171, 'Can add guardian review', 43, 'add_guardianreview');
INSERT INTO public.auth_permission VALUES (172, 'Can change guardian review', 43, 'change_guardianreview');
INSERT INTO public.auth_permission VALUES (173, 'Can delete guardian review', 43, 'delete_guardianreview');
INSERT INTO public.auth_permission VALUES (174, 'Can view guardian review', 43, 'view_guardianreview');
INSERT INTO public.auth_permission VALUES (175, 'Can add rule hit', 44, 'add_rulehit');
INSERT INTO public.auth_permission VALUES (176, 'Can change rule hit', 44, 'change_rulehit');
INSERT INTO public.auth_permission VALUES (177, 'Can delete rule hit', 44, 'delete_rulehit');
INSERT INTO public.auth_permission VALUES (178, 'Can view rule hit', 44, 'view_rulehit');
INSERT INTO public.auth_permission VALUES (179, 'Can add rule mode event', 45, 'add_rulemodeevent');
INSERT INTO public.auth_permission VALUES (180, 'Can change rule mode event', 45, 'change_rulemodeevent');
INSERT INTO public.auth_permission VALUES (181, 'Can delete rule mode event', 45, 'delete_rulemodeevent');
INSERT INTO public.auth_permission VALUES (182, 'Can view rule mode event', 45, 'view_rulemodeevent');
INSERT INTO public.auth_permission VALUES (183, 'Can add replay difference', 46, 'add_replaydifference');
INSERT INTO public.auth_permission VALUES (184, 'Can change replay difference', 46, 'change_replaydifference');
INSERT INTO public.auth_permission VALUES (185, 'Can delete replay difference', 46, 'delete_replaydifference');
INSERT INTO public.auth_permission VALUES (186, 'Can view replay difference', 46, 'view_replaydifference');
INSERT INTO public.auth_permission VALUES (187, 'Can add replay run', 47, 'add_replayrun');
INSERT INTO public.auth_permission VALUES (188, 'Can change replay run', 47, 'change_replayrun');
INSERT INTO public.auth_permission VALUES (189, 'Can delete replay run', 47, 'delete_replayrun');
INSERT INTO public.auth_permission VALUES (190, 'Can view replay run', 47, 'view_replayrun');
INSERT INTO public.auth_permission VALUES (191, 'Can route the last messages of all users again', 47, 'replay_routes');
INSERT INTO public.auth_permission VALUES (192, 'Can add route record', 48, 'add_routerecord');
INSERT INTO public.auth_permission VALUES (193, 'Can change route record', 48, 'change_routerecord');
INSERT INTO public.auth_permission VALUES (194, 'Can delete route record', 48, 'delete_routerecord');
INSERT INTO public.auth_permission VALUES (195, 'Can view route record', 48, 'view_routerecord');
INSERT INTO public.auth_permission VALUES (196, 'Can add conversation', 49, 'add_conversation');
INSERT INTO public.auth_permission VALUES (197, 'Can change conversation', 49, 'change_conversation');
INSERT INTO public.auth_permission VALUES (198, 'Can delete conversation', 49, 'delete_conversation');
INSERT INTO public.auth_permission VALUES (199, 'Can view conversation', 49, 'view_conversation');
INSERT INTO public.auth_permission VALUES (200, 'Can add message', 50, 'add_message');
INSERT INTO public.auth_permission VALUES (201, 'Can change message', 50, 'change_message');
INSERT INTO public.auth_permission VALUES (202, 'Can delete message', 50, 'delete_message');
INSERT INTO public.auth_permission VALUES (203, 'Can view message', 50, 'view_message');
INSERT INTO public.auth_permission VALUES (204, 'Can add message part', 51, 'add_messagepart');
INSERT INTO public.auth_permission VALUES (205, 'Can change message part', 51, 'change_messagepart');
INSERT INTO public.auth_permission VALUES (206, 'Can delete message part', 51, 'delete_messagepart');
INSERT INTO public.auth_permission VALUES (207, 'Can view message part', 51, 'view_messagepart');
INSERT INTO public.auth_permission VALUES (208, 'Can add conversation share', 52, 'add_conversationshare');
INSERT INTO public.auth_permission VALUES (209, 'Can change conversation share', 52, 'change_conversationshare');
INSERT INTO public.auth_permission VALUES (210, 'Can delete conversation share', 52, 'delete_conversationshare');
INSERT INTO public.auth_permission VALUES (211, 'Can view conversation share', 52, 'view_conversationshare');
INSERT INTO public.auth_permission VALUES (212, 'Can add embedding space', 53, 'add_embeddingspace');
INSERT INTO public.auth_permission VALUES (213, 'Can change embedding space', 53, 'change_embeddingspace');
INSERT INTO public.auth_permission VALUES (214, 'Can delete embedding space', 53, 'delete_embeddingspace');
INSERT INTO public.auth_permission VALUES (215, 'Can view embedding space', 53, 'view_embeddingspace');
INSERT INTO public.auth_permission VALUES (216, 'Can build and switch embedding spaces, fit and switch calibrations', 53, 'switch_routing');
INSERT INTO public.auth_permission VALUES (217, 'Can add negative example', 54, 'add_negativeexample');
INSERT INTO public.auth_permission VALUES (218, 'Can change negative example', 54, 'change_negativeexample');
INSERT INTO public.auth_permission VALUES (219, 'Can delete negative example', 54, 'delete_negativeexample');
INSERT INTO public.auth_permission VALUES (220, 'Can view negative example', 54, 'view_negativeexample');
INSERT INTO public.auth_permission VALUES (221, 'Can add router calibration', 55, 'add_routercalibration');
INSERT INTO public.auth_permission VALUES (222, 'Can change router calibration', 55, 'change_routercalibration');
INSERT INTO public.auth_permission VALUES (223, 'Can delete router calibration', 55, 'delete_routercalibration');
INSERT INTO public.auth_permission VALUES (224, 'Can view router calibration', 55, 'view_routercalibration');
INSERT INTO public.auth_permission VALUES (225, 'Can add routing change', 56, 'add_routingchange');
INSERT INTO public.auth_permission VALUES (226, 'Can change routing change', 56, 'change_routingchange');
INSERT INTO public.auth_permission VALUES (227, 'Can delete routing change', 56, 'delete_routingchange');
INSERT INTO public.auth_permission VALUES (228, 'Can view routing change', 56, 'view_routingchange');
INSERT INTO public.auth_permission VALUES (229, 'Can add active embedding space', 57, 'add_activeembeddingspace');
INSERT INTO public.auth_permission VALUES (230, 'Can change active embedding space', 57, 'change_activeembeddingspace');
INSERT INTO public.auth_permission VALUES (231, 'Can delete active embedding space', 57, 'delete_activeembeddingspace');
INSERT INTO public.auth_permission VALUES (232, 'Can view active embedding space', 57, 'view_activeembeddingspace');
INSERT INTO public.auth_permission VALUES (233, 'Can add agent embedding', 58, 'add_agentembedding');
INSERT INTO public.auth_permission VALUES (234, 'Can change agent embedding', 58, 'change_agentembedding');
INSERT INTO public.auth_permission VALUES (235, 'Can delete agent embedding', 58, 'delete_agentembedding');
INSERT INTO public.auth_permission VALUES (236, 'Can view agent embedding', 58, 'view_agentembedding');
INSERT INTO public.auth_permission VALUES (237, 'Can add canary', 59, 'add_canary');
INSERT INTO public.auth_permission VALUES (238, 'Can change canary', 59, 'change_canary');
INSERT INTO public.auth_permission VALUES (239, 'Can delete canary', 59, 'delete_canary');
INSERT INTO public.auth_permission VALUES (240, 'Can view canary', 59, 'view_canary');
INSERT INTO public.auth_permission VALUES (241, 'Can add execution', 60, 'add_execution');
INSERT INTO public.auth_permission VALUES (242, 'Can change execution', 60, 'change_execution');
INSERT INTO public.auth_permission VALUES (243, 'Can delete execution', 60, 'delete_execution');
INSERT INTO public.auth_permission VALUES (244, 'Can view execution', 60, 'view_execution');
INSERT INTO public.auth_permission VALUES (245, 'Can add hourly metrics', 61, 'add_hourlymetrics');
INSERT INTO public.auth_permission VALUES (246, 'Can change hourly metrics', 61, 'change_hourlymetrics');
INSERT INTO public.auth_permission VALUES (247, 'Can delete hourly metrics', 61, 'delete_hourlymetrics');
INSERT INTO public.auth_permission VALUES (248, 'Can view hourly metrics', 61, 'view_hourlymetrics');
INSERT INTO public.auth_permission VALUES (249, 'Can add specialist', 62, 'add_specialist');
INSERT INTO public.auth_permission VALUES (250, 'Can change specialist', 62, 'change_specialist');
INSERT INTO public.auth_permission VALUES (251, 'Can delete specialist', 62, 'delete_specialist');
INSERT INTO public.auth_permission VALUES (252, 'Can view specialist', 62, 'view_specialist');
INSERT INTO public.auth_permission VALUES (253, 'Can add specialist version', 63, 'add_specialistversion');
INSERT INTO public.auth_permission VALUES (254, 'Can change specialist version', 63, 'change_specialistversion');
INSERT INTO public.auth_permission VALUES (255, 'Can delete specialist version', 63, 'delete_specialistversion');
INSERT INTO public.auth_permission VALUES (256, 'Can view specialist version', 63, 'view_specialistversion');
INSERT INTO public.auth_permission VALUES (257, 'Can add status change', 64, 'add_statuschange');
INSERT INTO public.auth_permission VALUES (258, 'Can change status change', 64, 'change_statuschange');
INSERT INTO public.auth_permission VALUES (259, 'Can delete status change', 64, 'delete_statuschange');
INSERT INTO public.auth_permission VALUES (260, 'Can view status change', 64, 'view_statuschange');
INSERT INTO public.auth_permission VALUES (261, 'Can promote, suspend, demote, deprecate and restore specialists', 64, 'set_specialist_status');
INSERT INTO public.auth_permission VALUES (262, 'Can add test run', 65, 'add_testrun');
INSERT INTO public.auth_permission VALUES (263, 'Can change test run', 65, 'change_testrun');
INSERT INTO public.auth_permission VALUES (264, 'Can delete test run', 65, 'delete_testrun');
INSERT INTO public.auth_permission VALUES (265, 'Can view test run', 65, 'view_testrun');
INSERT INTO public.auth_permission VALUES (266, 'Can have the tests of any specialist run', 65, 'run_tests');
INSERT INTO public.auth_permission VALUES (267, 'Can add training result', 66, 'add_trainingresult');
INSERT INTO public.auth_permission VALUES (268, 'Can change training result', 66, 'change_trainingresult');
INSERT INTO public.auth_permission VALUES (269, 'Can delete training result', 66, 'delete_trainingresult');
INSERT INTO public.auth_permission VALUES (270, 'Can view training result', 66, 'view_trainingresult');
INSERT INTO public.auth_permission VALUES (271, 'Can add audit report', 67, 'add_auditreport');
INSERT INTO public.auth_permission VALUES (272, 'Can change audit report', 67, 'change_auditreport');
INSERT INTO public.auth_permission VALUES (273, 'Can delete audit report', 67, 'delete_auditreport');
INSERT INTO public.auth_permission VALUES (274, 'Can view audit report', 67, 'view_auditreport');
INSERT INTO public.auth_permission VALUES (275, 'Can add audit finding', 68, 'add_auditfinding');
INSERT INTO public.auth_permission VALUES (276, 'Can change audit finding', 68, 'change_auditfinding');
INSERT INTO public.auth_permission VALUES (277, 'Can delete audit finding', 68, 'delete_auditfinding');
INSERT INTO public.auth_permission VALUES (278, 'Can view audit finding', 68, 'view_auditfinding');
INSERT INTO public.auth_permission VALUES (279, 'Can close the Auditor''s findings', 68, 'resolve_finding');
INSERT INTO public.auth_permission VALUES (280, 'Can add role reservation', 69, 'add_rolereservation');
INSERT INTO public.auth_permission VALUES (281, 'Can change role reservation', 69, 'change_rolereservation');
INSERT INTO public.auth_permission VALUES (282, 'Can delete role reservation', 69, 'delete_rolereservation');
INSERT INTO public.auth_permission VALUES (283, 'Can view role reservation', 69, 'view_rolereservation');
INSERT INTO public.auth_permission VALUES (284, 'Can add supervised use', 70, 'add_superviseduse');
INSERT INTO public.auth_permission VALUES (285, 'Can change supervised use', 70, 'change_superviseduse');
INSERT INTO public.auth_permission VALUES (286, 'Can delete supervised use', 70, 'delete_superviseduse');
INSERT INTO public.auth_permission VALUES (287, 'Can view supervised use', 70, 'view_superviseduse');
INSERT INTO public.auth_permission VALUES (288, 'Can add specialist rename', 71, 'add_specialistrename');
INSERT INTO public.auth_permission VALUES (289, 'Can change specialist rename', 71, 'change_specialistrename');
INSERT INTO public.auth_permission VALUES (290, 'Can delete specialist rename', 71, 'delete_specialistrename');
INSERT INTO public.auth_permission VALUES (291, 'Can view specialist rename', 71, 'view_specialistrename');
INSERT INTO public.auth_permission VALUES (292, 'Can add receipt chain', 72, 'add_receiptchain');
INSERT INTO public.auth_permission VALUES (293, 'Can change receipt chain', 72, 'change_receiptchain');
INSERT INTO public.auth_permission VALUES (294, 'Can delete receipt chain', 72, 'delete_receiptchain');
INSERT INTO public.auth_permission VALUES (295, 'Can view receipt chain', 72, 'view_receiptchain');
INSERT INTO public.auth_permission VALUES (296, 'Can add tool rate', 73, 'add_toolrate');
INSERT INTO public.auth_permission VALUES (297, 'Can change tool rate', 73, 'change_toolrate');
INSERT INTO public.auth_permission VALUES (298, 'Can delete tool rate', 73, 'delete_toolrate');
INSERT INTO public.auth_permission VALUES (299, 'Can view tool rate', 73, 'view_toolrate');
INSERT INTO public.auth_permission VALUES (300, 'Can add tool snapshot', 74, 'add_toolsnapshot');
INSERT INTO public.auth_permission VALUES (301, 'Can change tool snapshot', 74, 'change_toolsnapshot');
INSERT INTO public.auth_permission VALUES (302, 'Can delete tool snapshot', 74, 'delete_toolsnapshot');
INSERT INTO public.auth_permission VALUES (303, 'Can view tool snapshot', 74, 'view_toolsnapshot');
INSERT INTO public.auth_permission VALUES (304, 'Can add tool receipt', 75, 'add_toolreceipt');
INSERT INTO public.auth_permission VALUES (305, 'Can change tool receipt', 75, 'change_toolreceipt');
INSERT INTO public.auth_permission VALUES (306, 'Can delete tool receipt', 75, 'delete_toolreceipt');
INSERT INTO public.auth_permission VALUES (307, 'Can view tool receipt', 75, 'view_toolreceipt');
INSERT INTO public.auth_permission VALUES (308, 'Can add workspace usage', 76, 'add_workspaceusage');
INSERT INTO public.auth_permission VALUES (309, 'Can change workspace usage', 76, 'change_workspaceusage');
INSERT INTO public.auth_permission VALUES (310, 'Can delete workspace usage', 76, 'delete_workspaceusage');
INSERT INTO public.auth_permission VALUES (311, 'Can view workspace usage', 76, 'view_workspaceusage');
INSERT INTO public.auth_permission VALUES (312, 'Can add file version', 77, 'add_fileversion');
INSERT INTO public.auth_permission VALUES (313, 'Can change file version', 77, 'change_fileversion');
INSERT INTO public.auth_permission VALUES (314, 'Can delete file version', 77, 'delete_fileversion');
INSERT INTO public.auth_permission VALUES (315, 'Can view file version', 77, 'view_fileversion');
INSERT INTO public.auth_permission VALUES (316, 'Can add memory item', 78, 'add_memoryitem');
INSERT INTO public.auth_permission VALUES (317, 'Can change memory item', 78, 'change_memoryitem');
INSERT INTO public.auth_permission VALUES (318, 'Can delete memory item', 78, 'delete_memoryitem');
INSERT INTO public.auth_permission VALUES (319, 'Can view memory item', 78, 'view_memoryitem');
INSERT INTO public.auth_permission VALUES (320, 'Can add tool call', 79, 'add_toolcall');
INSERT INTO public.auth_permission VALUES (321, 'Can change tool call', 79, 'change_toolcall');
INSERT INTO public.auth_permission VALUES (322, 'Can delete tool call', 79, 'delete_toolcall');
INSERT INTO public.auth_permission VALUES (323, 'Can view tool call', 79, 'view_toolcall');
INSERT INTO public.auth_permission VALUES (324, 'Can add provider circuit', 80, 'add_providercircuit');
INSERT INTO public.auth_permission VALUES (325, 'Can change provider circuit', 80, 'change_providercircuit');
INSERT INTO public.auth_permission VALUES (326, 'Can delete provider circuit', 80, 'delete_providercircuit');
INSERT INTO public.auth_permission VALUES (327, 'Can view provider circuit', 80, 'view_providercircuit');
INSERT INTO public.auth_permission VALUES (328, 'Can add model price', 81, 'add_modelprice');
INSERT INTO public.auth_permission VALUES (329, 'Can change model price', 81, 'change_modelprice');
INSERT INTO public.auth_permission VALUES (330, 'Can delete model price', 81, 'delete_modelprice');
INSERT INTO public.auth_permission VALUES (331, 'Can view model price', 81, 'view_modelprice');
INSERT INTO public.auth_permission VALUES (332, 'Can add pattern', 82, 'add_pattern');
INSERT INTO public.auth_permission VALUES (333, 'Can change pattern', 82, 'change_pattern');
INSERT INTO public.auth_permission VALUES (334, 'Can delete pattern', 82, 'delete_pattern');
INSERT INTO public.auth_permission VALUES (335, 'Can view pattern', 82, 'view_pattern');
INSERT INTO public.auth_permission VALUES (336, 'Can activate and deactivate policies', 82, 'activate_pattern');
INSERT INTO public.auth_permission VALUES (337, 'Can add pattern fired', 83, 'add_patternfired');
INSERT INTO public.auth_permission VALUES (338, 'Can change pattern fired', 83, 'change_patternfired');
INSERT INTO public.auth_permission VALUES (339, 'Can delete pattern fired', 83, 'delete_patternfired');
INSERT INTO public.auth_permission VALUES (340, 'Can view pattern fired', 83, 'view_patternfired');
INSERT INTO public.auth_permission VALUES (341, 'Can add security seal', 84, 'add_securityseal');
INSERT INTO public.auth_permission VALUES (342, 'Can change security seal', 84, 'change_securityseal');
INSERT INTO public.auth_permission VALUES (343, 'Can delete security seal', 84, 'delete_securityseal');
INSERT INTO public.auth_permission VALUES (344, 'Can view security seal', 84, 'view_securityseal');
INSERT INTO public.auth_permission VALUES (345, 'Can add security event', 85, 'add_securityevent');
INSERT INTO public.auth_permission VALUES (346, 'Can change security event', 85, 'change_securityevent');
INSERT INTO public.auth_permission VALUES (347, 'Can delete security event', 85, 'delete_securityevent');
INSERT INTO public.auth_permission VALUES (348, 'Can view security event', 85, 'view_securityevent');
INSERT INTO public.auth_permission VALUES (349, 'Can export the security log', 85, 'export_security_log');
INSERT INTO public.auth_permission VALUES (350, 'Can add domain event', 86, 'add_domainevent');
INSERT INTO public.auth_permission VALUES (351, 'Can change domain event', 86, 'change_domainevent');
INSERT INTO public.auth_permission VALUES (352, 'Can delete domain event', 86, 'delete_domainevent');
INSERT INTO public.auth_permission VALUES (353, 'Can view domain event', 86, 'view_domainevent');
INSERT INTO public.auth_permission VALUES (354, 'Can add user', 87, 'add_user');
INSERT INTO public.auth_permission VALUES (355, 'Can change user', 87, 'change_user');
INSERT INTO public.auth_permission VALUES (356, 'Can delete user', 87, 'delete_user');
INSERT INTO public.auth_permission VALUES (357, 'Can view user', 87, 'view_user');
INSERT INTO public.auth_permission VALUES (358, 'Can add api token', 88, 'add_apitoken');
INSERT INTO public.auth_permission VALUES (359, 'Can change api token', 88, 'change_apitoken');
INSERT INTO public.auth_permission VALUES (360, 'Can delete api token', 88, 'delete_apitoken');
INSERT INTO public.auth_permission VALUES (361, 'Can view api token', 88, 'view_apitoken');
INSERT INTO public.auth_permission VALUES (362, 'Can add sign in link', 89, 'add_signinlink');
INSERT INTO public.auth_permission VALUES (363, 'Can change sign in link', 89, 'change_signinlink');
INSERT INTO public.auth_permission VALUES (364, 'Can delete sign in link', 89, 'delete_signinlink');
INSERT INTO public.auth_permission VALUES (365, 'Can view sign in link', 89, 'view_signinlink');
INSERT INTO public.auth_permission VALUES (366, 'Can add signed in session', 90, 'add_signedinsession');
INSERT INTO public.auth_permission VALUES (367, 'Can change signed in session', 90, 'change_signedinsession');
INSERT INTO public.auth_permission VALUES (368, 'Can delete signed in session', 90, 'delete_signedinsession');
INSERT INTO public.auth_permission VALUES (369, 'Can view signed in session', 90, 'view_signedinsession');
INSERT INTO public.auth_permission VALUES (370, 'Can add event webhook', 91, 'add_eventwebhook');
INSERT INTO public.auth_permission VALUES (371, 'Can change event webhook', 91, 'change_eventwebhook');
INSERT INTO public.auth_permission VALUES (372, 'Can delete event webhook', 91, 'delete_eventwebhook');
INSERT INTO public.auth_permission VALUES (373, 'Can view event webhook', 91, 'view_eventwebhook');
INSERT INTO public.auth_permission VALUES (374, 'Can send the events of everybody to a webhook', 91, 'cover_everybody');
INSERT INTO public.auth_permission VALUES (375, 'Can add event delivery', 92, 'add_eventdelivery');
INSERT INTO public.auth_permission VALUES (376, 'Can change event delivery', 92, 'change_eventdelivery');
INSERT INTO public.auth_permission VALUES (377, 'Can delete event delivery', 92, 'delete_eventdelivery');
INSERT INTO public.auth_permission VALUES (378, 'Can view event delivery', 92, 'view_eventdelivery');
INSERT INTO public.auth_permission VALUES (379, 'Can add MCP server', 93, 'add_addedmcpserver');
INSERT INTO public.auth_permission VALUES (380, 'Can change MCP server', 93, 'change_addedmcpserver');
INSERT INTO public.auth_permission VALUES (381, 'Can delete MCP server', 93, 'delete_addedmcpserver');
INSERT INTO public.auth_permission VALUES (382, 'Can view MCP server', 93, 'view_addedmcpserver');
INSERT INTO public.auth_permission VALUES (383, 'Can add tool of an MCP server', 94, 'add_addedmcptool');
INSERT INTO public.auth_permission VALUES (384, 'Can change tool of an MCP server', 94, 'change_addedmcptool');
INSERT INTO public.auth_permission VALUES (385, 'Can delete tool of an MCP server', 94, 'delete_addedmcptool');
INSERT INTO public.auth_permission VALUES (386, 'Can view tool of an MCP server', 94, 'view_addedmcptool');
INSERT INTO public.auth_permission VALUES (387, 'Can add deleted model price', 95, 'add_deletedmodelprice');
INSERT INTO public.auth_permission VALUES (388, 'Can change deleted model price', 95, 'change_deletedmodelprice');
INSERT INTO public.auth_permission VALUES (389, 'Can delete deleted model price', 95, 'delete_deletedmodelprice');
INSERT INTO public.auth_permission VALUES (390, 'Can view deleted model price', 95, 'view_deletedmodelprice');
INSERT INTO public.auth_permission VALUES (391, 'Can add workflow', 96, 'add_workflow');
INSERT INTO public.auth_permission VALUES (392, 'Can change workflow', 96, 'change_workflow');
INSERT INTO public.auth_permission VALUES (393, 'Can delete workflow', 96, 'delete_workflow');
INSERT INTO public.auth_permission VALUES (394, 'Can view workflow', 96, 'view_workflow');
INSERT INTO public.auth_permission VALUES (395, 'Can add workflow event', 97, 'add_workflowevent');
INSERT INTO public.auth_permission VALUES (396, 'Can change workflow event', 97, 'change_workflowevent');
INSERT INTO public.auth_permission VALUES (397, 'Can delete workflow event', 97, 'delete_workflowevent');
INSERT INTO public.auth_permission VALUES (398, 'Can view workflow event', 97, 'view_workflowevent');
INSERT INTO public.auth_permission VALUES (399, 'Can add workflow node', 98, 'add_workflownode');
INSERT INTO public.auth_permission VALUES (400, 'Can change workflow node', 98, 'change_workflownode');
INSERT INTO public.auth_permission VALUES (401, 'Can delete workflow node', 98, 'delete_workflownode');
INSERT INTO public.auth_permission VALUES (402, 'Can view workflow node', 98, 'view_workflownode');
INSERT INTO public.auth_permission VALUES (403, 'Can add node run', 99, 'add_noderun');
INSERT INTO public.auth_permission VALUES (404, 'Can change node run', 99, 'change_noderun');
INSERT INTO public.auth_permission VALUES (405, 'Can delete node run', 99, 'delete_noderun');
INSERT INTO public.auth_permission VALUES (406, 'Can view node run', 99, 'view_noderun');
INSERT INTO public.auth_permission VALUES (407, 'Can add delegation', 100, 'add_delegation');
INSERT INTO public.auth_permission VALUES (408, 'Can change delegation', 100, 'change_delegation');
INSERT INTO public.auth_permission VALUES (409, 'Can delete delegation', 100, 'delete_delegation');
INSERT INTO public.auth_permission VALUES (410, 'Can view delegation', 100, 'view_delegation');
INSERT INTO public.auth_permission VALUES (411, 'Can add schedule', 101, 'add_schedule');
INSERT INTO public.auth_permission VALUES (412, 'Can change schedule', 101, 'change_schedule');
INSERT INTO public.auth_permission VALUES (413, 'Can delete schedule', 101, 'delete_schedule');
INSERT INTO public.auth_permission VALUES (414, 'Can view schedule', 101, 'view_schedule');
INSERT INTO public.auth_permission VALUES (415, 'Can add schedule run', 102, 'add_schedulerun');
INSERT INTO public.auth_permission VALUES (416, 'Can change schedule run', 102, 'change_schedulerun');
INSERT INTO public.auth_permission VALUES (417, 'Can delete schedule run', 102, 'delete_schedulerun');
INSERT INTO public.auth_permission VALUES (418, 'Can view schedule run', 102, 'view_schedulerun');
INSERT INTO public.auth_permission VALUES (419, 'Can add data export', 103, 'add_dataexport');
INSERT INTO public.auth_permission VALUES (420, 'Can change data export', 103, 'change_dataexport');
INSERT INTO public.auth_permission VALUES (421, 'Can delete data export', 103, 'delete_dataexport');
INSERT INTO public.auth_permission VALUES (422, 'Can view data export', 103, 'view_dataexport');
INSERT INTO public.auth_permission VALUES (423, 'Can add account deletion', 104, 'add_accountdeletion');
INSERT INTO public.auth_permission VALUES (424, 'Can change account deletion', 104, 'change_accountdeletion');
INSERT INTO public.auth_permission VALUES (425, 'Can delete account deletion', 104, 'delete_accountdeletion');
INSERT INTO public.auth_permission VALUES (426, 'Can view account deletion', 104, 'view_accountdeletion');
INSERT INTO public.auth_permission VALUES (427, 'Can add chat turn', 105, 'add_chatturn');
INSERT INTO public.auth_permission VALUES (428, 'Can change chat turn', 105, 'change_chatturn');
INSERT INTO public.auth_permission VALUES (429, 'Can delete chat turn', 105, 'delete_chatturn');
INSERT INTO public.auth_permission VALUES (430, 'Can view chat turn', 105, 'view_chatturn');
INSERT INTO public.auth_permission VALUES (431, 'Can add heartbeat', 106, 'add_heartbeat');
INSERT INTO public.auth_permission VALUES (432, 'Can change heartbeat', 106, 'change_heartbeat');
INSERT INTO public.auth_permission VALUES (433, 'Can delete heartbeat', 106, 'delete_heartbeat');
INSERT INTO public.auth_permission VALUES (434, 'Can view heartbeat', 106, 'view_heartbeat');
INSERT INTO public.auth_permission VALUES (435, 'Can add log entry', 107, 'add_logentry');
INSERT INTO public.auth_permission VALUES (436, 'Can change log entry', 107, 'change_logentry');
INSERT INTO public.auth_permission VALUES (437, 'Can delete log entry', 107, 'delete_logentry');
INSERT INTO public.auth_permission VALUES (438, 'Can view log entry', 107, 'view_logentry');
INSERT INTO public.auth_permission VALUES (439, 'Can add permission', 108, 'add_permission');
INSERT INTO public.auth_permission VALUES (440, 'Can change permission', 108, 'change_permission');
INSERT INTO public.auth_permission VALUES (441, 'Can delete permission', 108, 'delete_permission');
INSERT INTO public.auth_permission VALUES (442, 'Can view permission', 108, 'view_permission');
INSERT INTO public.auth_permission VALUES (443, 'Can add group', 109, 'add_group');
INSERT INTO public.auth_permission VALUES (444, 'Can change group', 109, 'change_group');
INSERT INTO public.auth_permission VALUES (445, 'Can delete group', 109, 'delete_group');
INSERT INTO public.auth_permission VALUES (446, 'Can view group', 109, 'view_group');
INSERT INTO public.auth_permission VALUES (447, 'Can add content type', 110, 'add_contenttype');
INSERT INTO public.auth_permission VALUES (448, 'Can change content type', 110, 'change_contenttype');
INSERT INTO public.auth_permission VALUES (449, 'Can delete content type', 110, 'delete_contenttype');
INSERT INTO public.auth_permission VALUES (450, 'Can view content type', 110, 'view_contenttype');
INSERT INTO public.auth_permission VALUES (451, 'Can add session', 111, 'add_session');
INSERT INTO public.auth_permission VALUES (452, 'Can change session', 111, 'change_session');
INSERT INTO public.auth_permission VALUES (453, 'Can delete session', 111, 'delete_session');
INSERT INTO public.auth_permission VALUES (454, 'Can view session', 111, 'view_session');
INSERT INTO public.auth_permission VALUES (455, 'Can add auth token', 112, 'add_authtoken');
INSERT INTO public.auth_permission VALUES (456, 'Can change auth token', 112, 'change_authtoken');
INSERT INTO public.auth_permission VALUES (457, 'Can delete auth token', 112, 'delete_authtoken');
INSERT INTO public.auth_permission VALUES (458, 'Can view auth token', 112, 'view_authtoken');

INSERT INTO public.django_content_type VALUES (1, 'approvals', 'approvalevent');
INSERT INTO public.django_content_type VALUES (2, 'approvals', 'notification');
INSERT INTO public.django_content_type VALUES (3, 'approvals', 'notificationdelivery');
INSERT INTO public.django_content_type VALUES (4, 'approvals', 'notificationsettings');
INSERT INTO public.django_content_type VALUES (5, 'approvals', 'permissionrule');
INSERT INTO public.django_content_type VALUES (6, 'approvals', 'sessiongrant');
INSERT INTO public.django_content_type VALUES (7, 'approvals', 'approval');
INSERT INTO public.django_content_type VALUES (8, 'approvals', 'hostconsent');
INSERT INTO public.django_content_type VALUES (9, 'approvals', 'disclosureevent');
INSERT INTO public.django_content_type VALUES (10, 'approvals', 'sessiontaint');
INSERT INTO public.django_content_type VALUES (11, 'approvals', 'permissiondefault');
INSERT INTO public.django_content_type VALUES (12, 'axes', 'accessattempt');
INSERT INTO public.django_content_type VALUES (13, 'axes', 'accesslog');
INSERT INTO public.django_content_type VALUES (14, 'axes', 'accessfailurelog');
INSERT INTO public.django_content_type VALUES (15, 'axes', 'accessattemptexpiration');
INSERT INTO public.django_content_type VALUES (16, 'council', 'caseevent');
INSERT INTO public.django_content_type VALUES (17, 'council', 'evolution');
INSERT INTO public.django_content_type VALUES (18, 'council', 'stageverdict');
INSERT INTO public.django_content_type VALUES (19, 'council', 'creationcase');
INSERT INTO public.django_content_type VALUES (20, 'council', 'tryout');
INSERT INTO public.django_content_type VALUES (21, 'credentials', 'usercredential');
INSERT INTO public.django_content_type VALUES (22, 'credentials', 'credentialuse');
INSERT INTO public.django_content_type VALUES (23, 'credentials', 'credentialevent');
INSERT INTO public.django_content_type VALUES (24, 'django_celery_beat', 'crontabschedule');
INSERT INTO public.django_content_type VALUES (25, 'django_celery_beat', 'intervalschedule');
INSERT INTO public.django_content_type VALUES (26, 'django_celery_beat', 'periodictask');
INSERT INTO public.django_content_type VALUES (27, 'django_celery_beat', 'periodictasks');
INSERT INTO public.django_content_type VALUES (28, 'django_celery_beat', 'solarschedule');
INSERT INTO public.django_content_type VALUES (29, 'django_celery_beat', 'clockedschedule');
INSERT INTO public.django_content_type VALUES (30, 'kingdom_sessions', 'budget');
INSERT INTO public.django_content_type VALUES (31, 'kingdom_sessions', 'effect');
INSERT INTO public.django_content_type VALUES (32, 'kingdom_sessions', 'egressreceipt');
INSERT INTO public.django_content_type VALUES (33, 'kingdom_sessions', 'sandboxlimitoverride');
INSERT INTO public.django_content_type VALUES (34, 'kingdom_sessions', 'session');
INSERT INTO public.django_content_type VALUES (35, 'kingdom_sessions', 'sessionevent');
INSERT INTO public.django_content_type VALUES (36, 'kingdom_sessions', 'usageday');
INSERT INTO public.django_content_type VALUES (37, 'kingdom_sessions', 'cassette');
INSERT INTO public.django_content_type VALUES (38, 'kingdom_sessions', 'recordedexchange');
INSERT INTO public.django_content_type VALUES (39, 'ministers', 'judgeanswer');
INSERT INTO public.django_content_type VALUES (40, 'ministers', 'judgehealth');
INSERT INTO public.django_content_type VALUES (41, 'ministers', 'rulemode');
INSERT INTO public.django_content_type VALUES (42, 'ministers', 'guardianneighbour');
INSERT INTO public.django_content_type VALUES (43, 'ministers', 'guardianreview');
INSERT INTO public.django_content_type VALUES (44, 'ministers', 'rulehit');
INSERT INTO public.django_content_type VALUES (45, 'ministers', 'rulemodeevent');
INSERT INTO public.django_content_type VALUES (46, 'orchestrator', 'replaydifference');
INSERT INTO public.django_content_type VALUES (47, 'orchestrator', 'replayrun');
INSERT INTO public.django_content_type VALUES (48, 'orchestrator', 'routerecord');
INSERT INTO public.django_content_type VALUES (49, 'orchestrator', 'conversation');
INSERT INTO public.django_content_type VALUES (50, 'orchestrator', 'message');
INSERT INTO public.django_content_type VALUES (51, 'orchestrator', 'messagepart');
INSERT INTO public.django_content_type VALUES (52, 'orchestrator', 'conversationshare');
INSERT INTO public.django_content_type VALUES (53, 'routing', 'embeddingspace');
INSERT INTO public.django_content_type VALUES (54, 'routing', 'negativeexample');
INSERT INTO public.django_content_type VALUES (55, 'routing', 'routercalibration');
INSERT INTO public.django_content_type VALUES (56, 'routing', 'routingchange');
INSERT INTO public.django_content_type VALUES (57, 'routing', 'activeembeddingspace');
INSERT INTO public.django_content_type VALUES (58, 'routing', 'agentembedding');
INSERT INTO public.django_content_type VALUES (59, 'specialists', 'canary');
INSERT INTO public.django_content_type VALUES (60, 'specialists', 'execution');
INSERT INTO public.django_content_type VALUES (61, 'specialists', 'hourlymetrics');
INSERT INTO public.django_content_type VALUES (62, 'specialists', 'specialist');
INSERT INTO public.django_content_type VALUES (63, 'specialists', 'specialistversion');
INSERT INTO public.django_content_type VALUES (64, 'specialists', 'statuschange');
INSERT INTO public.django_content_type VALUES (65, 'specialists', 'testrun');
INSERT INTO public.django_content_type VALUES (66, 'specialists', 'trainingresult');
INSERT INTO public.django_content_type VALUES (67, 'specialists', 'auditreport');
INSERT INTO public.django_content_type VALUES (68, 'specialists', 'auditfinding');
INSERT INTO public.django_content_type VALUES (69, 'specialists', 'rolereservation');
INSERT INTO public.django_content_type VALUES (70, 'specialists', 'superviseduse');
INSERT INTO public.django_content_type VALUES (71, 'specialists', 'specialistrename');
INSERT INTO public.django_content_type VALUES (72, 'tools', 'receiptchain');
INSERT INTO public.django_content_type VALUES (73, 'tools', 'toolrate');
INSERT INTO public.django_content_type VALUES (74, 'tools', 'toolsnapshot');
INSERT INTO public.django_content_type VALUES (75, 'tools', 'toolreceipt');
INSERT INTO public.django_content_type VALUES (76, 'tools', 'workspaceusage');
INSERT INTO public.django_content_type VALUES (77, 'tools', 'fileversion');
INSERT INTO public.django_content_type VALUES (78, 'tools', 'memoryitem');
INSERT INTO public.django_content_type VALUES (79, 'tools', 'toolcall');
INSERT INTO public.django_content_type VALUES (80, 'providers', 'providercircuit');
INSERT INTO public.django_content_type VALUES (81, 'providers', 'modelprice');
INSERT INTO public.django_content_type VALUES (82, 'policies', 'pattern');
INSERT INTO public.django_content_type VALUES (83, 'policies', 'patternfired');
INSERT INTO public.django_content_type VALUES (84, 'security_log', 'securityseal');
INSERT INTO public.django_content_type VALUES (85, 'security_log', 'securityevent');
INSERT INTO public.django_content_type VALUES (86, 'events', 'domainevent');
INSERT INTO public.django_content_type VALUES (87, 'accounts', 'user');
INSERT INTO public.django_content_type VALUES (88, 'accounts', 'apitoken');
INSERT INTO public.django_content_type VALUES (89, 'accounts', 'signinlink');
INSERT INTO public.django_content_type VALUES (90, 'accounts', 'signedinsession');
INSERT INTO public.django_content_type VALUES (91, 'webhooks', 'eventwebhook');
INSERT INTO public.django_content_type VALUES (92, 'webhooks', 'eventdelivery');
INSERT INTO public.django_content_type VALUES (93, 'tools', 'addedmcpserver');
INSERT INTO public.django_content_type VALUES (94, 'tools', 'addedmcptool');
INSERT INTO public.django_content_type VALUES (95, 'providers', 'deletedmodelprice');
INSERT INTO public.django_content_type VALUES (96, 'workflows', 'workflow');
INSERT INTO public.django_content_type VALUES (97, 'workflows', 'workflowevent');
INSERT INTO public.django_content_type VALUES (98, 'workflows', 'workflownode');
INSERT INTO public.django_content_type VALUES (99, 'workflows', 'noderun');
INSERT INTO public.django_content_type VALUES (100, 'workflows', 'delegation');
INSERT INTO public.django_content_type VALUES (101, 'schedules', 'schedule');
INSERT INTO public.django_content_type VALUES (102, 'schedules', 'schedulerun');
INSERT INTO public.django_content_type VALUES (103, 'personal_data', 'dataexport');
INSERT INTO public.django_content_type VALUES (104, 'personal_data', 'accountdeletion');
INSERT INTO public.django_content_type VALUES (105, 'doors', 'chatturn');
INSERT INTO public.django_content_type VALUES (106, 'ops', 'heartbeat');
INSERT INTO public.django_content_type VALUES (107, 'admin', 'logentry');
INSERT INTO public.django_content_type VALUES (108, 'auth', 'permission');
INSERT INTO public.django_content_type VALUES (109, 'auth', 'group');
INSERT INTO public.django_content_type VALUES (110, 'contenttypes', 'contenttype');
INSERT INTO public.django_content_type VALUES (111, 'sessions', 'session');
INSERT INTO public.django_content_type VALUES (112, 'knox', 'authtoken');

INSERT INTO public.django_migrations VALUES (1, 'contenttypes', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (2, 'contenttypes', '0002_remove_content_type_name', now());
INSERT INTO public.django_migrations VALUES (3, 'auth', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (4, 'auth', '0002_alter_permission_name_max_length', now());
INSERT INTO public.django_migrations VALUES (5, 'auth', '0003_alter_user_email_max_length', now());
INSERT INTO public.django_migrations VALUES (6, 'auth', '0004_alter_user_username_opts', now());
INSERT INTO public.django_migrations VALUES (7, 'auth', '0005_alter_user_last_login_null', now());
INSERT INTO public.django_migrations VALUES (8, 'auth', '0006_require_contenttypes_0002', now());
INSERT INTO public.django_migrations VALUES (9, 'auth', '0007_alter_validators_add_error_messages', now());
INSERT INTO public.django_migrations VALUES (10, 'auth', '0008_alter_user_username_max_length', now());
INSERT INTO public.django_migrations VALUES (11, 'auth', '0009_alter_user_last_name_max_length', now());
INSERT INTO public.django_migrations VALUES (12, 'auth', '0010_alter_group_name_max_length', now());
INSERT INTO public.django_migrations VALUES (13, 'auth', '0011_update_proxy_permissions', now());
INSERT INTO public.django_migrations VALUES (14, 'auth', '0012_alter_user_first_name_max_length', now());
INSERT INTO public.django_migrations VALUES (15, 'accounts', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (16, 'accounts', '0002_own_account', now());
INSERT INTO public.django_migrations VALUES (17, 'accounts', '0003_language', now());
INSERT INTO public.django_migrations VALUES (18, 'accounts', '0004_token_scopes', now());
INSERT INTO public.django_migrations VALUES (19, 'admin', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (20, 'admin', '0002_logentry_remove_auto_add', now());
INSERT INTO public.django_migrations VALUES (21, 'admin', '0003_logentry_add_action_flag_choices', now());
INSERT INTO public.django_migrations VALUES (22, 'specialists', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (23, 'orchestrator', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (24, 'kingdom_sessions', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (25, 'kingdom_sessions', '0002_initial', now());
INSERT INTO public.django_migrations VALUES (26, 'specialists', '0002_initial', now());
INSERT INTO public.django_migrations VALUES (27, 'specialists', '0003_triggers', now());
INSERT INTO public.django_migrations VALUES (28, 'specialists', '0004_role_reservations', now());
INSERT INTO public.django_migrations VALUES (29, 'specialists', '0005_version_capabilities', now());
INSERT INTO public.django_migrations VALUES (30, 'specialists', '0006_message_fingerprint', now());
INSERT INTO public.django_migrations VALUES (31, 'specialists', '0007_waiting_since', now());
INSERT INTO public.django_migrations VALUES (32, 'specialists', '0008_routing_needs', now());
INSERT INTO public.django_migrations VALUES (33, 'specialists', '0009_execution_outcomes', now());
INSERT INTO public.django_migrations VALUES (34, 'kingdom_sessions', '0003_triggers', now());
INSERT INTO public.django_migrations VALUES (35, 'kingdom_sessions', '0004_usage_of_models', now());
INSERT INTO public.django_migrations VALUES (36, 'kingdom_sessions', '0005_message_parts', now());
INSERT INTO public.django_migrations VALUES (37, 'kingdom_sessions', '0006_receipt_times', now());
INSERT INTO public.django_migrations VALUES (38, 'kingdom_sessions', '0007_cassettes', now());
INSERT INTO public.django_migrations VALUES (39, 'specialists', '0010_supervised_uses', now());
INSERT INTO public.django_migrations VALUES (40, 'specialists', '0011_supervised_outcomes', now());
INSERT INTO public.django_migrations VALUES (41, 'specialists', '0012_measured_confidence', now());
INSERT INTO public.django_migrations VALUES (42, 'specialists', '0013_renames', now());
INSERT INTO public.django_migrations VALUES (43, 'specialists', '0014_former_users', now());
INSERT INTO public.django_migrations VALUES (44, 'specialists', '0015_spec_without_code', now());
INSERT INTO public.django_migrations VALUES (45, 'orchestrator', '0002_initial', now());
INSERT INTO public.django_migrations VALUES (46, 'orchestrator', '0003_replay_permission_name', now());
INSERT INTO public.django_migrations VALUES (47, 'orchestrator', '0004_override_undo', now());
INSERT INTO public.django_migrations VALUES (48, 'orchestrator', '0005_message_file_lines', now());
INSERT INTO public.django_migrations VALUES (49, 'orchestrator', '0006_waiting_since', now());
INSERT INTO public.django_migrations VALUES (50, 'orchestrator', '0007_message_parts', now());
INSERT INTO public.django_migrations VALUES (51, 'orchestrator', '0008_message_of_doors', now());
INSERT INTO public.django_migrations VALUES (52, 'orchestrator', '0009_branches', now());
INSERT INTO public.django_migrations VALUES (53, 'kingdom_sessions', '0008_bypass_reason', now());
INSERT INTO public.django_migrations VALUES (54, 'kingdom_sessions', '0009_workflow_scope', now());
INSERT INTO public.django_migrations VALUES (55, 'kingdom_sessions', '0010_answer_evidence', now());
INSERT INTO public.django_migrations VALUES (56, 'kingdom_sessions', '0011_request_span', now());
INSERT INTO public.django_migrations VALUES (57, 'orchestrator', '0010_conversation_list', now());
INSERT INTO public.django_migrations VALUES (58, 'orchestrator', '0011_shares', now());
INSERT INTO public.django_migrations VALUES (59, 'kingdom_sessions', '0012_trial_recordings', now());
INSERT INTO public.django_migrations VALUES (60, 'approvals', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (61, 'approvals', '0002_initial', now());
INSERT INTO public.django_migrations VALUES (62, 'approvals', '0003_host_consents_by_user', now());
INSERT INTO public.django_migrations VALUES (63, 'approvals', '0004_disclosure_events', now());
INSERT INTO public.django_migrations VALUES (64, 'approvals', '0005_tainted_data', now());
INSERT INTO public.django_migrations VALUES (65, 'approvals', '0006_permission_defaults', now());
INSERT INTO public.django_migrations VALUES (66, 'approvals', '0007_former_users', now());
INSERT INTO public.django_migrations VALUES (67, 'approvals', '0008_rule_specialists', now());
INSERT INTO public.django_migrations VALUES (68, 'axes', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (69, 'axes', '0002_auto_20151217_2044', now());
INSERT INTO public.django_migrations VALUES (70, 'axes', '0003_auto_20160322_0929', now());
INSERT INTO public.django_migrations VALUES (71, 'axes', '0004_auto_20181024_1538', now());
INSERT INTO public.django_migrations VALUES (72, 'axes', '0005_remove_accessattempt_trusted', now());
INSERT INTO public.django_migrations VALUES (73, 'axes', '0006_remove_accesslog_trusted', now());
INSERT INTO public.django_migrations VALUES (74, 'axes', '0007_alter_accessattempt_unique_together', now());
INSERT INTO public.django_migrations VALUES (75, 'axes', '0008_accessfailurelog', now());
INSERT INTO public.django_migrations VALUES (76, 'axes', '0009_add_session_hash', now());
INSERT INTO public.django_migrations VALUES (77, 'axes', '0010_accessattemptexpiration', now());
INSERT INTO public.django_migrations VALUES (78, 'council', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (79, 'council', '0002_initial', now());
INSERT INTO public.django_migrations VALUES (80, 'council', '0003_triggers', now());
INSERT INTO public.django_migrations VALUES (81, 'council', '0004_confirmed_capabilities', now());
INSERT INTO public.django_migrations VALUES (82, 'council', '0005_try_outs', now());
INSERT INTO public.django_migrations VALUES (83, 'council', '0006_erasable_answers', now());
INSERT INTO public.django_migrations VALUES (84, 'credentials', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (85, 'credentials', '0002_credential_bindings', now());
INSERT INTO public.django_migrations VALUES (86, 'django_celery_beat', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (87, 'django_celery_beat', '0002_auto_20161118_0346', now());
INSERT INTO public.django_migrations VALUES (88, 'django_celery_beat', '0003_auto_20161209_0049', now());
INSERT INTO public.django_migrations VALUES (89, 'django_celery_beat', '0004_auto_20170221_0000', now());
INSERT INTO public.django_migrations VALUES (90, 'django_celery_beat', '0005_add_solarschedule_events_choices', now());
INSERT INTO public.django_migrations VALUES (91, 'django_celery_beat', '0006_auto_20180322_0932', now());
INSERT INTO public.django_migrations VALUES (92, 'django_celery_beat', '0007_auto_20180521_0826', now());
INSERT INTO public.django_migrations VALUES (93, 'django_celery_beat', '0008_auto_20180914_1922', now());
INSERT INTO public.django_migrations VALUES (94, 'django_celery_beat', '0006_auto_20180210_1226', now());
INSERT INTO public.django_migrations VALUES (95, 'django_celery_beat', '0006_periodictask_priority', now());
INSERT INTO public.django_migrations VALUES (96, 'django_celery_beat', '0009_periodictask_headers', now());
INSERT INTO public.django_migrations VALUES (97, 'django_celery_beat', '0010_auto_20190429_0326', now());
INSERT INTO public.django_migrations VALUES (98, 'django_celery_beat', '0011_auto_20190508_0153', now());
INSERT INTO public.django_migrations VALUES (99, 'django_celery_beat', '0012_periodictask_expire_seconds', now());
INSERT INTO public.django_migrations VALUES (100, 'django_celery_beat', '0013_auto_20200609_0727', now());
INSERT INTO public.django_migrations VALUES (101, 'django_celery_beat', '0014_remove_clockedschedule_enabled', now());
INSERT INTO public.django_migrations VALUES (102, 'django_celery_beat', '0015_edit_solarschedule_events_choices', now());
INSERT INTO public.django_migrations VALUES (103, 'django_celery_beat', '0016_alter_crontabschedule_timezone', now());
INSERT INTO public.django_migrations VALUES (104, 'django_celery_beat', '0017_alter_crontabschedule_month_of_year', now());
INSERT INTO public.django_migrations VALUES (105, 'django_celery_beat', '0018_improve_crontab_helptext', now());
INSERT INTO public.django_migrations VALUES (106, 'django_celery_beat', '0019_alter_periodictasks_options', now());
INSERT INTO public.django_migrations VALUES (107, 'doors', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (108, 'workflows', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (109, 'events', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (110, 'knox', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (111, 'knox', '0002_auto_20150916_1425', now());
INSERT INTO public.django_migrations VALUES (112, 'knox', '0003_auto_20150916_1526', now());
INSERT INTO public.django_migrations VALUES (113, 'knox', '0004_authtoken_expires', now());
INSERT INTO public.django_migrations VALUES (114, 'knox', '0005_authtoken_token_key', now());
INSERT INTO public.django_migrations VALUES (115, 'knox', '0006_auto_20160818_0932', now());
INSERT INTO public.django_migrations VALUES (116, 'knox', '0007_auto_20190111_0542', now());
INSERT INTO public.django_migrations VALUES (117, 'knox', '0008_remove_authtoken_salt', now());
INSERT INTO public.django_migrations VALUES (118, 'knox', '0009_extend_authtoken_field', now());
INSERT INTO public.django_migrations VALUES (119, 'ministers', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (120, 'providers', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (121, 'providers', '0002_model_prices', now());
INSERT INTO public.django_migrations VALUES (122, 'tools', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (123, 'tools', '0002_triggers', now());
INSERT INTO public.django_migrations VALUES (124, 'routing', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (125, 'routing', '0002_initial', now());
INSERT INTO public.django_migrations VALUES (126, 'routing', '0003_triggers', now());
INSERT INTO public.django_migrations VALUES (127, 'ops', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (128, 'ops', '0002_staff_groups', now());
INSERT INTO public.django_migrations VALUES (129, 'ops', '0003_price_permissions', now());
INSERT INTO public.django_migrations VALUES (130, 'ops', '0004_web_heartbeats', now());
INSERT INTO public.django_migrations VALUES (131, 'orchestrator', '0012_conversation_digest', now());
INSERT INTO public.django_migrations VALUES (132, 'orchestrator', '0013_message_temperature', now());
INSERT INTO public.django_migrations VALUES (133, 'personal_data', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (134, 'personal_data', '0002_accountdeletion', now());
INSERT INTO public.django_migrations VALUES (135, 'policies', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (136, 'providers', '0003_trial_claim', now());
INSERT INTO public.django_migrations VALUES (137, 'providers', '0004_deleted_model_prices', now());
INSERT INTO public.django_migrations VALUES (138, 'providers', '0005_search_price', now());
INSERT INTO public.django_migrations VALUES (139, 'routing', '0004_waiting_since', now());
INSERT INTO public.django_migrations VALUES (140, 'workflows', '0002_delegations', now());
INSERT INTO public.django_migrations VALUES (141, 'schedules', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (142, 'schedules', '0002_workflows', now());
INSERT INTO public.django_migrations VALUES (143, 'schedules', '0003_file_triggers', now());
INSERT INTO public.django_migrations VALUES (144, 'schedules', '0004_trigger_budget', now());
INSERT INTO public.django_migrations VALUES (145, 'schedules', '0005_planning_lease', now());
INSERT INTO public.django_migrations VALUES (146, 'schedules', '0006_call_digest', now());
INSERT INTO public.django_migrations VALUES (147, 'schedules', '0007_intervals', now());
INSERT INTO public.django_migrations VALUES (148, 'security_log', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (149, 'security_log', '0002_triggers', now());
INSERT INTO public.django_migrations VALUES (150, 'security_log', '0003_sharing_kinds', now());
INSERT INTO public.django_migrations VALUES (151, 'security_log', '0004_account_deleted', now());
INSERT INTO public.django_migrations VALUES (152, 'security_log', '0005_mcp_server_kinds', now());
INSERT INTO public.django_migrations VALUES (153, 'sessions', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (154, 'tools', '0003_tainted_data', now());
INSERT INTO public.django_migrations VALUES (155, 'tools', '0004_file_version_arrival', now());
INSERT INTO public.django_migrations VALUES (156, 'tools', '0005_added_mcp_servers', now());
INSERT INTO public.django_migrations VALUES (157, 'webhooks', '0001_initial', now());
INSERT INTO public.django_migrations VALUES (158, 'workflows', '0003_run_budget', now());
INSERT INTO public.django_migrations VALUES (159, 'workflows', '0004_conversation', now());
INSERT INTO public.django_migrations VALUES (160, 'workflows', '0005_unstored_tables', now());
INSERT INTO public.django_migrations VALUES (161, 'workflows', '0006_bounded_reads', now());

INSERT INTO public.permission_defaults VALUES (1, 'archon.fs.find', '', 'allow', now());
INSERT INTO public.permission_defaults VALUES (2, 'archon.fs.read', '', 'allow', now());
INSERT INTO public.permission_defaults VALUES (3, 'archon.chart.draw', '', 'allow', now());
INSERT INTO public.permission_defaults VALUES (4, 'archon.memory.get', '', 'allow', now());
INSERT INTO public.permission_defaults VALUES (5, 'archon.memory.put', '', 'allow', now());
INSERT INTO public.permission_defaults VALUES (6, 'archon.tools.help', '', 'allow', now());
INSERT INTO public.permission_defaults VALUES (7, 'archon.tools.list', '', 'allow', now());
INSERT INTO public.permission_defaults VALUES (8, '*', '', 'ask', now());

INSERT INTO public.policy_patterns VALUES (gen_random_uuid(), now(), 'guard_execution_failure', 'Ask when an agent fails', 'AgentFailed', '*', 'RequestApproval', 'An agent failed. Retry it, edit its prompt, skip it, or abort.', 'active', '', '{}', 0, '', NULL, NULL, NULL, NULL);
INSERT INTO public.policy_patterns VALUES (gen_random_uuid(), now(), 'stop_repeated_tool_failures', 'Stop a run whose tools keep failing', 'ToolCompleted', 'outcome == "failed" and 5 in 10 min', 'Suspend', 'Five tool calls of this run failed within ten minutes.', 'inactive', '', '{}', 0, '', NULL, NULL, NULL, NULL);
INSERT INTO public.policy_patterns VALUES (gen_random_uuid(), now(), 'ask_before_sending', 'Ask before anything is sent', 'ToolRequested', 'tool == "archon.http.request" and method not in ["GET", "HEAD", "OPTIONS"]', 'RequestApproval', 'It sends something to another host.', 'inactive', '', '{}', 0, '', NULL, NULL, NULL, NULL);
INSERT INTO public.policy_patterns VALUES (gen_random_uuid(), now(), 'notify_of_suspensions', 'Tell when a specialist is suspended', 'SpecialistSuspended', '*', 'Notify', 'A specialist was suspended.', 'inactive', '', '{}', 0, '', NULL, NULL, NULL, NULL);

SELECT pg_catalog.setval('pgmq.q_kingdom_msg_id_seq', 1, false);

SELECT pg_catalog.setval('public.accounts_signedinsession_id_seq', 1, false);

SELECT pg_catalog.setval('public.accounts_signinlink_id_seq', 1, false);

SELECT pg_catalog.setval('public.accounts_user_groups_id_seq', 1, false);

SELECT pg_catalog.setval('public.accounts_user_id_seq', 1, false);

SELECT pg_catalog.setval('public.accounts_user_user_permissions_id_seq', 1, false);

SELECT pg_catalog.setval('public.agent_embeddings_id_seq', 1, false);

SELECT pg_catalog.setval('public.approval_events_id_seq', 1, false);

SELECT pg_catalog.setval('public.auth_group_id_seq', 3, true);

SELECT pg_catalog.setval('public.auth_group_permissions_id_seq', 141, true);

SELECT pg_catalog.setval('public.auth_permission_id_seq', 458, true);

SELECT pg_catalog.setval('public.axes_accessattempt_id_seq', 1, false);

SELECT pg_catalog.setval('public.axes_accessfailurelog_id_seq', 1, false);

SELECT pg_catalog.setval('public.axes_accesslog_id_seq', 1, false);

SELECT pg_catalog.setval('public.case_events_id_seq', 1, false);

SELECT pg_catalog.setval('public.credential_events_id_seq', 1, false);

SELECT pg_catalog.setval('public.django_admin_log_id_seq', 1, false);

SELECT pg_catalog.setval('public.django_celery_beat_clockedschedule_id_seq', 1, false);

SELECT pg_catalog.setval('public.django_celery_beat_crontabschedule_id_seq', 1, false);

SELECT pg_catalog.setval('public.django_celery_beat_intervalschedule_id_seq', 1, false);

SELECT pg_catalog.setval('public.django_celery_beat_periodictask_id_seq', 1, false);

SELECT pg_catalog.setval('public.django_celery_beat_solarschedule_id_seq', 1, false);

SELECT pg_catalog.setval('public.django_content_type_id_seq', 112, true);

SELECT pg_catalog.setval('public.django_migrations_id_seq', 161, true);

SELECT pg_catalog.setval('public.domain_events_id_seq', 1, false);

SELECT pg_catalog.setval('public.embedding_spaces_id_seq', 1, false);

SELECT pg_catalog.setval('public.file_versions_id_seq', 1, false);

SELECT pg_catalog.setval('public.guardian_neighbours_id_seq', 1, false);

SELECT pg_catalog.setval('public.guardian_rule_hits_id_seq', 1, false);

SELECT pg_catalog.setval('public.guardian_rule_mode_events_id_seq', 1, false);

SELECT pg_catalog.setval('public.negative_examples_id_seq', 1, false);

SELECT pg_catalog.setval('public.notification_settings_id_seq', 1, false);

SELECT pg_catalog.setval('public.permission_defaults_id_seq', 8, true);

SELECT pg_catalog.setval('public.policy_patterns_fired_id_seq', 1, false);

SELECT pg_catalog.setval('public.route_replay_differences_id_seq', 1, false);

SELECT pg_catalog.setval('public.router_calibrations_id_seq', 1, false);

SELECT pg_catalog.setval('public.security_seals_id_seq', 1, false);

SELECT pg_catalog.setval('public.session_events_id_seq', 1, false);

SELECT pg_catalog.setval('public.session_recorded_exchanges_id_seq', 1, false);

SELECT pg_catalog.setval('public.session_taints_id_seq', 1, false);

SELECT pg_catalog.setval('public.telemetry_hours_id_seq', 1, false);

SELECT pg_catalog.setval('public.tool_calls_id_seq', 1, false);

SELECT pg_catalog.setval('public.tool_memory_id_seq', 1, false);

SELECT pg_catalog.setval('public.usage_days_id_seq', 1, false);

SELECT pg_catalog.setval('public.workflow_delegations_id_seq', 1, false);

SELECT pg_catalog.setval('public.workflow_events_id_seq', 1, false);

SELECT pg_catalog.setval('public.workflow_node_runs_id_seq', 1, false);

ALTER TABLE ONLY pgmq.a_kingdom
    ADD CONSTRAINT a_kingdom_pkey PRIMARY KEY (msg_id);

ALTER TABLE ONLY pgmq.meta
    ADD CONSTRAINT meta_queue_name_key UNIQUE (queue_name);

ALTER TABLE ONLY pgmq.notify_insert_throttle
    ADD CONSTRAINT notify_insert_throttle_queue_name_key UNIQUE (queue_name);

ALTER TABLE ONLY pgmq.q_kingdom
    ADD CONSTRAINT q_kingdom_pkey PRIMARY KEY (msg_id);

ALTER TABLE ONLY pgmq.topic_bindings
    ADD CONSTRAINT topic_bindings_unique_pattern_queue UNIQUE (pattern, queue_name);

ALTER TABLE ONLY public.account_deletions
    ADD CONSTRAINT account_deletions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_deletions
    ADD CONSTRAINT account_deletions_user_ref_key UNIQUE (user_ref);

ALTER TABLE ONLY public.accounts_apitoken
    ADD CONSTRAINT accounts_apitoken_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.accounts_signedinsession
    ADD CONSTRAINT accounts_signedinsession_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.accounts_signedinsession
    ADD CONSTRAINT accounts_signedinsession_session_key_key UNIQUE (session_key);

ALTER TABLE ONLY public.accounts_signinlink
    ADD CONSTRAINT accounts_signinlink_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.accounts_signinlink
    ADD CONSTRAINT accounts_signinlink_secret_digest_key UNIQUE (secret_digest);

ALTER TABLE ONLY public.accounts_user_groups
    ADD CONSTRAINT accounts_user_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.accounts_user_groups
    ADD CONSTRAINT accounts_user_groups_user_id_group_id_59c0b32f_uniq UNIQUE (user_id, group_id);

ALTER TABLE ONLY public.accounts_user
    ADD CONSTRAINT accounts_user_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.accounts_user_user_permissions
    ADD CONSTRAINT accounts_user_user_permi_user_id_permission_id_2ab516c2_uniq UNIQUE (user_id, permission_id);

ALTER TABLE ONLY public.accounts_user_user_permissions
    ADD CONSTRAINT accounts_user_user_permissions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.accounts_user
    ADD CONSTRAINT accounts_user_username_key UNIQUE (username);

ALTER TABLE ONLY public.active_embedding_space
    ADD CONSTRAINT active_embedding_space_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_canaries
    ADD CONSTRAINT agent_canaries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_embeddings
    ADD CONSTRAINT agent_embeddings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_renames
    ADD CONSTRAINT agent_renames_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_status_changes
    ADD CONSTRAINT agent_status_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_supervised_uses
    ADD CONSTRAINT agent_supervised_uses_execution_id_key UNIQUE (execution_id);

ALTER TABLE ONLY public.agent_supervised_uses
    ADD CONSTRAINT agent_supervised_uses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_supervised_uses
    ADD CONSTRAINT agent_supervised_uses_session_id_key UNIQUE (session_id);

ALTER TABLE ONLY public.agent_test_runs
    ADD CONSTRAINT agent_test_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.approval_events
    ADD CONSTRAINT approval_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_reports
    ADD CONSTRAINT audit_report_slot UNIQUE (kind, slot);

ALTER TABLE ONLY public.audit_reports
    ADD CONSTRAINT audit_reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.axes_accessattempt
    ADD CONSTRAINT axes_accessattempt_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.axes_accessattempt
    ADD CONSTRAINT axes_accessattempt_username_ip_address_user_agent_8ea22282_uniq UNIQUE (username, ip_address, user_agent);

ALTER TABLE ONLY public.axes_accessattemptexpiration
    ADD CONSTRAINT axes_accessattemptexpiration_pkey PRIMARY KEY (access_attempt_id);

ALTER TABLE ONLY public.axes_accessfailurelog
    ADD CONSTRAINT axes_accessfailurelog_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.axes_accesslog
    ADD CONSTRAINT axes_accesslog_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budget_one_each UNIQUE NULLS NOT DISTINCT (scope, user_id);

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budgets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.case_events
    ADD CONSTRAINT case_event_seq UNIQUE (case_id, seq);

ALTER TABLE ONLY public.case_events
    ADD CONSTRAINT case_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.case_try_outs
    ADD CONSTRAINT case_try_outs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.case_verdicts
    ADD CONSTRAINT case_verdict_once UNIQUE (case_id, stage, inputs_digest);

ALTER TABLE ONLY public.case_verdicts
    ADD CONSTRAINT case_verdicts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.chat_turns
    ADD CONSTRAINT chat_turns_message_id_key UNIQUE (message_id);

ALTER TABLE ONLY public.chat_turns
    ADD CONSTRAINT chat_turns_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.conversation_shares
    ADD CONSTRAINT conversation_shares_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.conversation_shares
    ADD CONSTRAINT conversation_shares_token_digest_key UNIQUE (token_digest);

ALTER TABLE ONLY public.credential_events
    ADD CONSTRAINT credential_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.user_credentials
    ADD CONSTRAINT credential_owner_specialist_key UNIQUE (user_id, specialist_id, credential_key);

ALTER TABLE ONLY public.credential_uses
    ADD CONSTRAINT credential_uses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.data_exports
    ADD CONSTRAINT data_exports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.deleted_model_prices
    ADD CONSTRAINT deleted_model_prices_pkey PRIMARY KEY (model);

ALTER TABLE ONLY public.disclosure_events
    ADD CONSTRAINT disclosure_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_celery_beat_clockedschedule
    ADD CONSTRAINT django_celery_beat_clockedschedule_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_celery_beat_crontabschedule
    ADD CONSTRAINT django_celery_beat_crontabschedule_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_celery_beat_intervalschedule
    ADD CONSTRAINT django_celery_beat_intervalschedule_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_periodictask_name_key UNIQUE (name);

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_periodictask_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_celery_beat_periodictasks
    ADD CONSTRAINT django_celery_beat_periodictasks_pkey PRIMARY KEY (ident);

ALTER TABLE ONLY public.django_celery_beat_solarschedule
    ADD CONSTRAINT django_celery_beat_solar_event_latitude_longitude_ba64999a_uniq UNIQUE (event, latitude, longitude);

ALTER TABLE ONLY public.django_celery_beat_solarschedule
    ADD CONSTRAINT django_celery_beat_solarschedule_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);

ALTER TABLE ONLY public.domain_events
    ADD CONSTRAINT domain_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dynamic_agents
    ADD CONSTRAINT dynamic_agents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_embeddings
    ADD CONSTRAINT embedding_once UNIQUE NULLS NOT DISTINCT (specialist_id, encoder, kind, text_digest, owner_id);

ALTER TABLE ONLY public.embedding_spaces
    ADD CONSTRAINT embedding_spaces_kind_key UNIQUE (kind);

ALTER TABLE ONLY public.embedding_spaces
    ADD CONSTRAINT embedding_spaces_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_deliveries
    ADD CONSTRAINT event_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_webhooks
    ADD CONSTRAINT event_webhooks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.file_versions
    ADD CONSTRAINT file_version_number UNIQUE (workspace, path, number);

ALTER TABLE ONLY public.file_versions
    ADD CONSTRAINT file_versions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.guardian_rule_hits
    ADD CONSTRAINT guardian_hit_once UNIQUE (review_id, rule_id);

ALTER TABLE ONLY public.guardian_judge_answers
    ADD CONSTRAINT guardian_judge_answers_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.guardian_judge_health
    ADD CONSTRAINT guardian_judge_health_pkey PRIMARY KEY (judge);

ALTER TABLE ONLY public.guardian_neighbours
    ADD CONSTRAINT guardian_neighbour_once UNIQUE (space, text_digest);

ALTER TABLE ONLY public.guardian_neighbours
    ADD CONSTRAINT guardian_neighbours_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.guardian_reviews
    ADD CONSTRAINT guardian_review_once UNIQUE (subject, kind, content_sha256, policy_version);

ALTER TABLE ONLY public.guardian_reviews
    ADD CONSTRAINT guardian_reviews_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.guardian_rule_hits
    ADD CONSTRAINT guardian_rule_hits_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.guardian_rule_mode_events
    ADD CONSTRAINT guardian_rule_mode_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.guardian_rule_modes
    ADD CONSTRAINT guardian_rule_modes_pkey PRIMARY KEY (rule_id);

ALTER TABLE ONLY public.host_consents
    ADD CONSTRAINT host_consents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.knox_authtoken
    ADD CONSTRAINT knox_authtoken_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.mcp_server_tools
    ADD CONSTRAINT mcp_server_tools_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mcp_server_tools
    ADD CONSTRAINT mcp_server_tools_tool_id_key UNIQUE (tool_id);

ALTER TABLE ONLY public.mcp_servers
    ADD CONSTRAINT mcp_servers_name_key UNIQUE (name);

ALTER TABLE ONLY public.mcp_servers
    ADD CONSTRAINT mcp_servers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.orchestrator_message
    ADD CONSTRAINT message_idempotency UNIQUE (conversation_id, idempotency_key);

ALTER TABLE ONLY public.message_parts
    ADD CONSTRAINT message_part_once UNIQUE (run_id, number);

ALTER TABLE ONLY public.message_parts
    ADD CONSTRAINT message_parts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.message_parts
    ADD CONSTRAINT message_parts_session_id_key UNIQUE (session_id);

ALTER TABLE ONLY public.model_prices
    ADD CONSTRAINT model_price_one_each UNIQUE (model, from_prompt_tokens);

ALTER TABLE ONLY public.model_prices
    ADD CONSTRAINT model_prices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.negative_examples
    ADD CONSTRAINT negative_example_once UNIQUE NULLS NOT DISTINCT (encoder, text_digest, owner_id);

ALTER TABLE ONLY public.negative_examples
    ADD CONSTRAINT negative_examples_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notification_deliveries
    ADD CONSTRAINT notification_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notification_deliveries
    ADD CONSTRAINT notification_delivery_way UNIQUE (notification_id, way);

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_user_id_key UNIQUE (user_id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ops_heartbeats
    ADD CONSTRAINT ops_heartbeats_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.orchestrator_conversation
    ADD CONSTRAINT orchestrator_conversation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.orchestrator_message
    ADD CONSTRAINT orchestrator_message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.policy_patterns_fired
    ADD CONSTRAINT pattern_fired_once UNIQUE (pattern_id, subject);

ALTER TABLE ONLY public.permission_defaults
    ADD CONSTRAINT permission_default_once UNIQUE (tool, identity);

ALTER TABLE ONLY public.permission_defaults
    ADD CONSTRAINT permission_defaults_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.permission_rules
    ADD CONSTRAINT permission_rule_once UNIQUE NULLS NOT DISTINCT (user_id, effect, tool, agent, specialist_id, shape);

ALTER TABLE ONLY public.permission_rules
    ADD CONSTRAINT permission_rules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.policy_patterns_fired
    ADD CONSTRAINT policy_patterns_fired_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.policy_patterns
    ADD CONSTRAINT policy_patterns_key_key UNIQUE (key);

ALTER TABLE ONLY public.policy_patterns
    ADD CONSTRAINT policy_patterns_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session_recorded_exchanges
    ADD CONSTRAINT recorded_exchange_number UNIQUE (cassette_id, number);

ALTER TABLE ONLY public.route_replay_differences
    ADD CONSTRAINT replay_difference_once UNIQUE (run_id, message_id);

ALTER TABLE ONLY public.role_reservations
    ADD CONSTRAINT role_reservations_pkey PRIMARY KEY (role);

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_session_id_key UNIQUE (session_id);

ALTER TABLE ONLY public.route_replay_differences
    ADD CONSTRAINT route_replay_differences_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.route_replays
    ADD CONSTRAINT route_replays_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.router_calibrations
    ADD CONSTRAINT router_calibrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.routing_changes
    ADD CONSTRAINT routing_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sandbox_limits
    ADD CONSTRAINT sandbox_limits_pkey PRIMARY KEY (specialist_id);

ALTER TABLE ONLY public.schedules_schedulerun
    ADD CONSTRAINT schedule_call_once UNIQUE (schedule_id, call_key);

ALTER TABLE ONLY public.schedules_schedulerun
    ADD CONSTRAINT schedule_run_once UNIQUE (schedule_id, due_at);

ALTER TABLE ONLY public.schedules_schedule
    ADD CONSTRAINT schedules_schedule_hook_digest_key UNIQUE (hook_digest);

ALTER TABLE ONLY public.schedules_schedule
    ADD CONSTRAINT schedules_schedule_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schedules_schedulerun
    ADD CONSTRAINT schedules_schedulerun_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schedules_schedulerun
    ADD CONSTRAINT schedules_schedulerun_session_id_key UNIQUE (session_id);

ALTER TABLE ONLY public.schedules_schedulerun
    ADD CONSTRAINT schedules_schedulerun_workflow_id_key UNIQUE (workflow_id);

ALTER TABLE ONLY public.security_events
    ADD CONSTRAINT security_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.security_seals
    ADD CONSTRAINT security_seals_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.security_seals
    ADD CONSTRAINT security_seals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session_cassettes
    ADD CONSTRAINT session_cassettes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session_circuits
    ADD CONSTRAINT session_circuits_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.session_effects
    ADD CONSTRAINT session_effect_seq UNIQUE (session_id, seq);

ALTER TABLE ONLY public.session_effects
    ADD CONSTRAINT session_effects_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session_egress
    ADD CONSTRAINT session_egress_number UNIQUE (session_id, effect_seq, number);

ALTER TABLE ONLY public.session_egress
    ADD CONSTRAINT session_egress_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session_events
    ADD CONSTRAINT session_event_seq UNIQUE (session_id, seq);

ALTER TABLE ONLY public.session_events
    ADD CONSTRAINT session_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session_grants
    ADD CONSTRAINT session_grants_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session_recorded_exchanges
    ADD CONSTRAINT session_recorded_exchanges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session_taints
    ADD CONSTRAINT session_taint_once UNIQUE (session_id, source);

ALTER TABLE ONLY public.session_taints
    ADD CONSTRAINT session_taints_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.task_telemetry
    ADD CONSTRAINT task_telemetry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.task_telemetry
    ADD CONSTRAINT task_telemetry_session_id_key UNIQUE (session_id);

ALTER TABLE ONLY public.telemetry_hours
    ADD CONSTRAINT telemetry_hour_once UNIQUE (version_id, hour, user_ref);

ALTER TABLE ONLY public.telemetry_hours
    ADD CONSTRAINT telemetry_hours_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_call_once UNIQUE (session_id, call_id);

ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_calls_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tool_memory
    ADD CONSTRAINT tool_memory_key UNIQUE (session_id, key);

ALTER TABLE ONLY public.tool_memory
    ADD CONSTRAINT tool_memory_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tool_rates
    ADD CONSTRAINT tool_rates_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.tool_receipt_chains
    ADD CONSTRAINT tool_receipt_chains_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.tool_receipts
    ADD CONSTRAINT tool_receipt_place UNIQUE (user_id, seq);

ALTER TABLE ONLY public.tool_receipts
    ADD CONSTRAINT tool_receipts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tool_sets
    ADD CONSTRAINT tool_sets_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.training_results
    ADD CONSTRAINT training_result_once UNIQUE (training_id, version_id, number, mock);

ALTER TABLE ONLY public.training_results
    ADD CONSTRAINT training_results_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_day_user UNIQUE NULLS NOT DISTINCT (day, user_id);

ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_days_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.user_credentials
    ADD CONSTRAINT user_credentials_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT version_digest UNIQUE (specialist_id, digest);

ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT version_number UNIQUE (specialist_id, number);

ALTER TABLE ONLY public.workflow_delegations
    ADD CONSTRAINT workflow_delegation_once UNIQUE (session_id, seq);

ALTER TABLE ONLY public.workflow_delegations
    ADD CONSTRAINT workflow_delegations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workflow_events
    ADD CONSTRAINT workflow_event_seq UNIQUE (workflow_id, seq);

ALTER TABLE ONLY public.workflow_events
    ADD CONSTRAINT workflow_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workflow_nodes
    ADD CONSTRAINT workflow_node_id UNIQUE (workflow_id, node_id);

ALTER TABLE ONLY public.workflow_node_runs
    ADD CONSTRAINT workflow_node_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workflow_node_runs
    ADD CONSTRAINT workflow_node_runs_session_id_key UNIQUE (session_id);

ALTER TABLE ONLY public.workflow_nodes
    ADD CONSTRAINT workflow_nodes_approval_id_key UNIQUE (approval_id);

ALTER TABLE ONLY public.workflow_nodes
    ADD CONSTRAINT workflow_nodes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workflow_node_runs
    ADD CONSTRAINT workflow_run_once UNIQUE (node_id, attempt, index);

ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT workflows_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.workspace_use
    ADD CONSTRAINT workspace_use_pkey PRIMARY KEY (workspace);

CREATE INDEX archived_at_idx_kingdom ON pgmq.a_kingdom USING btree (archived_at);

CREATE INDEX idx_notify_throttle_active ON pgmq.notify_insert_throttle USING btree (queue_name, last_notified_at) WHERE (throttle_interval_ms > 0);

CREATE INDEX idx_topic_bindings_covering ON pgmq.topic_bindings USING btree (pattern) INCLUDE (queue_name, compiled_regex);

CREATE INDEX q_kingdom_vt_idx ON pgmq.q_kingdom USING btree (vt);

CREATE INDEX accounts_apitoken_digest_63ccb187_like ON public.accounts_apitoken USING btree (digest varchar_pattern_ops);

CREATE INDEX accounts_apitoken_token_key_8fc3309f ON public.accounts_apitoken USING btree (token_key);

CREATE INDEX accounts_apitoken_token_key_8fc3309f_like ON public.accounts_apitoken USING btree (token_key varchar_pattern_ops);

CREATE INDEX accounts_apitoken_user_id_bbee13e0 ON public.accounts_apitoken USING btree (user_id);

CREATE INDEX accounts_signedinsession_session_key_83977ea7_like ON public.accounts_signedinsession USING btree (session_key varchar_pattern_ops);

CREATE INDEX accounts_signedinsession_user_id_da256a37 ON public.accounts_signedinsession USING btree (user_id);

CREATE INDEX accounts_signinlink_secret_digest_9ca342ff_like ON public.accounts_signinlink USING btree (secret_digest varchar_pattern_ops);

CREATE INDEX accounts_signinlink_user_id_a6b02f6b ON public.accounts_signinlink USING btree (user_id);

CREATE INDEX accounts_user_groups_group_id_bd11a704 ON public.accounts_user_groups USING btree (group_id);

CREATE INDEX accounts_user_groups_user_id_52b62117 ON public.accounts_user_groups USING btree (user_id);

CREATE INDEX accounts_user_user_permissions_permission_id_113bb443 ON public.accounts_user_user_permissions USING btree (permission_id);

CREATE INDEX accounts_user_user_permissions_user_id_e4f0a161 ON public.accounts_user_user_permissions USING btree (user_id);

CREATE INDEX accounts_user_username_6088629e_like ON public.accounts_user USING btree (username varchar_pattern_ops);

CREATE INDEX agent_canaries_previous_id_304df7a2 ON public.agent_canaries USING btree (previous_id);

CREATE INDEX agent_canaries_specialist_id_e8f6c5da ON public.agent_canaries USING btree (specialist_id);

CREATE INDEX agent_canaries_version_id_4421387b ON public.agent_canaries USING btree (version_id);

CREATE INDEX agent_drafts ON public.dynamic_agents USING btree (created_at) WHERE draft;

CREATE INDEX agent_embeddings_specialist_id_4a80d06b ON public.agent_embeddings USING btree (specialist_id);

CREATE INDEX agent_owner ON public.dynamic_agents USING btree (created_by_id);

CREATE UNIQUE INDEX agent_owner_role ON public.dynamic_agents USING btree (created_by_id, role) WHERE (NOT draft);

CREATE INDEX agent_renames_specialist_id_5de78e6a ON public.agent_renames USING btree (specialist_id);

CREATE INDEX agent_status_changes_actor_id_6fb8dae7 ON public.agent_status_changes USING btree (actor_id);

CREATE INDEX agent_status_changes_specialist_id_02c8fe58 ON public.agent_status_changes USING btree (specialist_id);

CREATE INDEX agent_status_changes_successor_id_7ec5d987 ON public.agent_status_changes USING btree (successor_id);

CREATE INDEX agent_status_changes_version_id_49788c5b ON public.agent_status_changes USING btree (version_id);

CREATE INDEX agent_status_scope ON public.dynamic_agents USING btree (status, scope);

CREATE INDEX agent_supervised_uses_user_id_8ef9d153 ON public.agent_supervised_uses USING btree (user_id);

CREATE INDEX agent_supervised_uses_version_id_022a3401 ON public.agent_supervised_uses USING btree (version_id);

CREATE INDEX agent_test_runs_cassette_id_dbc6a5b8 ON public.agent_test_runs USING btree (cassette_id);

CREATE INDEX agent_test_runs_requested_by_id_9f7f8301 ON public.agent_test_runs USING btree (requested_by_id);

CREATE INDEX agent_test_runs_version_id_d10e9595 ON public.agent_test_runs USING btree (version_id);

CREATE UNIQUE INDEX agent_verified_role ON public.dynamic_agents USING btree (role) WHERE ((status)::text = 'verified'::text);

CREATE INDEX agent_versions_specialist_id_931899e5 ON public.agent_versions USING btree (specialist_id);

CREATE INDEX approval_events_actor_id_dd53b663 ON public.approval_events USING btree (actor_id);

CREATE INDEX approval_events_approval_id_b9a95165 ON public.approval_events USING btree (approval_id);

CREATE INDEX approval_expiry ON public.approvals USING btree (expires_at) WHERE ((state)::text = 'pending'::text);

CREATE UNIQUE INDEX approval_once_asked ON public.approvals USING btree (session_id, session_seq, kind) WHERE ((state)::text = 'pending'::text);

CREATE UNIQUE INDEX approval_once_asked_alone ON public.approvals USING btree (user_id, kind, args_hash) WHERE ((session_id IS NULL) AND ((state)::text = 'pending'::text));

CREATE INDEX approval_user_state ON public.approvals USING btree (user_id, state, created_at DESC);

CREATE INDEX approvals_decided_by_id_71198aed ON public.approvals USING btree (decided_by_id);

CREATE INDEX approvals_session_id_82ec1c41 ON public.approvals USING btree (session_id);

CREATE INDEX approvals_user_id_bedd09be ON public.approvals USING btree (user_id);

CREATE UNIQUE INDEX audit_finding_open_once ON public.audit_findings USING btree (key) WHERE ((state)::text = 'open'::text);

CREATE INDEX audit_finding_state ON public.audit_findings USING btree (state, last_seen DESC);

CREATE INDEX audit_findings_change_id_4b6d27f2 ON public.audit_findings USING btree (change_id);

CREATE INDEX audit_findings_report_id_673f08d1 ON public.audit_findings USING btree (report_id);

CREATE INDEX audit_findings_resolved_by_id_cc981330 ON public.audit_findings USING btree (resolved_by_id);

CREATE INDEX audit_findings_specialist_id_640ed058 ON public.audit_findings USING btree (specialist_id);

CREATE INDEX audit_findings_version_id_46469375 ON public.audit_findings USING btree (version_id);

CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);

CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);

CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);

CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);

CREATE INDEX axes_accessattempt_ip_address_10922d9c ON public.axes_accessattempt USING btree (ip_address);

CREATE INDEX axes_accessattempt_user_agent_ad89678b ON public.axes_accessattempt USING btree (user_agent);

CREATE INDEX axes_accessattempt_user_agent_ad89678b_like ON public.axes_accessattempt USING btree (user_agent varchar_pattern_ops);

CREATE INDEX axes_accessattempt_username_3f2d4ca0 ON public.axes_accessattempt USING btree (username);

CREATE INDEX axes_accessattempt_username_3f2d4ca0_like ON public.axes_accessattempt USING btree (username varchar_pattern_ops);

CREATE INDEX axes_accessfailurelog_ip_address_2e9f5a7f ON public.axes_accessfailurelog USING btree (ip_address);

CREATE INDEX axes_accessfailurelog_user_agent_ea145dda ON public.axes_accessfailurelog USING btree (user_agent);

CREATE INDEX axes_accessfailurelog_user_agent_ea145dda_like ON public.axes_accessfailurelog USING btree (user_agent varchar_pattern_ops);

CREATE INDEX axes_accessfailurelog_username_a8b7e8a4 ON public.axes_accessfailurelog USING btree (username);

CREATE INDEX axes_accessfailurelog_username_a8b7e8a4_like ON public.axes_accessfailurelog USING btree (username varchar_pattern_ops);

CREATE INDEX axes_accesslog_ip_address_86b417e5 ON public.axes_accesslog USING btree (ip_address);

CREATE INDEX axes_accesslog_user_agent_0e659004 ON public.axes_accesslog USING btree (user_agent);

CREATE INDEX axes_accesslog_user_agent_0e659004_like ON public.axes_accesslog USING btree (user_agent varchar_pattern_ops);

CREATE INDEX axes_accesslog_username_df93064b ON public.axes_accesslog USING btree (username);

CREATE INDEX axes_accesslog_username_df93064b_like ON public.axes_accesslog USING btree (username varchar_pattern_ops);

CREATE INDEX budgets_user_id_d4bb9f71 ON public.budgets USING btree (user_id);

CREATE UNIQUE INDEX calibration_one_active ON public.router_calibrations USING btree (encoder) WHERE active;

CREATE UNIQUE INDEX canary_one_running ON public.agent_canaries USING btree (specialist_id) WHERE ((state)::text = 'running'::text);

CREATE INDEX case_events_case_id_91cdf936 ON public.case_events USING btree (case_id);

CREATE INDEX case_expiry ON public.specialist_approvals USING btree (expires_at) WHERE ((state)::text = ANY ((ARRAY['awaiting_confirmation'::character varying, 'awaiting_resources'::character varying])::text[]));

CREATE INDEX case_lease ON public.specialist_approvals USING btree (lease_expires_at) WHERE ((state)::text = ANY ((ARRAY['designing'::character varying, 'reviewing'::character varying, 'validating'::character varying, 'generating_tests'::character varying, 'training'::character varying])::text[]));

CREATE UNIQUE INDEX case_revises_once ON public.specialist_approvals USING btree (revises_id) WHERE (NOT ((state)::text = ANY ((ARRAY['completed'::character varying, 'rejected'::character varying, 'expired'::character varying, 'failed'::character varying])::text[])));

CREATE INDEX case_try_outs_case_id_25811fc5 ON public.case_try_outs USING btree (case_id);

CREATE INDEX case_user_state ON public.specialist_approvals USING btree (user_id, state);

CREATE INDEX case_user_time ON public.specialist_approvals USING btree (user_id, created_at DESC);

CREATE INDEX case_verdicts_case_id_971b244c ON public.case_verdicts USING btree (case_id);

CREATE UNIQUE INDEX cassette_one_open ON public.session_cassettes USING btree (version_id) WHERE ((state)::text = 'recording'::text);

CREATE INDEX chat_turn_open ON public.chat_turns USING btree (digest) WHERE (continued_at IS NULL);

CREATE UNIQUE INDEX conversation_one_share ON public.conversation_shares USING btree (conversation_id) WHERE (revoked_at IS NULL);

CREATE INDEX conversation_shares_conversation_id_86144ccb ON public.conversation_shares USING btree (conversation_id);

CREATE INDEX conversation_shares_token_digest_2c65dfbf_like ON public.conversation_shares USING btree (token_digest varchar_pattern_ops);

CREATE INDEX conversation_user_time ON public.orchestrator_conversation USING btree (user_id, updated_at DESC);

CREATE INDEX credential_event_user ON public.credential_events USING btree (user_id, created_at DESC);

CREATE INDEX credential_events_actor_id_355853fe ON public.credential_events USING btree (actor_id);

CREATE INDEX credential_events_credential_id_0bd2964a ON public.credential_events USING btree (credential_id);

CREATE INDEX credential_events_user_id_e86ecd25 ON public.credential_events USING btree (user_id);

CREATE INDEX credential_expiry ON public.user_credentials USING btree (expires_at);

CREATE INDEX credential_key_id ON public.user_credentials USING btree (encryption_key_id, id);

CREATE UNIQUE INDEX credential_owner_role_key ON public.user_credentials USING btree (user_id, specialist_role, credential_key) WHERE (specialist_id IS NULL);

CREATE INDEX credential_uses_credential_id_0c2e2396 ON public.credential_uses USING btree (credential_id);

CREATE INDEX credential_uses_user_id_26f20048 ON public.credential_uses USING btree (user_id);

CREATE INDEX data_export_expiry ON public.data_exports USING btree (expires_at) WHERE ((state)::text = 'done'::text);

CREATE UNIQUE INDEX data_export_one_pending ON public.data_exports USING btree (user_id) WHERE ((state)::text = 'pending'::text);

CREATE INDEX data_exports_user_id_256d3fe6 ON public.data_exports USING btree (user_id);

CREATE INDEX deleted_model_prices_model_4c1e65c4_like ON public.deleted_model_prices USING btree (model varchar_pattern_ops);

CREATE INDEX disclosure_newest ON public.disclosure_events USING btree (created_at DESC);

CREATE INDEX disclosure_of_actor ON public.disclosure_events USING btree (actor_ref, model, object_id, expires_at DESC);

CREATE INDEX disclosure_of_owner ON public.disclosure_events USING btree (owner_ref, created_at DESC);

CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);

CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);

CREATE INDEX django_celery_beat_periodictask_clocked_id_47a69f82 ON public.django_celery_beat_periodictask USING btree (clocked_id);

CREATE INDEX django_celery_beat_periodictask_crontab_id_d3cba168 ON public.django_celery_beat_periodictask USING btree (crontab_id);

CREATE INDEX django_celery_beat_periodictask_interval_id_a8ca27da ON public.django_celery_beat_periodictask USING btree (interval_id);

CREATE INDEX django_celery_beat_periodictask_name_265a36b7_like ON public.django_celery_beat_periodictask USING btree (name varchar_pattern_ops);

CREATE INDEX django_celery_beat_periodictask_solar_id_a87ce72c ON public.django_celery_beat_periodictask USING btree (solar_id);

CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);

CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);

CREATE INDEX domain_event_name_time ON public.domain_events USING btree (name, created_at DESC);

CREATE INDEX domain_event_pending ON public.domain_events USING btree (id) WHERE pending;

CREATE INDEX domain_events_session_id_9ab608c9 ON public.domain_events USING btree (session_id);

CREATE INDEX domain_events_user_id_07f0afbd ON public.domain_events USING btree (user_id);

CREATE INDEX domain_events_workflow_id_e721570d ON public.domain_events USING btree (workflow_id);

CREATE INDEX dynamic_agents_admin_approved_by_id_6f18e5cb ON public.dynamic_agents USING btree (admin_approved_by_id);

CREATE INDEX dynamic_agents_created_by_id_c8f7849e ON public.dynamic_agents USING btree (created_by_id);

CREATE INDEX dynamic_agents_current_version_id_b9227ad8 ON public.dynamic_agents USING btree (current_version_id);

CREATE INDEX dynamic_agents_forked_from_id_ab1fb7ac ON public.dynamic_agents USING btree (forked_from_id);

CREATE INDEX dynamic_agents_revises_id_41c1dca7 ON public.dynamic_agents USING btree (revises_id);

CREATE INDEX embedding_centroids ON public.agent_embeddings USING btree (encoder) WHERE (((kind)::text = 'centroid'::text) AND shared);

CREATE INDEX embedding_of_user ON public.agent_embeddings USING btree (owner_id, encoder) WHERE (owner_id IS NOT NULL);

CREATE INDEX embedding_spaces_kind_e9ac4fec_like ON public.embedding_spaces USING btree (kind varchar_pattern_ops);

CREATE INDEX embedding_spaces_requested_by_id_29ae5fb2 ON public.embedding_spaces USING btree (requested_by_id);

CREATE INDEX event_deliveries_event_id_5458f500 ON public.event_deliveries USING btree (event_id);

CREATE INDEX event_deliveries_webhook_id_db77be58 ON public.event_deliveries USING btree (webhook_id);

CREATE INDEX event_delivery_due ON public.event_deliveries USING btree (due_at) WHERE ((state)::text = 'waiting'::text);

CREATE INDEX event_webhooks_covers_id_7084fb5c ON public.event_webhooks USING btree (covers_id);

CREATE INDEX event_webhooks_user_id_4f43d229 ON public.event_webhooks USING btree (user_id);

CREATE UNIQUE INDEX evolution_one_open ON public.evolutions USING btree (finding_id) WHERE ((state)::text = ANY ((ARRAY['queued'::character varying, 'working'::character varying])::text[]));

CREATE INDEX evolution_time ON public.evolutions USING btree (created_at DESC) WHERE automatic;

CREATE INDEX evolutions_asked_by_id_6b72530f ON public.evolutions USING btree (asked_by_id);

CREATE INDEX evolutions_base_id_2f7e1c5c ON public.evolutions USING btree (base_id);

CREATE INDEX evolutions_case_id_e48512e7 ON public.evolutions USING btree (case_id);

CREATE INDEX evolutions_finding_id_7c4dfced ON public.evolutions USING btree (finding_id);

CREATE INDEX evolutions_user_id_be286453 ON public.evolutions USING btree (user_id);

CREATE INDEX file_version_arrival ON public.file_versions USING btree (user_id, id) INCLUDE (size);

CREATE INDEX file_versions_user_id_e6e80a39 ON public.file_versions USING btree (user_id);

CREATE INDEX guardian_hit_rule ON public.guardian_rule_hits USING btree (rule_id, id DESC);

CREATE INDEX guardian_judge_answers_key_8045430c_like ON public.guardian_judge_answers USING btree (key varchar_pattern_ops);

CREATE INDEX guardian_judge_health_judge_b3395780_like ON public.guardian_judge_health USING btree (judge varchar_pattern_ops);

CREATE INDEX guardian_mode_event_rule ON public.guardian_rule_mode_events USING btree (rule_id, id DESC);

CREATE INDEX guardian_neighbour_hnsw ON public.guardian_neighbours USING hnsw (vector public.halfvec_cosine_ops);

CREATE INDEX guardian_review_content ON public.guardian_reviews USING btree (content_sha256);

CREATE INDEX guardian_review_overturned ON public.guardian_reviews USING btree (content_sha256) WHERE (overturned_at IS NOT NULL);

CREATE INDEX guardian_review_time ON public.guardian_reviews USING btree (created_at DESC);

CREATE INDEX guardian_reviews_overturned_by_id_bdf18d21 ON public.guardian_reviews USING btree (overturned_by_id);

CREATE INDEX guardian_rule_hits_review_id_e9cb59c1 ON public.guardian_rule_hits USING btree (review_id);

CREATE INDEX guardian_rule_mode_events_changed_by_id_1abdd2dc ON public.guardian_rule_mode_events USING btree (changed_by_id);

CREATE INDEX guardian_rule_modes_rule_id_d086df1c_like ON public.guardian_rule_modes USING btree (rule_id varchar_pattern_ops);

CREATE UNIQUE INDEX host_consent_once ON public.host_consents USING btree (user_id, specialist_id, host) WHERE (withdrawn_at IS NULL);

CREATE INDEX host_consent_user ON public.host_consents USING btree (user_id, created_at DESC);

CREATE INDEX host_consents_approval_id_8358746c ON public.host_consents USING btree (approval_id);

CREATE INDEX host_consents_specialist_id_462fd22c ON public.host_consents USING btree (specialist_id);

CREATE INDEX host_consents_user_id_27d95e6b ON public.host_consents USING btree (user_id);

CREATE INDEX knox_authtoken_digest_188c7e77_like ON public.knox_authtoken USING btree (digest varchar_pattern_ops);

CREATE INDEX knox_authtoken_token_key_8f4f7d47 ON public.knox_authtoken USING btree (token_key);

CREATE INDEX knox_authtoken_token_key_8f4f7d47_like ON public.knox_authtoken USING btree (token_key varchar_pattern_ops);

CREATE INDEX knox_authtoken_user_id_e5a5d899 ON public.knox_authtoken USING btree (user_id);

CREATE INDEX mcp_server_tools_server_id_5d3f6a81 ON public.mcp_server_tools USING btree (server_id);

CREATE INDEX mcp_server_tools_tool_id_01095c1a_like ON public.mcp_server_tools USING btree (tool_id varchar_pattern_ops);

CREATE INDEX mcp_servers_added_by_id_ea8bab77 ON public.mcp_servers USING btree (added_by_id);

CREATE INDEX mcp_servers_name_80ee28d6_like ON public.mcp_servers USING btree (name varchar_pattern_ops);

CREATE INDEX message_conversation_time ON public.orchestrator_message USING btree (conversation_id, created_at);

CREATE UNIQUE INDEX message_one_answer ON public.orchestrator_message USING btree (session_id) WHERE ((role)::text = 'specialist'::text);

CREATE INDEX message_parts_message_id_0bafaf0a ON public.message_parts USING btree (message_id);

CREATE INDEX message_parts_run_id_9eaa68ca ON public.message_parts USING btree (run_id);

CREATE INDEX message_words ON public.orchestrator_message USING gin (to_tsvector('simple'::regconfig, COALESCE(regexp_replace(content, '[!-/:-@\[-`{-~]+'::text, ' '::text, 'g'::text), ''::text)));

CREATE INDEX negative_examples_owner_id_f382ac36 ON public.negative_examples USING btree (owner_id);

CREATE INDEX notification_deliveries_notification_id_4941b16b ON public.notification_deliveries USING btree (notification_id);

CREATE INDEX notification_delivery_due ON public.notification_deliveries USING btree (due_at) WHERE ((state)::text = 'waiting'::text);

CREATE UNIQUE INDEX notification_settings_one_organisation ON public.notification_settings USING btree ((1)) WHERE (user_id IS NULL);

CREATE INDEX notification_user_time ON public.notifications USING btree (user_id, created_at DESC);

CREATE INDEX notifications_user_id_468e288d ON public.notifications USING btree (user_id);

CREATE INDEX ops_heartbeats_name_bf9ac66a_like ON public.ops_heartbeats USING btree (name varchar_pattern_ops);

CREATE INDEX ops_heartbeats_seen_at_a03725dd ON public.ops_heartbeats USING btree (seen_at);

CREATE INDEX orchestrator_conversation_user_id_d7641f50 ON public.orchestrator_conversation USING btree (user_id);

CREATE INDEX orchestrator_message_conversation_id_af7c1214 ON public.orchestrator_message USING btree (conversation_id);

CREATE INDEX orchestrator_message_follows_id_8d308df2 ON public.orchestrator_message USING btree (follows_id);

CREATE INDEX orchestrator_message_replaces_id_1c49caff ON public.orchestrator_message USING btree (replaces_id);

CREATE INDEX orchestrator_message_session_id_be0f2bdc ON public.orchestrator_message USING btree (session_id);

CREATE INDEX pattern_active ON public.policy_patterns USING btree (trigger_event) WHERE ((state)::text = 'active'::text);

CREATE INDEX permission_rules_approval_id_958da362 ON public.permission_rules USING btree (approval_id);

CREATE INDEX permission_rules_made_by_id_c8e12c2f ON public.permission_rules USING btree (made_by_id);

CREATE INDEX permission_rules_specialist_id_9250d5f6 ON public.permission_rules USING btree (specialist_id);

CREATE INDEX permission_rules_user_id_dbeb014e ON public.permission_rules USING btree (user_id);

CREATE INDEX policy_patterns_author_id_7554fca4 ON public.policy_patterns USING btree (author_id);

CREATE INDEX policy_patterns_covers_id_683a2b2a ON public.policy_patterns USING btree (covers_id);

CREATE INDEX policy_patterns_decided_by_id_0fdf267b ON public.policy_patterns USING btree (decided_by_id);

CREATE INDEX policy_patterns_fired_event_id_08368cba ON public.policy_patterns_fired USING btree (event_id);

CREATE INDEX policy_patterns_fired_pattern_id_d45bf3f4 ON public.policy_patterns_fired USING btree (pattern_id);

CREATE INDEX policy_patterns_fired_user_id_a86cbdbb ON public.policy_patterns_fired USING btree (user_id);

CREATE INDEX policy_patterns_key_23d39c73_like ON public.policy_patterns USING btree (key varchar_pattern_ops);

CREATE INDEX role_reservations_role_a038565b_like ON public.role_reservations USING btree (role varchar_pattern_ops);

CREATE INDEX route_receipt_newest ON public.route_receipts USING btree (created_at DESC, id DESC);

CREATE INDEX route_receipts_message_id_d19db2e3 ON public.route_receipts USING btree (message_id);

CREATE INDEX route_receipts_overridden_to_id_8e7cfb03 ON public.route_receipts USING btree (overridden_to_id);

CREATE INDEX route_receipts_specialist_id_d847c91f ON public.route_receipts USING btree (specialist_id);

CREATE INDEX route_receipts_version_id_98fd82d0 ON public.route_receipts USING btree (version_id);

CREATE INDEX route_replay_differences_message_id_cd4ab433 ON public.route_replay_differences USING btree (message_id);

CREATE INDEX route_replay_differences_run_id_99496a37 ON public.route_replay_differences USING btree (run_id);

CREATE INDEX route_replays_requested_by_id_dcc19b51 ON public.route_replays USING btree (requested_by_id);

CREATE INDEX routing_change_time ON public.routing_changes USING btree (subject, created_at DESC);

CREATE INDEX routing_changes_actor_id_a3833111 ON public.routing_changes USING btree (actor_id);

CREATE INDEX sandbox_limits_set_by_id_df17d200 ON public.sandbox_limits USING btree (set_by_id);

CREATE INDEX schedule_due ON public.schedules_schedule USING btree (next_at) WHERE ((state)::text = 'active'::text);

CREATE INDEX schedule_of_user ON public.schedules_schedule USING btree (user_id, created_at DESC);

CREATE INDEX schedule_run_newest ON public.schedules_schedulerun USING btree (schedule_id, due_at DESC);

CREATE INDEX schedules_schedule_conversation_id_16fb6991 ON public.schedules_schedule USING btree (conversation_id);

CREATE INDEX schedules_schedule_hook_digest_1277830e_like ON public.schedules_schedule USING btree (hook_digest varchar_pattern_ops);

CREATE INDEX schedules_schedule_user_id_3d5fbeef ON public.schedules_schedule USING btree (user_id);

CREATE INDEX schedules_schedule_watched_id_4576de5a ON public.schedules_schedule USING btree (watched_id);

CREATE INDEX schedules_schedulerun_schedule_id_afe8c086 ON public.schedules_schedulerun USING btree (schedule_id);

CREATE INDEX security_events_actor ON public.security_events USING btree (actor_id, created_at DESC);

CREATE INDEX security_events_kind ON public.security_events USING btree (kind, created_at DESC);

CREATE INDEX security_events_newest ON public.security_events USING btree (created_at DESC, id DESC);

CREATE INDEX security_events_seal_id_8bd18f00 ON public.security_events USING btree (seal_id);

CREATE INDEX security_events_unsealed ON public.security_events USING btree (created_at) WHERE (seal_id IS NULL);

CREATE INDEX security_seals_digest_fd61143f_like ON public.security_seals USING btree (digest varchar_pattern_ops);

CREATE INDEX session_cassette ON public.sessions USING btree (cassette_id) WHERE (cassette_id IS NOT NULL);

CREATE INDEX session_cassettes_user_id_c318fd32 ON public.session_cassettes USING btree (user_id);

CREATE INDEX session_cassettes_version_id_bfc02fda ON public.session_cassettes USING btree (version_id);

CREATE INDEX session_circuits_name_d1a0884a_like ON public.session_circuits USING btree (name varchar_pattern_ops);

CREATE INDEX session_effects_session_id_abbbd077 ON public.session_effects USING btree (session_id);

CREATE INDEX session_egress_session_id_c3d7e9be ON public.session_egress USING btree (session_id);

CREATE INDEX session_events_session_id_16b69ca5 ON public.session_events USING btree (session_id);

CREATE INDEX session_grant_open ON public.session_grants USING btree (session_id) WHERE (consumed_at IS NULL);

CREATE INDEX session_grants_approval_id_b0414b10 ON public.session_grants USING btree (approval_id);

CREATE INDEX session_grants_session_id_8e4e8e1e ON public.session_grants USING btree (session_id);

CREATE INDEX session_lease ON public.sessions USING btree (lease_expires_at) WHERE ((state)::text = 'running'::text);

CREATE INDEX session_newest ON public.sessions USING btree (created_at DESC, id DESC);

CREATE INDEX session_recorded_exchanges_cassette_id_9d5e22f1 ON public.session_recorded_exchanges USING btree (cassette_id);

CREATE INDEX session_recorded_exchanges_session_id_db89efc0 ON public.session_recorded_exchanges USING btree (session_id);

CREATE INDEX session_taints_session_id_8a9cf071 ON public.session_taints USING btree (session_id);

CREATE INDEX session_user_time ON public.sessions USING btree (user_id, created_at DESC);

CREATE INDEX sessions_conversation_id_91f3db18 ON public.sessions USING btree (conversation_id);

CREATE INDEX sessions_forked_from_id_c200f993 ON public.sessions USING btree (forked_from_id);

CREATE INDEX sessions_user_id_05e26f4a ON public.sessions USING btree (user_id);

CREATE INDEX sessions_version_id_22d09a4e ON public.sessions USING btree (version_id);

CREATE INDEX specialist_approvals_approval_id_948b1785 ON public.specialist_approvals USING btree (approval_id);

CREATE INDEX specialist_approvals_base_id_40ccc30d ON public.specialist_approvals USING btree (base_id);

CREATE INDEX specialist_approvals_conversation_id_a45a34f1 ON public.specialist_approvals USING btree (conversation_id);

CREATE INDEX specialist_approvals_fork_of_id_5abf6dd7 ON public.specialist_approvals USING btree (fork_of_id);

CREATE INDEX specialist_approvals_message_id_2bdf87f9 ON public.specialist_approvals USING btree (message_id);

CREATE INDEX specialist_approvals_revises_id_c24de4d0 ON public.specialist_approvals USING btree (revises_id);

CREATE INDEX specialist_approvals_specialist_id_955dad4c ON public.specialist_approvals USING btree (specialist_id);

CREATE INDEX specialist_approvals_user_id_70dedf71 ON public.specialist_approvals USING btree (user_id);

CREATE INDEX specialist_approvals_version_id_9e82d093 ON public.specialist_approvals USING btree (version_id);

CREATE INDEX status_change_time ON public.agent_status_changes USING btree (specialist_id, created_at DESC);

CREATE INDEX task_telemetry_user_id_14f285b6 ON public.task_telemetry USING btree (user_id);

CREATE INDEX telemetry_error ON public.task_telemetry USING btree (error_code, created_at DESC) WHERE (NOT ((error_code)::text = ''::text));

CREATE INDEX telemetry_failures ON public.task_telemetry USING btree (created_at DESC, id DESC) INCLUDE (routed) WHERE (NOT success);

CREATE INDEX telemetry_hour_time ON public.telemetry_hours USING btree (hour);

CREATE INDEX telemetry_hours_version_id_eca2600a ON public.telemetry_hours USING btree (version_id);

CREATE INDEX telemetry_newest ON public.task_telemetry USING btree (created_at DESC, id DESC);

CREATE INDEX telemetry_of_version ON public.task_telemetry USING btree (version_id, created_at DESC) INCLUDE (counts_as_success, confidence);

CREATE INDEX test_run_newest ON public.agent_test_runs USING btree (version_id, finished_at DESC);

CREATE UNIQUE INDEX test_run_one_open ON public.agent_test_runs USING btree (version_id) WHERE ((state)::text = ANY ((ARRAY['queued'::character varying, 'running'::character varying])::text[]));

CREATE INDEX tool_calls_session_id_e3278af6 ON public.tool_calls USING btree (session_id);

CREATE INDEX tool_memory_session_id_3c826fb4 ON public.tool_memory USING btree (session_id);

CREATE INDEX tool_rates_key_c5637644_like ON public.tool_rates USING btree (key varchar_pattern_ops);

CREATE INDEX tool_rates_until_25b3bc47 ON public.tool_rates USING btree (until);

CREATE INDEX tool_receipt_newest ON public.tool_receipts USING btree (started_at DESC, id DESC);

CREATE INDEX tool_receipt_session ON public.tool_receipts USING btree (session_id, seq);

CREATE INDEX tool_sets_digest_49a45e29_like ON public.tool_sets USING btree (digest varchar_pattern_ops);

CREATE INDEX training_results_cassette_id_c1d387b9 ON public.training_results USING btree (cassette_id);

CREATE INDEX training_results_session_id_32acf80e ON public.training_results USING btree (session_id);

CREATE INDEX training_results_version_id_a1002e31 ON public.training_results USING btree (version_id);

CREATE INDEX try_out_case ON public.case_try_outs USING btree (case_id, digest);

CREATE INDEX try_out_lease ON public.case_try_outs USING btree (lease_expires_at) WHERE ((state)::text = 'queued'::text);

CREATE INDEX usage_days_user_id_18a528bf ON public.usage_days USING btree (user_id);

CREATE INDEX use_credential ON public.credential_uses USING btree (credential_id, created_at DESC);

CREATE INDEX use_time ON public.credential_uses USING btree (created_at DESC);

CREATE INDEX use_user ON public.credential_uses USING btree (user_id, created_at DESC);

CREATE INDEX user_credentials_specialist_id_7e10560c ON public.user_credentials USING btree (specialist_id);

CREATE INDEX user_credentials_user_id_49daef2d ON public.user_credentials USING btree (user_id);

CREATE INDEX workflow_delegations_node_id_81671a55 ON public.workflow_delegations USING btree (node_id);

CREATE INDEX workflow_delegations_session_id_d5e5963f ON public.workflow_delegations USING btree (session_id);

CREATE INDEX workflow_event_notes ON public.workflow_events USING btree (workflow_id) WHERE ((kind)::text = ANY ((ARRAY['BudgetWarning'::character varying, 'WorkflowHeld'::character varying])::text[]));

CREATE INDEX workflow_events_workflow_id_49a28925 ON public.workflow_events USING btree (workflow_id);

CREATE INDEX workflow_node_runs_node_id_b56bf7bb ON public.workflow_node_runs USING btree (node_id);

CREATE INDEX workflow_nodes_version_id_5d95d0f7 ON public.workflow_nodes USING btree (version_id);

CREATE INDEX workflow_nodes_workflow_id_411643ef ON public.workflow_nodes USING btree (workflow_id);

CREATE INDEX workflow_run_pending ON public.workflow_node_runs USING btree (node_id, index) WHERE ((state)::text = 'pending'::text);

CREATE INDEX workflow_run_running ON public.workflow_node_runs USING btree (node_id) WHERE ((state)::text = 'running'::text);

CREATE INDEX workflow_running ON public.workflows USING btree (created_at) WHERE ((state)::text = 'running'::text);

CREATE INDEX workflow_unstored ON public.workflows USING btree (finished_at) WHERE has_unstored_tables;

CREATE INDEX workflow_user_time ON public.workflows USING btree (user_id, created_at DESC);

CREATE INDEX workflows_conversation_id_0d652893 ON public.workflows USING btree (conversation_id);

CREATE INDEX workflows_user_id_21daffed ON public.workflows USING btree (user_id);

CREATE INDEX workspace_use_user_id_e651659e ON public.workspace_use USING btree (user_id);

CREATE INDEX workspace_use_workspace_d115e37a_like ON public.workspace_use USING btree (workspace varchar_pattern_ops);

CREATE CONSTRAINT TRIGGER trigger_notify_queue_insert_listeners AFTER INSERT ON pgmq.q_kingdom DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION pgmq.notify_queue_listeners();

CREATE TRIGGER agent_embedding_share BEFORE INSERT ON public.agent_embeddings FOR EACH ROW EXECUTE FUNCTION public.agent_embedding_share();

CREATE TRIGGER agent_share_embeddings AFTER UPDATE OF status, scope, routable ON public.dynamic_agents FOR EACH ROW EXECUTE FUNCTION public.agent_share_embeddings();

CREATE CONSTRAINT TRIGGER agent_status_change_no_delete AFTER DELETE ON public.agent_status_changes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.agent_status_change_guard();

CREATE TRIGGER agent_status_change_no_update BEFORE UPDATE ON public.agent_status_changes FOR EACH ROW EXECUTE FUNCTION public.agent_status_change_guard();

CREATE TRIGGER agent_supervised_use_no_update BEFORE UPDATE ON public.agent_supervised_uses FOR EACH ROW EXECUTE FUNCTION public.agent_supervised_use_guard();

CREATE CONSTRAINT TRIGGER agent_version_no_delete AFTER DELETE ON public.agent_versions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.agent_version_guard_delete();

CREATE TRIGGER agent_version_no_update BEFORE UPDATE ON public.agent_versions FOR EACH ROW EXECUTE FUNCTION public.agent_version_guard_update();

CREATE CONSTRAINT TRIGGER case_event_no_delete AFTER DELETE ON public.case_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.case_rows_guard_delete();

CREATE TRIGGER case_event_no_update BEFORE UPDATE ON public.case_events FOR EACH ROW EXECUTE FUNCTION public.case_rows_guard_update();

CREATE CONSTRAINT TRIGGER case_verdict_no_delete AFTER DELETE ON public.case_verdicts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.case_rows_guard_delete();

CREATE TRIGGER case_verdict_no_update BEFORE UPDATE ON public.case_verdicts FOR EACH ROW EXECUTE FUNCTION public.case_verdict_guard_update();

CREATE TRIGGER disclosure_events_append_only BEFORE DELETE OR UPDATE ON public.disclosure_events FOR EACH ROW EXECUTE FUNCTION public.disclosure_events_guard();

CREATE TRIGGER domain_event_deliver AFTER INSERT ON public.domain_events FOR EACH ROW EXECUTE FUNCTION public.domain_event_deliver();

CREATE TRIGGER domain_event_pending BEFORE INSERT ON public.domain_events FOR EACH ROW EXECUTE FUNCTION public.domain_event_pending();

CREATE TRIGGER security_events_append_only BEFORE DELETE OR UPDATE ON public.security_events FOR EACH ROW EXECUTE FUNCTION public.security_events_guard();

CREATE TRIGGER security_events_no_truncate BEFORE TRUNCATE ON public.security_events FOR EACH STATEMENT EXECUTE FUNCTION public.security_events_guard();

CREATE TRIGGER security_seals_append_only BEFORE DELETE OR UPDATE ON public.security_seals FOR EACH ROW EXECUTE FUNCTION public.security_seals_guard();

CREATE TRIGGER security_seals_no_truncate BEFORE TRUNCATE ON public.security_seals FOR EACH STATEMENT EXECUTE FUNCTION public.security_seals_guard();

CREATE CONSTRAINT TRIGGER session_egress_no_delete AFTER DELETE ON public.session_egress DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.session_egress_guard_delete();

CREATE TRIGGER session_egress_no_update BEFORE UPDATE ON public.session_egress FOR EACH ROW EXECUTE FUNCTION public.session_egress_guard_update();

CREATE TRIGGER tool_receipt_chains_grow BEFORE DELETE OR UPDATE ON public.tool_receipt_chains FOR EACH ROW EXECUTE FUNCTION public.tool_receipt_chains_guard();

CREATE TRIGGER tool_receipts_append_only BEFORE DELETE OR UPDATE ON public.tool_receipts FOR EACH ROW EXECUTE FUNCTION public.tool_receipts_guard();

CREATE TRIGGER tool_receipts_no_truncate BEFORE TRUNCATE ON public.tool_receipts FOR EACH STATEMENT EXECUTE FUNCTION public.tool_receipts_guard();

ALTER TABLE ONLY pgmq.notify_insert_throttle
    ADD CONSTRAINT notify_insert_throttle_meta_queue_name_fk FOREIGN KEY (queue_name) REFERENCES pgmq.meta(queue_name) ON DELETE CASCADE;

ALTER TABLE ONLY pgmq.topic_bindings
    ADD CONSTRAINT topic_bindings_meta_queue_name_fk FOREIGN KEY (queue_name) REFERENCES pgmq.meta(queue_name) ON DELETE CASCADE;

ALTER TABLE ONLY public.accounts_apitoken
    ADD CONSTRAINT accounts_apitoken_user_id_bbee13e0_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.accounts_signedinsession
    ADD CONSTRAINT accounts_signedinsession_user_id_da256a37_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.accounts_signinlink
    ADD CONSTRAINT accounts_signinlink_user_id_a6b02f6b_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.accounts_user_groups
    ADD CONSTRAINT accounts_user_groups_group_id_bd11a704_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.accounts_user_groups
    ADD CONSTRAINT accounts_user_groups_user_id_52b62117_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.accounts_user_user_permissions
    ADD CONSTRAINT accounts_user_user_p_permission_id_113bb443_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.accounts_user_user_permissions
    ADD CONSTRAINT accounts_user_user_p_user_id_e4f0a161_fk_accounts_ FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_canaries
    ADD CONSTRAINT agent_canaries_previous_id_304df7a2_fk_agent_versions_id FOREIGN KEY (previous_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_canaries
    ADD CONSTRAINT agent_canaries_specialist_id_e8f6c5da_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_canaries
    ADD CONSTRAINT agent_canaries_version_id_4421387b_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_embeddings
    ADD CONSTRAINT agent_embeddings_owner_id_937e33db_fk_accounts_user_id FOREIGN KEY (owner_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_embeddings
    ADD CONSTRAINT agent_embeddings_specialist_id_4a80d06b_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_renames
    ADD CONSTRAINT agent_renames_specialist_id_5de78e6a_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_status_changes
    ADD CONSTRAINT agent_status_changes_actor_id_6fb8dae7_fk_accounts_user_id FOREIGN KEY (actor_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_status_changes
    ADD CONSTRAINT agent_status_changes_specialist_id_02c8fe58_fk_dynamic_a FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_status_changes
    ADD CONSTRAINT agent_status_changes_successor_id_7ec5d987_fk_dynamic_agents_id FOREIGN KEY (successor_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_status_changes
    ADD CONSTRAINT agent_status_changes_version_id_49788c5b_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_supervised_uses
    ADD CONSTRAINT agent_supervised_uses_session_id_4c191af7_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_supervised_uses
    ADD CONSTRAINT agent_supervised_uses_user_id_8ef9d153_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_supervised_uses
    ADD CONSTRAINT agent_supervised_uses_version_id_022a3401_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_test_runs
    ADD CONSTRAINT agent_test_runs_cassette_id_dbc6a5b8_fk_session_cassettes_id FOREIGN KEY (cassette_id) REFERENCES public.session_cassettes(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_test_runs
    ADD CONSTRAINT agent_test_runs_requested_by_id_9f7f8301_fk_accounts_user_id FOREIGN KEY (requested_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_test_runs
    ADD CONSTRAINT agent_test_runs_version_id_d10e9595_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_specialist_id_931899e5_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.approval_events
    ADD CONSTRAINT approval_events_actor_id_dd53b663_fk_accounts_user_id FOREIGN KEY (actor_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.approval_events
    ADD CONSTRAINT approval_events_approval_id_b9a95165_fk_approvals_id FOREIGN KEY (approval_id) REFERENCES public.approvals(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_decided_by_id_71198aed_fk_accounts_user_id FOREIGN KEY (decided_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_session_id_82ec1c41_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_user_id_bedd09be_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_change_id_4b6d27f2_fk_agent_status_changes_id FOREIGN KEY (change_id) REFERENCES public.agent_status_changes(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_report_id_673f08d1_fk_audit_reports_id FOREIGN KEY (report_id) REFERENCES public.audit_reports(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_resolved_by_id_cc981330_fk_accounts_user_id FOREIGN KEY (resolved_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_specialist_id_640ed058_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_version_id_46469375_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.axes_accessattemptexpiration
    ADD CONSTRAINT axes_accessattemptex_access_attempt_id_6b73a47a_fk_axes_acce FOREIGN KEY (access_attempt_id) REFERENCES public.axes_accessattempt(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budgets_user_id_d4bb9f71_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.case_events
    ADD CONSTRAINT case_events_case_id_91cdf936_fk_specialist_approvals_id FOREIGN KEY (case_id) REFERENCES public.specialist_approvals(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.case_try_outs
    ADD CONSTRAINT case_try_outs_case_id_25811fc5_fk_specialist_approvals_id FOREIGN KEY (case_id) REFERENCES public.specialist_approvals(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.case_verdicts
    ADD CONSTRAINT case_verdicts_case_id_971b244c_fk_specialist_approvals_id FOREIGN KEY (case_id) REFERENCES public.specialist_approvals(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.chat_turns
    ADD CONSTRAINT chat_turns_message_id_988afce3_fk_orchestrator_message_id FOREIGN KEY (message_id) REFERENCES public.orchestrator_message(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.conversation_shares
    ADD CONSTRAINT conversation_shares_conversation_id_86144ccb_fk_orchestra FOREIGN KEY (conversation_id) REFERENCES public.orchestrator_conversation(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.credential_events
    ADD CONSTRAINT credential_events_actor_id_355853fe_fk_accounts_user_id FOREIGN KEY (actor_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.credential_events
    ADD CONSTRAINT credential_events_credential_id_0bd2964a_fk_user_credentials_id FOREIGN KEY (credential_id) REFERENCES public.user_credentials(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.credential_events
    ADD CONSTRAINT credential_events_user_id_e86ecd25_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.credential_uses
    ADD CONSTRAINT credential_uses_credential_id_0c2e2396_fk_user_credentials_id FOREIGN KEY (credential_id) REFERENCES public.user_credentials(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.credential_uses
    ADD CONSTRAINT credential_uses_user_id_26f20048_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.data_exports
    ADD CONSTRAINT data_exports_user_id_256d3fe6_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_p_clocked_id_47a69f82_fk_django_ce FOREIGN KEY (clocked_id) REFERENCES public.django_celery_beat_clockedschedule(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_p_crontab_id_d3cba168_fk_django_ce FOREIGN KEY (crontab_id) REFERENCES public.django_celery_beat_crontabschedule(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_p_interval_id_a8ca27da_fk_django_ce FOREIGN KEY (interval_id) REFERENCES public.django_celery_beat_intervalschedule(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_p_solar_id_a87ce72c_fk_django_ce FOREIGN KEY (solar_id) REFERENCES public.django_celery_beat_solarschedule(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.dynamic_agents
    ADD CONSTRAINT dynamic_agents_admin_approved_by_id_6f18e5cb_fk_accounts_ FOREIGN KEY (admin_approved_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.dynamic_agents
    ADD CONSTRAINT dynamic_agents_created_by_id_c8f7849e_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.dynamic_agents
    ADD CONSTRAINT dynamic_agents_current_version_id_b9227ad8_fk_agent_versions_id FOREIGN KEY (current_version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.dynamic_agents
    ADD CONSTRAINT dynamic_agents_forked_from_id_ab1fb7ac_fk_agent_versions_id FOREIGN KEY (forked_from_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.dynamic_agents
    ADD CONSTRAINT dynamic_agents_revises_id_41c1dca7_fk_dynamic_agents_id FOREIGN KEY (revises_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.embedding_spaces
    ADD CONSTRAINT embedding_spaces_requested_by_id_29ae5fb2_fk_accounts_user_id FOREIGN KEY (requested_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.event_deliveries
    ADD CONSTRAINT event_deliveries_webhook_id_db77be58_fk_event_webhooks_id FOREIGN KEY (webhook_id) REFERENCES public.event_webhooks(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.event_webhooks
    ADD CONSTRAINT event_webhooks_covers_id_7084fb5c_fk_accounts_user_id FOREIGN KEY (covers_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.event_webhooks
    ADD CONSTRAINT event_webhooks_user_id_4f43d229_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_asked_by_id_6b72530f_fk_accounts_user_id FOREIGN KEY (asked_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_base_id_2f7e1c5c_fk_agent_versions_id FOREIGN KEY (base_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_case_id_e48512e7_fk_specialist_approvals_id FOREIGN KEY (case_id) REFERENCES public.specialist_approvals(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_finding_id_7c4dfced_fk_audit_findings_id FOREIGN KEY (finding_id) REFERENCES public.audit_findings(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_user_id_be286453_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.file_versions
    ADD CONSTRAINT file_versions_user_id_e6e80a39_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.guardian_reviews
    ADD CONSTRAINT guardian_reviews_overturned_by_id_bdf18d21_fk_accounts_user_id FOREIGN KEY (overturned_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.guardian_rule_hits
    ADD CONSTRAINT guardian_rule_hits_review_id_e9cb59c1_fk_guardian_reviews_id FOREIGN KEY (review_id) REFERENCES public.guardian_reviews(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.guardian_rule_mode_events
    ADD CONSTRAINT guardian_rule_mode_e_changed_by_id_1abdd2dc_fk_accounts_ FOREIGN KEY (changed_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.host_consents
    ADD CONSTRAINT host_consents_approval_id_8358746c_fk_approvals_id FOREIGN KEY (approval_id) REFERENCES public.approvals(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.host_consents
    ADD CONSTRAINT host_consents_specialist_id_462fd22c_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.host_consents
    ADD CONSTRAINT host_consents_user_id_27d95e6b_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.knox_authtoken
    ADD CONSTRAINT knox_authtoken_user_id_e5a5d899_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.mcp_server_tools
    ADD CONSTRAINT mcp_server_tools_server_id_5d3f6a81_fk_mcp_servers_id FOREIGN KEY (server_id) REFERENCES public.mcp_servers(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.mcp_servers
    ADD CONSTRAINT mcp_servers_added_by_id_ea8bab77_fk_accounts_user_id FOREIGN KEY (added_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.message_parts
    ADD CONSTRAINT message_parts_message_id_0bafaf0a_fk_orchestrator_message_id FOREIGN KEY (message_id) REFERENCES public.orchestrator_message(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.message_parts
    ADD CONSTRAINT message_parts_run_id_9eaa68ca_fk_sessions_id FOREIGN KEY (run_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.message_parts
    ADD CONSTRAINT message_parts_session_id_7fbef5c9_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.negative_examples
    ADD CONSTRAINT negative_examples_owner_id_f382ac36_fk_accounts_user_id FOREIGN KEY (owner_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.notification_deliveries
    ADD CONSTRAINT notification_deliver_notification_id_4941b16b_fk_notificat FOREIGN KEY (notification_id) REFERENCES public.notifications(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_user_id_ce43fde1_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_user_id_468e288d_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.orchestrator_conversation
    ADD CONSTRAINT orchestrator_conversation_user_id_d7641f50_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.orchestrator_message
    ADD CONSTRAINT orchestrator_message_conversation_id_af7c1214_fk_orchestra FOREIGN KEY (conversation_id) REFERENCES public.orchestrator_conversation(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.orchestrator_message
    ADD CONSTRAINT orchestrator_message_follows_id_8d308df2_fk_orchestra FOREIGN KEY (follows_id) REFERENCES public.orchestrator_message(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.orchestrator_message
    ADD CONSTRAINT orchestrator_message_replaces_id_1c49caff_fk_orchestra FOREIGN KEY (replaces_id) REFERENCES public.orchestrator_message(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.orchestrator_message
    ADD CONSTRAINT orchestrator_message_session_id_be0f2bdc_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.permission_rules
    ADD CONSTRAINT permission_rules_approval_id_958da362_fk_approvals_id FOREIGN KEY (approval_id) REFERENCES public.approvals(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.permission_rules
    ADD CONSTRAINT permission_rules_made_by_id_c8e12c2f_fk_accounts_user_id FOREIGN KEY (made_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.permission_rules
    ADD CONSTRAINT permission_rules_specialist_id_9250d5f6_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.permission_rules
    ADD CONSTRAINT permission_rules_user_id_dbeb014e_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.policy_patterns
    ADD CONSTRAINT policy_patterns_author_id_7554fca4_fk_accounts_user_id FOREIGN KEY (author_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.policy_patterns
    ADD CONSTRAINT policy_patterns_covers_id_683a2b2a_fk_accounts_user_id FOREIGN KEY (covers_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.policy_patterns
    ADD CONSTRAINT policy_patterns_decided_by_id_0fdf267b_fk_accounts_user_id FOREIGN KEY (decided_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.policy_patterns_fired
    ADD CONSTRAINT policy_patterns_fired_event_id_08368cba_fk_domain_events_id FOREIGN KEY (event_id) REFERENCES public.domain_events(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.policy_patterns_fired
    ADD CONSTRAINT policy_patterns_fired_pattern_id_d45bf3f4_fk_policy_patterns_id FOREIGN KEY (pattern_id) REFERENCES public.policy_patterns(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.policy_patterns_fired
    ADD CONSTRAINT policy_patterns_fired_user_id_a86cbdbb_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_message_id_d19db2e3_fk_orchestrator_message_id FOREIGN KEY (message_id) REFERENCES public.orchestrator_message(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_overridden_to_id_8e7cfb03_fk_dynamic_agents_id FOREIGN KEY (overridden_to_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_session_id_b029001f_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_specialist_id_d847c91f_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_version_id_98fd82d0_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.route_replay_differences
    ADD CONSTRAINT route_replay_differe_message_id_cd4ab433_fk_orchestra FOREIGN KEY (message_id) REFERENCES public.orchestrator_message(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.route_replay_differences
    ADD CONSTRAINT route_replay_differences_run_id_99496a37_fk_route_replays_id FOREIGN KEY (run_id) REFERENCES public.route_replays(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.route_replays
    ADD CONSTRAINT route_replays_requested_by_id_dcc19b51_fk_accounts_user_id FOREIGN KEY (requested_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.routing_changes
    ADD CONSTRAINT routing_changes_actor_id_a3833111_fk_accounts_user_id FOREIGN KEY (actor_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.sandbox_limits
    ADD CONSTRAINT sandbox_limits_set_by_id_df17d200_fk_accounts_user_id FOREIGN KEY (set_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.sandbox_limits
    ADD CONSTRAINT sandbox_limits_specialist_id_a9f5d139_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.schedules_schedule
    ADD CONSTRAINT schedules_schedule_conversation_id_16fb6991_fk_orchestra FOREIGN KEY (conversation_id) REFERENCES public.orchestrator_conversation(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.schedules_schedule
    ADD CONSTRAINT schedules_schedule_user_id_3d5fbeef_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.schedules_schedule
    ADD CONSTRAINT schedules_schedule_watched_id_4576de5a_fk_orchestra FOREIGN KEY (watched_id) REFERENCES public.orchestrator_conversation(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.schedules_schedulerun
    ADD CONSTRAINT schedules_scheduleru_schedule_id_afe8c086_fk_schedules FOREIGN KEY (schedule_id) REFERENCES public.schedules_schedule(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.schedules_schedulerun
    ADD CONSTRAINT schedules_schedulerun_session_id_7b2f1f7e_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.schedules_schedulerun
    ADD CONSTRAINT schedules_schedulerun_workflow_id_36f8bcb5_fk_workflows_id FOREIGN KEY (workflow_id) REFERENCES public.workflows(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.security_events
    ADD CONSTRAINT security_events_seal_id_8bd18f00_fk_security_seals_id FOREIGN KEY (seal_id) REFERENCES public.security_seals(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.session_cassettes
    ADD CONSTRAINT session_cassettes_user_id_c318fd32_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.session_cassettes
    ADD CONSTRAINT session_cassettes_version_id_bfc02fda_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.session_effects
    ADD CONSTRAINT session_effects_session_id_abbbd077_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.session_egress
    ADD CONSTRAINT session_egress_session_id_c3d7e9be_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.session_events
    ADD CONSTRAINT session_events_session_id_16b69ca5_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.session_grants
    ADD CONSTRAINT session_grants_approval_id_b0414b10_fk_approvals_id FOREIGN KEY (approval_id) REFERENCES public.approvals(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.session_grants
    ADD CONSTRAINT session_grants_session_id_8e4e8e1e_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.session_recorded_exchanges
    ADD CONSTRAINT session_recorded_exc_cassette_id_9d5e22f1_fk_session_c FOREIGN KEY (cassette_id) REFERENCES public.session_cassettes(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.session_recorded_exchanges
    ADD CONSTRAINT session_recorded_exchanges_session_id_db89efc0_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.session_taints
    ADD CONSTRAINT session_taints_session_id_8a9cf071_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_cassette_id_b8704670_fk_session_cassettes_id FOREIGN KEY (cassette_id) REFERENCES public.session_cassettes(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_conversation_id_91f3db18_fk_orchestra FOREIGN KEY (conversation_id) REFERENCES public.orchestrator_conversation(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_forked_from_id_c200f993_fk_sessions_id FOREIGN KEY (forked_from_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_05e26f4a_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_version_id_22d09a4e_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_approval_id_948b1785_fk_approvals_id FOREIGN KEY (approval_id) REFERENCES public.approvals(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_base_id_40ccc30d_fk_agent_versions_id FOREIGN KEY (base_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_conversation_id_a45a34f1_fk_orchestra FOREIGN KEY (conversation_id) REFERENCES public.orchestrator_conversation(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_fork_of_id_5abf6dd7_fk_agent_versions_id FOREIGN KEY (fork_of_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_message_id_2bdf87f9_fk_orchestra FOREIGN KEY (message_id) REFERENCES public.orchestrator_message(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_revises_id_c24de4d0_fk_dynamic_agents_id FOREIGN KEY (revises_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_specialist_id_955dad4c_fk_dynamic_a FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_user_id_70dedf71_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_version_id_9e82d093_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.agent_supervised_uses
    ADD CONSTRAINT supervised_use_execution FOREIGN KEY (execution_id) REFERENCES public.task_telemetry(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.task_telemetry
    ADD CONSTRAINT task_telemetry_session_id_0cfa007b_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.task_telemetry
    ADD CONSTRAINT task_telemetry_user_id_14f285b6_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.task_telemetry
    ADD CONSTRAINT task_telemetry_version_id_7b61cd32_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.telemetry_hours
    ADD CONSTRAINT telemetry_hours_version_id_eca2600a_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_calls_session_id_e3278af6_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.tool_memory
    ADD CONSTRAINT tool_memory_session_id_3c826fb4_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.training_results
    ADD CONSTRAINT training_results_cassette_id_c1d387b9_fk_session_cassettes_id FOREIGN KEY (cassette_id) REFERENCES public.session_cassettes(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.training_results
    ADD CONSTRAINT training_results_session_id_32acf80e_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.training_results
    ADD CONSTRAINT training_results_version_id_a1002e31_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_days_user_id_18a528bf_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.user_credentials
    ADD CONSTRAINT user_credentials_user_id_49daef2d_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.workflow_delegations
    ADD CONSTRAINT workflow_delegations_node_id_81671a55_fk_workflow_nodes_id FOREIGN KEY (node_id) REFERENCES public.workflow_nodes(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.workflow_delegations
    ADD CONSTRAINT workflow_delegations_session_id_d5e5963f_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.workflow_events
    ADD CONSTRAINT workflow_events_workflow_id_49a28925_fk_workflows_id FOREIGN KEY (workflow_id) REFERENCES public.workflows(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.workflow_node_runs
    ADD CONSTRAINT workflow_node_runs_node_id_b56bf7bb_fk_workflow_nodes_id FOREIGN KEY (node_id) REFERENCES public.workflow_nodes(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.workflow_node_runs
    ADD CONSTRAINT workflow_node_runs_session_id_779dd287_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.workflow_nodes
    ADD CONSTRAINT workflow_nodes_approval_id_0ccc8f90_fk_approvals_id FOREIGN KEY (approval_id) REFERENCES public.approvals(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.workflow_nodes
    ADD CONSTRAINT workflow_nodes_version_id_5d95d0f7_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.workflow_nodes
    ADD CONSTRAINT workflow_nodes_workflow_id_411643ef_fk_workflows_id FOREIGN KEY (workflow_id) REFERENCES public.workflows(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT workflows_conversation_id_0d652893_fk_orchestra FOREIGN KEY (conversation_id) REFERENCES public.orchestrator_conversation(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT workflows_user_id_21daffed_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.workspace_use
    ADD CONSTRAINT workspace_use_user_id_e651659e_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;

