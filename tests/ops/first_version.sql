--
-- PostgreSQL database dump
--


-- Dumped from database version 18.4
-- Dumped by pg_dump version 18.4

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: vector; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;


--
-- Name: EXTENSION vector; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON EXTENSION vector IS 'vector data type and ivfflat and hnsw access methods';


--
-- Name: agent_embedding_share(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.agent_embedding_share() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    NEW.shared := NEW.owner_id IS NULL AND EXISTS (
        SELECT 1 FROM dynamic_agents a WHERE a.id = NEW.specialist_id AND a.status = 'verified' AND a.scope = 'global' AND a.routable
    );
    RETURN NEW;
END $$;


--
-- Name: agent_share_embeddings(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.agent_share_embeddings() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    UPDATE agent_embeddings SET shared = (NEW.status = 'verified' AND NEW.scope = 'global' AND NEW.routable)
    WHERE specialist_id = NEW.id AND owner_id IS NULL AND shared IS DISTINCT FROM (NEW.status = 'verified' AND NEW.scope = 'global' AND NEW.routable);
    RETURN NULL;
END $$;


--
-- Name: agent_status_change_guard(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.agent_status_change_guard() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.actor_id IS NULL THEN OLD.actor_id := NULL; END IF;
        IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
        RAISE EXCEPTION 'A status change never changes.' USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (SELECT 1 FROM dynamic_agents WHERE id = OLD.specialist_id) THEN
        RAISE EXCEPTION 'A status change is kept as long as its specialist.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;


--
-- Name: agent_version_guard_delete(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.agent_version_guard_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM dynamic_agents WHERE id = OLD.specialist_id) THEN
        RAISE EXCEPTION 'A version of a specialist is kept as long as the specialist.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;


--
-- Name: agent_version_guard_update(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.agent_version_guard_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF (NEW.id, NEW.specialist_id, NEW.number, NEW.digest, NEW.spec, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.specialist_id, OLD.number, OLD.digest, OLD.spec, OLD.created_at)
        OR (NEW.tests IS DISTINCT FROM OLD.tests
            AND NOT EXISTS (SELECT 1 FROM dynamic_agents WHERE id = OLD.specialist_id AND builtin))
    THEN
        RAISE EXCEPTION 'A version of a specialist never changes. Add a new version.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;


--
-- Name: case_rows_guard_delete(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.case_rows_guard_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM specialist_approvals WHERE id = OLD.case_id) THEN
        RAISE EXCEPTION 'Events and verdicts are kept as long as the case.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;


--
-- Name: case_rows_guard_update(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.case_rows_guard_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'Events and verdicts of a case never change.' USING ERRCODE = 'restrict_violation';
END $$;


--
-- Name: session_egress_guard_delete(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.session_egress_guard_delete() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM sessions WHERE id = OLD.session_id) THEN
        RAISE EXCEPTION 'An egress receipt is kept as long as its session.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;


--
-- Name: session_egress_guard_update(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.session_egress_guard_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF OLD.outcome <> 'started' AND (NEW.reply IS NOT NULL OR to_jsonb(NEW) - 'reply' IS DISTINCT FROM to_jsonb(OLD) - 'reply') THEN
        RAISE EXCEPTION 'A closed egress receipt never changes.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;


--
-- Name: tool_receipt_chains_guard(); Type: FUNCTION; Schema: public; Owner: -
--

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


--
-- Name: tool_receipts_guard(); Type: FUNCTION; Schema: public; Owner: -
--

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

--
-- Name: accounts_apitoken; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts_apitoken (
    digest character varying(128) NOT NULL,
    token_key character varying(25) NOT NULL,
    created timestamp with time zone NOT NULL,
    expiry timestamp with time zone,
    name character varying(100) NOT NULL,
    last_used_at timestamp with time zone,
    user_id bigint NOT NULL
);


--
-- Name: accounts_signinlink; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts_signinlink (
    id bigint NOT NULL,
    secret_digest character varying(64) NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    user_id bigint NOT NULL
);


--
-- Name: accounts_signinlink_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.accounts_signinlink ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_signinlink_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: accounts_user; Type: TABLE; Schema: public; Owner: -
--

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
    date_joined timestamp with time zone NOT NULL
);


--
-- Name: accounts_user_groups; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts_user_groups (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    group_id integer NOT NULL
);


--
-- Name: accounts_user_groups_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.accounts_user_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_user_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: accounts_user_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.accounts_user ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: accounts_user_user_permissions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts_user_user_permissions (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    permission_id integer NOT NULL
);


--
-- Name: accounts_user_user_permissions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.accounts_user_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accounts_user_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: active_embedding_space; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.active_embedding_space (
    id smallint NOT NULL,
    kind character varying(20) NOT NULL,
    CONSTRAINT active_embedding_space_id_check CHECK ((id >= 0)),
    CONSTRAINT active_space_one_row CHECK ((id = 1))
);


--
-- Name: agent_canaries; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: agent_embeddings; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: agent_embeddings_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.agent_embeddings ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.agent_embeddings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: agent_status_changes; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: agent_test_runs; Type: TABLE; Schema: public; Owner: -
--

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
    CONSTRAINT agent_test_runs_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT agent_test_runs_done_check CHECK ((done >= 0)),
    CONSTRAINT agent_test_runs_passed_check CHECK ((passed >= 0)),
    CONSTRAINT agent_test_runs_total_check CHECK ((total >= 0))
);


--
-- Name: agent_versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.agent_versions (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    number integer NOT NULL,
    digest character varying(64) NOT NULL,
    spec jsonb NOT NULL,
    tests jsonb NOT NULL,
    mock_trained boolean NOT NULL,
    specialist_id uuid NOT NULL,
    CONSTRAINT agent_versions_number_check CHECK ((number >= 0))
);


--
-- Name: approval_events; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: approval_events_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.approval_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.approval_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: approvals; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: audit_findings; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: audit_reports; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: auth_group; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);


--
-- Name: auth_group_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: auth_group_permissions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);


--
-- Name: auth_group_permissions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: auth_permission; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);


--
-- Name: auth_permission_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: axes_accessattempt; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: axes_accessattempt_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.axes_accessattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accessattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: axes_accessattemptexpiration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.axes_accessattemptexpiration (
    access_attempt_id integer NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


--
-- Name: axes_accessfailurelog; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: axes_accessfailurelog_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.axes_accessfailurelog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accessfailurelog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: axes_accesslog; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: axes_accesslog_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.axes_accesslog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accesslog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: budgets; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: case_events; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: case_events_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.case_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.case_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: case_verdicts; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: credential_events; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: credential_events_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.credential_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.credential_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: credential_uses; Type: TABLE; Schema: public; Owner: -
--

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
    CONSTRAINT credential_uses_http_status_check CHECK ((http_status >= 0))
);


--
-- Name: django_admin_log; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: django_admin_log_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_celery_beat_clockedschedule; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_celery_beat_clockedschedule (
    id integer NOT NULL,
    clocked_time timestamp with time zone NOT NULL
);


--
-- Name: django_celery_beat_clockedschedule_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.django_celery_beat_clockedschedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_celery_beat_clockedschedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_celery_beat_crontabschedule; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_celery_beat_crontabschedule (
    id integer NOT NULL,
    minute character varying(240) NOT NULL,
    hour character varying(96) NOT NULL,
    day_of_week character varying(64) NOT NULL,
    day_of_month character varying(124) NOT NULL,
    month_of_year character varying(64) NOT NULL,
    timezone character varying(63) NOT NULL
);


--
-- Name: django_celery_beat_crontabschedule_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.django_celery_beat_crontabschedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_celery_beat_crontabschedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_celery_beat_intervalschedule; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_celery_beat_intervalschedule (
    id integer NOT NULL,
    every integer NOT NULL,
    period character varying(24) NOT NULL
);


--
-- Name: django_celery_beat_intervalschedule_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.django_celery_beat_intervalschedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_celery_beat_intervalschedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_celery_beat_periodictask; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: django_celery_beat_periodictask_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.django_celery_beat_periodictask ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_celery_beat_periodictask_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_celery_beat_periodictasks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_celery_beat_periodictasks (
    ident smallint NOT NULL,
    last_update timestamp with time zone NOT NULL
);


--
-- Name: django_celery_beat_solarschedule; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_celery_beat_solarschedule (
    id integer NOT NULL,
    event character varying(24) NOT NULL,
    latitude numeric(9,6) NOT NULL,
    longitude numeric(9,6) NOT NULL
);


--
-- Name: django_celery_beat_solarschedule_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.django_celery_beat_solarschedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_celery_beat_solarschedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_content_type; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);


--
-- Name: django_content_type_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);


--
-- Name: django_migrations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: django_session; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);


--
-- Name: dynamic_agents; Type: TABLE; Schema: public; Owner: -
--

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
    avg_confidence double precision,
    confidence_count integer NOT NULL,
    admin_approved_at timestamp with time zone,
    last_used_at timestamp with time zone,
    admin_approved_by_id bigint,
    created_by_id bigint,
    current_version_id uuid,
    forked_from_id uuid,
    CONSTRAINT agent_draft CHECK (((NOT draft) OR ((NOT builtin) AND ((scope)::text = 'user'::text) AND ((status)::text = 'unverified'::text)))),
    CONSTRAINT dynamic_agents_confidence_count_check CHECK ((confidence_count >= 0)),
    CONSTRAINT dynamic_agents_execution_count_check CHECK ((execution_count >= 0)),
    CONSTRAINT dynamic_agents_success_count_check CHECK ((success_count >= 0))
);


--
-- Name: embedding_spaces; Type: TABLE; Schema: public; Owner: -
--

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
    CONSTRAINT embedding_spaces_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT embedding_spaces_done_check CHECK ((done >= 0)),
    CONSTRAINT embedding_spaces_total_check CHECK ((total >= 0))
);


--
-- Name: embedding_spaces_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.embedding_spaces ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.embedding_spaces_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: evolutions; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: file_versions; Type: TABLE; Schema: public; Owner: -
--

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
    CONSTRAINT file_versions_number_check CHECK ((number >= 0))
);


--
-- Name: file_versions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.file_versions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.file_versions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: guardian_judge_answers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.guardian_judge_answers (
    key character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    state character varying(9) NOT NULL,
    categories jsonb NOT NULL,
    fields jsonb NOT NULL
);


--
-- Name: guardian_judge_health; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.guardian_judge_health (
    judge character varying(200) NOT NULL,
    calls_since_probe integer NOT NULL,
    is_trusted boolean NOT NULL,
    checked_at timestamp with time zone,
    CONSTRAINT guardian_judge_health_calls_since_probe_check CHECK ((calls_since_probe >= 0))
);


--
-- Name: guardian_neighbours; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: guardian_neighbours_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.guardian_neighbours ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.guardian_neighbours_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: guardian_reviews; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: guardian_rule_hits; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.guardian_rule_hits (
    id bigint NOT NULL,
    rule_id character varying(60) NOT NULL,
    severity character varying(4) NOT NULL,
    review_id uuid NOT NULL
);


--
-- Name: guardian_rule_hits_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.guardian_rule_hits ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.guardian_rule_hits_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: guardian_rule_mode_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.guardian_rule_mode_events (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    rule_id character varying(60) NOT NULL,
    before character varying(6) NOT NULL,
    after character varying(6) NOT NULL,
    reason character varying(1000) NOT NULL,
    changed_by_id bigint
);


--
-- Name: guardian_rule_mode_events_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.guardian_rule_mode_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.guardian_rule_mode_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: guardian_rule_modes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.guardian_rule_modes (
    rule_id character varying(60) NOT NULL,
    mode character varying(6) NOT NULL,
    changed_at timestamp with time zone NOT NULL
);


--
-- Name: host_consents; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.host_consents (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    spec_digest character varying(64) NOT NULL,
    hosts jsonb NOT NULL,
    approval_id uuid,
    user_id bigint NOT NULL
);


--
-- Name: knox_authtoken; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.knox_authtoken (
    digest character varying(128) NOT NULL,
    created timestamp with time zone NOT NULL,
    user_id bigint NOT NULL,
    expiry timestamp with time zone,
    token_key character varying(25) NOT NULL
);


--
-- Name: negative_examples; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: negative_examples_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.negative_examples ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.negative_examples_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: notification_deliveries; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: notification_settings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.notification_settings (
    id bigint NOT NULL,
    email boolean NOT NULL,
    webhook_url character varying(2000) NOT NULL,
    webhook_generation integer NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    user_id bigint,
    CONSTRAINT notification_settings_webhook_generation_check CHECK ((webhook_generation >= 0))
);


--
-- Name: notification_settings_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.notification_settings ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.notification_settings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: notifications; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.notifications (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    kind character varying(40) NOT NULL,
    text character varying(1000) NOT NULL,
    link character varying(300) NOT NULL,
    read_at timestamp with time zone,
    user_id bigint NOT NULL
);


--
-- Name: ops_heartbeats; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ops_heartbeats (
    name character varying(200) NOT NULL,
    kind character varying(10) NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    details jsonb NOT NULL
);


--
-- Name: orchestrator_conversation; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.orchestrator_conversation (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    title character varying(200) NOT NULL,
    user_id bigint NOT NULL
);


--
-- Name: orchestrator_message; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.orchestrator_message (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    role character varying(10) NOT NULL,
    content text NOT NULL,
    files jsonb NOT NULL,
    idempotency_key character varying(200),
    request_digest character varying(64) NOT NULL,
    conversation_id uuid NOT NULL,
    session_id uuid
);


--
-- Name: permission_rules; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.permission_rules (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    effect character varying(5) NOT NULL,
    tool character varying(120) NOT NULL,
    agent character varying(100) NOT NULL,
    shape jsonb NOT NULL,
    approval_id uuid,
    made_by_id bigint,
    user_id bigint
);


--
-- Name: route_receipts; Type: TABLE; Schema: public; Owner: -
--

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
    version_id uuid
);


--
-- Name: route_replay_differences; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.route_replay_differences (
    id bigint NOT NULL,
    current jsonb NOT NULL,
    changed jsonb NOT NULL,
    message_id uuid NOT NULL,
    run_id uuid NOT NULL
);


--
-- Name: route_replay_differences_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.route_replay_differences ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.route_replay_differences_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: route_replays; Type: TABLE; Schema: public; Owner: -
--

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
    CONSTRAINT route_replays_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT route_replays_difference_count_check CHECK ((difference_count >= 0)),
    CONSTRAINT route_replays_done_check CHECK ((done >= 0)),
    CONSTRAINT route_replays_message_count_check CHECK ((message_count >= 0)),
    CONSTRAINT route_replays_total_check CHECK ((total >= 0))
);


--
-- Name: router_calibrations; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: router_calibrations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.router_calibrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.router_calibrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: routing_changes; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: sandbox_limits; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: session_circuits; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session_circuits (
    name character varying(120) NOT NULL,
    state jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL
);


--
-- Name: session_effects; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: session_egress; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: session_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session_events (
    id bigint NOT NULL,
    seq integer NOT NULL,
    kind character varying(40) NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    session_id uuid NOT NULL,
    CONSTRAINT session_events_seq_check CHECK ((seq >= 0))
);


--
-- Name: session_events_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.session_events ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.session_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: session_grants; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

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
    CONSTRAINT sessions_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT sessions_forked_at_seq_check CHECK ((forked_at_seq >= 0)),
    CONSTRAINT sessions_last_seq_check CHECK ((last_seq >= 0))
);


--
-- Name: specialist_approvals; Type: TABLE; Schema: public; Owner: -
--

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
    CONSTRAINT case_trained_only_confirmed CHECK (((NOT ((state)::text = ANY ((ARRAY['awaiting_resources'::character varying, 'training'::character varying, 'completed'::character varying])::text[]))) OR ((NOT ((confirmed_digest)::text = ''::text)) AND (confirmed_at IS NOT NULL) AND ((confirmed_digest)::text = (digest)::text)))),
    CONSTRAINT case_waits_with_a_proposal CHECK (((NOT ((state)::text = ANY ((ARRAY['awaiting_confirmation'::character varying, 'awaiting_resources'::character varying, 'training'::character varying, 'completed'::character varying])::text[]))) OR (spec_proposal IS NOT NULL))),
    CONSTRAINT specialist_approvals_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT specialist_approvals_last_seq_check CHECK ((last_seq >= 0)),
    CONSTRAINT specialist_approvals_round_check CHECK ((round >= 0))
);


--
-- Name: task_telemetry; Type: TABLE; Schema: public; Owner: -
--

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
    CONSTRAINT task_telemetry_cost_micros_check CHECK ((cost_micros >= 0)),
    CONSTRAINT task_telemetry_output_tokens_check CHECK ((output_tokens >= 0)),
    CONSTRAINT task_telemetry_prompt_tokens_check CHECK ((prompt_tokens >= 0)),
    CONSTRAINT task_telemetry_tool_calls_check CHECK ((tool_calls >= 0))
);


--
-- Name: telemetry_hours; Type: TABLE; Schema: public; Owner: -
--

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
    CONSTRAINT telemetry_hours_confidence_count_check CHECK ((confidence_count >= 0)),
    CONSTRAINT telemetry_hours_cost_micros_check CHECK ((cost_micros >= 0)),
    CONSTRAINT telemetry_hours_executions_check CHECK ((executions >= 0)),
    CONSTRAINT telemetry_hours_successes_check CHECK ((successes >= 0)),
    CONSTRAINT telemetry_hours_tokens_check CHECK ((tokens >= 0))
);


--
-- Name: telemetry_hours_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.telemetry_hours ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.telemetry_hours_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: tool_calls; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tool_calls (
    id bigint NOT NULL,
    call_id character varying(200) NOT NULL,
    args_hash character varying(64) NOT NULL,
    repeatable boolean NOT NULL,
    started_at timestamp with time zone NOT NULL,
    result jsonb,
    session_id uuid NOT NULL
);


--
-- Name: tool_calls_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.tool_calls ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tool_calls_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: tool_memory; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tool_memory (
    id bigint NOT NULL,
    key character varying(100) NOT NULL,
    value jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    session_id uuid NOT NULL
);


--
-- Name: tool_memory_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.tool_memory ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tool_memory_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: tool_rates; Type: TABLE; Schema: public; Owner: -
--

CREATE UNLOGGED TABLE public.tool_rates (
    key character varying(200) NOT NULL,
    until timestamp with time zone NOT NULL
);


--
-- Name: tool_receipt_chains; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tool_receipt_chains (
    user_id bigint NOT NULL,
    seq bigint NOT NULL,
    hash character varying(64) NOT NULL,
    previous_hash character varying(64) NOT NULL
);


--
-- Name: tool_receipts; Type: TABLE; Schema: public; Owner: -
--

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


--
-- Name: tool_sets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tool_sets (
    digest character varying(64) NOT NULL,
    declarations jsonb NOT NULL
);


--
-- Name: training_results; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.training_results (
    id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    training_id uuid NOT NULL,
    number integer NOT NULL,
    mock boolean NOT NULL,
    result jsonb NOT NULL,
    session_id uuid,
    version_id uuid NOT NULL,
    CONSTRAINT training_results_number_check CHECK ((number >= 0))
);


--
-- Name: usage_days; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.usage_days (
    id bigint NOT NULL,
    day date NOT NULL,
    executions integer NOT NULL,
    tokens bigint NOT NULL,
    cost_micros bigint NOT NULL,
    sandbox_ms bigint NOT NULL,
    alerted_limits jsonb NOT NULL,
    user_id bigint NOT NULL,
    CONSTRAINT usage_days_cost_micros_check CHECK ((cost_micros >= 0)),
    CONSTRAINT usage_days_executions_check CHECK ((executions >= 0)),
    CONSTRAINT usage_days_sandbox_ms_check CHECK ((sandbox_ms >= 0)),
    CONSTRAINT usage_days_tokens_check CHECK ((tokens >= 0))
);


--
-- Name: usage_days_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.usage_days ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.usage_days_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: user_credentials; Type: TABLE; Schema: public; Owner: -
--

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
    user_id bigint NOT NULL
);


--
-- Name: workspace_use; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.workspace_use (
    workspace character varying(64) NOT NULL,
    bytes bigint NOT NULL,
    files integer NOT NULL,
    user_id bigint NOT NULL
);


--
-- Data for Name: accounts_apitoken; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: accounts_signinlink; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: accounts_user; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.accounts_user VALUES (1, '', NULL, false, 'ann', '', '', '', false, true, '2026-11-22 12:59:11.725957+00');


--
-- Data for Name: accounts_user_groups; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: accounts_user_user_permissions; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: active_embedding_space; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: agent_canaries; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: agent_embeddings; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: agent_status_changes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: agent_test_runs; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: agent_versions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.agent_versions VALUES ('643ae0bd-6d51-473c-a802-36dc1ad1763f', '2026-11-22 12:59:11.746677+00', 1, '9b6c886163dad1eee6b9ad2d7ee27ce2336717a5f9440bc3173d53471ea1faec', '{"role": "poem_writer", "tools": [], "engine": "model", "limits": null, "purpose": "Writes poems.", "examples": [], "identity": "writer", "dna_rules": [], "credentials": [], "dependencies": [], "egress_hosts": [], "handler_code": null, "input_schema": {}, "output_schema": {}}', '[]', false, '916a72c6-c5e5-4735-b3d6-1ada43552c83');


--
-- Data for Name: approval_events; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: approvals; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: audit_findings; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: audit_reports; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: auth_group; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.auth_group VALUES (1, 'reviewer');
INSERT INTO public.auth_group VALUES (2, 'operator');
INSERT INTO public.auth_group VALUES (3, 'auditor');


--
-- Data for Name: auth_group_permissions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.auth_group_permissions VALUES (1, 1, 32);
INSERT INTO public.auth_group_permissions VALUES (2, 1, 4);
INSERT INTO public.auth_group_permissions VALUES (3, 1, 65);
INSERT INTO public.auth_group_permissions VALUES (4, 1, 61);
INSERT INTO public.auth_group_permissions VALUES (5, 1, 53);
INSERT INTO public.auth_group_permissions VALUES (6, 1, 121);
INSERT INTO public.auth_group_permissions VALUES (7, 1, 137);
INSERT INTO public.auth_group_permissions VALUES (8, 1, 149);
INSERT INTO public.auth_group_permissions VALUES (9, 1, 141);
INSERT INTO public.auth_group_permissions VALUES (10, 1, 157);
INSERT INTO public.auth_group_permissions VALUES (11, 1, 170);
INSERT INTO public.auth_group_permissions VALUES (12, 1, 165);
INSERT INTO public.auth_group_permissions VALUES (13, 1, 195);
INSERT INTO public.auth_group_permissions VALUES (14, 1, 182);
INSERT INTO public.auth_group_permissions VALUES (15, 1, 191);
INSERT INTO public.auth_group_permissions VALUES (16, 1, 227);
INSERT INTO public.auth_group_permissions VALUES (17, 1, 232);
INSERT INTO public.auth_group_permissions VALUES (18, 1, 207);
INSERT INTO public.auth_group_permissions VALUES (19, 1, 241);
INSERT INTO public.auth_group_permissions VALUES (20, 1, 211);
INSERT INTO public.auth_group_permissions VALUES (21, 1, 245);
INSERT INTO public.auth_group_permissions VALUES (22, 1, 219);
INSERT INTO public.auth_group_permissions VALUES (23, 1, 223);
INSERT INTO public.auth_group_permissions VALUES (24, 1, 262);
INSERT INTO public.auth_group_permissions VALUES (25, 1, 233);
INSERT INTO public.auth_group_permissions VALUES (26, 1, 228);
INSERT INTO public.auth_group_permissions VALUES (27, 1, 166);
INSERT INTO public.auth_group_permissions VALUES (28, 2, 32);
INSERT INTO public.auth_group_permissions VALUES (29, 2, 4);
INSERT INTO public.auth_group_permissions VALUES (30, 2, 12);
INSERT INTO public.auth_group_permissions VALUES (31, 2, 16);
INSERT INTO public.auth_group_permissions VALUES (32, 2, 24);
INSERT INTO public.auth_group_permissions VALUES (33, 2, 65);
INSERT INTO public.auth_group_permissions VALUES (34, 2, 61);
INSERT INTO public.auth_group_permissions VALUES (35, 2, 53);
INSERT INTO public.auth_group_permissions VALUES (36, 2, 105);
INSERT INTO public.auth_group_permissions VALUES (37, 2, 129);
INSERT INTO public.auth_group_permissions VALUES (38, 2, 117);
INSERT INTO public.auth_group_permissions VALUES (39, 2, 121);
INSERT INTO public.auth_group_permissions VALUES (40, 2, 137);
INSERT INTO public.auth_group_permissions VALUES (41, 2, 149);
INSERT INTO public.auth_group_permissions VALUES (42, 2, 141);
INSERT INTO public.auth_group_permissions VALUES (43, 2, 157);
INSERT INTO public.auth_group_permissions VALUES (44, 2, 170);
INSERT INTO public.auth_group_permissions VALUES (45, 2, 165);
INSERT INTO public.auth_group_permissions VALUES (46, 2, 195);
INSERT INTO public.auth_group_permissions VALUES (47, 2, 182);
INSERT INTO public.auth_group_permissions VALUES (48, 2, 191);
INSERT INTO public.auth_group_permissions VALUES (49, 2, 227);
INSERT INTO public.auth_group_permissions VALUES (50, 2, 232);
INSERT INTO public.auth_group_permissions VALUES (51, 2, 207);
INSERT INTO public.auth_group_permissions VALUES (52, 2, 241);
INSERT INTO public.auth_group_permissions VALUES (53, 2, 211);
INSERT INTO public.auth_group_permissions VALUES (54, 2, 245);
INSERT INTO public.auth_group_permissions VALUES (55, 2, 219);
INSERT INTO public.auth_group_permissions VALUES (56, 2, 223);
INSERT INTO public.auth_group_permissions VALUES (57, 2, 262);
INSERT INTO public.auth_group_permissions VALUES (58, 2, 73);
INSERT INTO public.auth_group_permissions VALUES (59, 2, 69);
INSERT INTO public.auth_group_permissions VALUES (60, 2, 77);
INSERT INTO public.auth_group_permissions VALUES (61, 2, 41);
INSERT INTO public.auth_group_permissions VALUES (62, 2, 45);
INSERT INTO public.auth_group_permissions VALUES (63, 2, 37);
INSERT INTO public.auth_group_permissions VALUES (64, 2, 97);
INSERT INTO public.auth_group_permissions VALUES (65, 2, 101);
INSERT INTO public.auth_group_permissions VALUES (66, 2, 81);
INSERT INTO public.auth_group_permissions VALUES (67, 2, 85);
INSERT INTO public.auth_group_permissions VALUES (68, 2, 89);
INSERT INTO public.auth_group_permissions VALUES (69, 2, 233);
INSERT INTO public.auth_group_permissions VALUES (70, 2, 166);
INSERT INTO public.auth_group_permissions VALUES (71, 2, 183);
INSERT INTO public.auth_group_permissions VALUES (72, 3, 32);
INSERT INTO public.auth_group_permissions VALUES (73, 3, 4);
INSERT INTO public.auth_group_permissions VALUES (74, 3, 12);
INSERT INTO public.auth_group_permissions VALUES (75, 3, 16);
INSERT INTO public.auth_group_permissions VALUES (76, 3, 24);
INSERT INTO public.auth_group_permissions VALUES (77, 3, 65);
INSERT INTO public.auth_group_permissions VALUES (78, 3, 61);
INSERT INTO public.auth_group_permissions VALUES (79, 3, 53);
INSERT INTO public.auth_group_permissions VALUES (80, 3, 105);
INSERT INTO public.auth_group_permissions VALUES (81, 3, 129);
INSERT INTO public.auth_group_permissions VALUES (82, 3, 117);
INSERT INTO public.auth_group_permissions VALUES (83, 3, 121);
INSERT INTO public.auth_group_permissions VALUES (84, 3, 137);
INSERT INTO public.auth_group_permissions VALUES (85, 3, 149);
INSERT INTO public.auth_group_permissions VALUES (86, 3, 141);
INSERT INTO public.auth_group_permissions VALUES (87, 3, 157);
INSERT INTO public.auth_group_permissions VALUES (88, 3, 170);
INSERT INTO public.auth_group_permissions VALUES (89, 3, 165);
INSERT INTO public.auth_group_permissions VALUES (90, 3, 195);
INSERT INTO public.auth_group_permissions VALUES (91, 3, 182);
INSERT INTO public.auth_group_permissions VALUES (92, 3, 191);
INSERT INTO public.auth_group_permissions VALUES (93, 3, 227);
INSERT INTO public.auth_group_permissions VALUES (94, 3, 232);
INSERT INTO public.auth_group_permissions VALUES (95, 3, 207);
INSERT INTO public.auth_group_permissions VALUES (96, 3, 241);
INSERT INTO public.auth_group_permissions VALUES (97, 3, 211);
INSERT INTO public.auth_group_permissions VALUES (98, 3, 245);
INSERT INTO public.auth_group_permissions VALUES (99, 3, 219);
INSERT INTO public.auth_group_permissions VALUES (100, 3, 223);
INSERT INTO public.auth_group_permissions VALUES (101, 3, 262);
INSERT INTO public.auth_group_permissions VALUES (102, 3, 73);
INSERT INTO public.auth_group_permissions VALUES (103, 3, 69);
INSERT INTO public.auth_group_permissions VALUES (104, 3, 77);
INSERT INTO public.auth_group_permissions VALUES (105, 3, 41);
INSERT INTO public.auth_group_permissions VALUES (106, 3, 45);
INSERT INTO public.auth_group_permissions VALUES (107, 3, 37);
INSERT INTO public.auth_group_permissions VALUES (108, 3, 246);
INSERT INTO public.auth_group_permissions VALUES (109, 2, 78);
INSERT INTO public.auth_group_permissions VALUES (110, 2, 79);
INSERT INTO public.auth_group_permissions VALUES (111, 2, 80);
INSERT INTO public.auth_group_permissions VALUES (112, 2, 82);
INSERT INTO public.auth_group_permissions VALUES (113, 2, 83);
INSERT INTO public.auth_group_permissions VALUES (114, 2, 84);
INSERT INTO public.auth_group_permissions VALUES (115, 2, 86);
INSERT INTO public.auth_group_permissions VALUES (116, 2, 87);
INSERT INTO public.auth_group_permissions VALUES (117, 2, 88);
INSERT INTO public.auth_group_permissions VALUES (118, 2, 102);
INSERT INTO public.auth_group_permissions VALUES (119, 2, 103);
INSERT INTO public.auth_group_permissions VALUES (120, 2, 104);
INSERT INTO public.auth_group_permissions VALUES (121, 2, 114);
INSERT INTO public.auth_group_permissions VALUES (122, 2, 115);
INSERT INTO public.auth_group_permissions VALUES (123, 2, 116);


--
-- Data for Name: auth_permission; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.auth_permission VALUES (1, 'Can add approval event', 1, 'add_approvalevent');
INSERT INTO public.auth_permission VALUES (2, 'Can change approval event', 1, 'change_approvalevent');
INSERT INTO public.auth_permission VALUES (3, 'Can delete approval event', 1, 'delete_approvalevent');
INSERT INTO public.auth_permission VALUES (4, 'Can view approval event', 1, 'view_approvalevent');
INSERT INTO public.auth_permission VALUES (5, 'Can add host consent', 2, 'add_hostconsent');
INSERT INTO public.auth_permission VALUES (6, 'Can change host consent', 2, 'change_hostconsent');
INSERT INTO public.auth_permission VALUES (7, 'Can delete host consent', 2, 'delete_hostconsent');
INSERT INTO public.auth_permission VALUES (8, 'Can view host consent', 2, 'view_hostconsent');
INSERT INTO public.auth_permission VALUES (9, 'Can add notification', 3, 'add_notification');
INSERT INTO public.auth_permission VALUES (10, 'Can change notification', 3, 'change_notification');
INSERT INTO public.auth_permission VALUES (11, 'Can delete notification', 3, 'delete_notification');
INSERT INTO public.auth_permission VALUES (12, 'Can view notification', 3, 'view_notification');
INSERT INTO public.auth_permission VALUES (13, 'Can add notification delivery', 4, 'add_notificationdelivery');
INSERT INTO public.auth_permission VALUES (14, 'Can change notification delivery', 4, 'change_notificationdelivery');
INSERT INTO public.auth_permission VALUES (15, 'Can delete notification delivery', 4, 'delete_notificationdelivery');
INSERT INTO public.auth_permission VALUES (16, 'Can view notification delivery', 4, 'view_notificationdelivery');
INSERT INTO public.auth_permission VALUES (17, 'Can add notification settings', 5, 'add_notificationsettings');
INSERT INTO public.auth_permission VALUES (18, 'Can change notification settings', 5, 'change_notificationsettings');
INSERT INTO public.auth_permission VALUES (19, 'Can delete notification settings', 5, 'delete_notificationsettings');
INSERT INTO public.auth_permission VALUES (20, 'Can view notification settings', 5, 'view_notificationsettings');
INSERT INTO public.auth_permission VALUES (21, 'Can add permission rule', 6, 'add_permissionrule');
INSERT INTO public.auth_permission VALUES (22, 'Can change permission rule', 6, 'change_permissionrule');
INSERT INTO public.auth_permission VALUES (23, 'Can delete permission rule', 6, 'delete_permissionrule');
INSERT INTO public.auth_permission VALUES (24, 'Can view permission rule', 6, 'view_permissionrule');
INSERT INTO public.auth_permission VALUES (25, 'Can add session grant', 7, 'add_sessiongrant');
INSERT INTO public.auth_permission VALUES (26, 'Can change session grant', 7, 'change_sessiongrant');
INSERT INTO public.auth_permission VALUES (27, 'Can delete session grant', 7, 'delete_sessiongrant');
INSERT INTO public.auth_permission VALUES (28, 'Can view session grant', 7, 'view_sessiongrant');
INSERT INTO public.auth_permission VALUES (29, 'Can add approval', 8, 'add_approval');
INSERT INTO public.auth_permission VALUES (30, 'Can change approval', 8, 'change_approval');
INSERT INTO public.auth_permission VALUES (31, 'Can delete approval', 8, 'delete_approval');
INSERT INTO public.auth_permission VALUES (32, 'Can view approval', 8, 'view_approval');
INSERT INTO public.auth_permission VALUES (33, 'Can answer the questions of others', 8, 'decide_for_others');
INSERT INTO public.auth_permission VALUES (34, 'Can add access attempt', 9, 'add_accessattempt');
INSERT INTO public.auth_permission VALUES (35, 'Can change access attempt', 9, 'change_accessattempt');
INSERT INTO public.auth_permission VALUES (36, 'Can delete access attempt', 9, 'delete_accessattempt');
INSERT INTO public.auth_permission VALUES (37, 'Can view access attempt', 9, 'view_accessattempt');
INSERT INTO public.auth_permission VALUES (38, 'Can add access log', 10, 'add_accesslog');
INSERT INTO public.auth_permission VALUES (39, 'Can change access log', 10, 'change_accesslog');
INSERT INTO public.auth_permission VALUES (40, 'Can delete access log', 10, 'delete_accesslog');
INSERT INTO public.auth_permission VALUES (41, 'Can view access log', 10, 'view_accesslog');
INSERT INTO public.auth_permission VALUES (42, 'Can add access failure', 11, 'add_accessfailurelog');
INSERT INTO public.auth_permission VALUES (43, 'Can change access failure', 11, 'change_accessfailurelog');
INSERT INTO public.auth_permission VALUES (44, 'Can delete access failure', 11, 'delete_accessfailurelog');
INSERT INTO public.auth_permission VALUES (45, 'Can view access failure', 11, 'view_accessfailurelog');
INSERT INTO public.auth_permission VALUES (46, 'Can add access attempt expiration', 12, 'add_accessattemptexpiration');
INSERT INTO public.auth_permission VALUES (47, 'Can change access attempt expiration', 12, 'change_accessattemptexpiration');
INSERT INTO public.auth_permission VALUES (48, 'Can delete access attempt expiration', 12, 'delete_accessattemptexpiration');
INSERT INTO public.auth_permission VALUES (49, 'Can view access attempt expiration', 12, 'view_accessattemptexpiration');
INSERT INTO public.auth_permission VALUES (50, 'Can add case event', 13, 'add_caseevent');
INSERT INTO public.auth_permission VALUES (51, 'Can change case event', 13, 'change_caseevent');
INSERT INTO public.auth_permission VALUES (52, 'Can delete case event', 13, 'delete_caseevent');
INSERT INTO public.auth_permission VALUES (53, 'Can view case event', 13, 'view_caseevent');
INSERT INTO public.auth_permission VALUES (54, 'Can add evolution', 14, 'add_evolution');
INSERT INTO public.auth_permission VALUES (55, 'Can change evolution', 14, 'change_evolution');
INSERT INTO public.auth_permission VALUES (56, 'Can delete evolution', 14, 'delete_evolution');
INSERT INTO public.auth_permission VALUES (57, 'Can view evolution', 14, 'view_evolution');
INSERT INTO public.auth_permission VALUES (58, 'Can add stage verdict', 15, 'add_stageverdict');
INSERT INTO public.auth_permission VALUES (59, 'Can change stage verdict', 15, 'change_stageverdict');
INSERT INTO public.auth_permission VALUES (60, 'Can delete stage verdict', 15, 'delete_stageverdict');
INSERT INTO public.auth_permission VALUES (61, 'Can view stage verdict', 15, 'view_stageverdict');
INSERT INTO public.auth_permission VALUES (62, 'Can add creation case', 16, 'add_creationcase');
INSERT INTO public.auth_permission VALUES (63, 'Can change creation case', 16, 'change_creationcase');
INSERT INTO public.auth_permission VALUES (64, 'Can delete creation case', 16, 'delete_creationcase');
INSERT INTO public.auth_permission VALUES (65, 'Can view creation case', 16, 'view_creationcase');
INSERT INTO public.auth_permission VALUES (66, 'Can add user credential', 17, 'add_usercredential');
INSERT INTO public.auth_permission VALUES (67, 'Can change user credential', 17, 'change_usercredential');
INSERT INTO public.auth_permission VALUES (68, 'Can delete user credential', 17, 'delete_usercredential');
INSERT INTO public.auth_permission VALUES (69, 'Can view user credential', 17, 'view_usercredential');
INSERT INTO public.auth_permission VALUES (70, 'Can add credential use', 18, 'add_credentialuse');
INSERT INTO public.auth_permission VALUES (71, 'Can change credential use', 18, 'change_credentialuse');
INSERT INTO public.auth_permission VALUES (72, 'Can delete credential use', 18, 'delete_credentialuse');
INSERT INTO public.auth_permission VALUES (73, 'Can view credential use', 18, 'view_credentialuse');
INSERT INTO public.auth_permission VALUES (74, 'Can add credential event', 19, 'add_credentialevent');
INSERT INTO public.auth_permission VALUES (75, 'Can change credential event', 19, 'change_credentialevent');
INSERT INTO public.auth_permission VALUES (76, 'Can delete credential event', 19, 'delete_credentialevent');
INSERT INTO public.auth_permission VALUES (77, 'Can view credential event', 19, 'view_credentialevent');
INSERT INTO public.auth_permission VALUES (78, 'Can add crontab', 20, 'add_crontabschedule');
INSERT INTO public.auth_permission VALUES (79, 'Can change crontab', 20, 'change_crontabschedule');
INSERT INTO public.auth_permission VALUES (80, 'Can delete crontab', 20, 'delete_crontabschedule');
INSERT INTO public.auth_permission VALUES (81, 'Can view crontab', 20, 'view_crontabschedule');
INSERT INTO public.auth_permission VALUES (82, 'Can add interval', 21, 'add_intervalschedule');
INSERT INTO public.auth_permission VALUES (83, 'Can change interval', 21, 'change_intervalschedule');
INSERT INTO public.auth_permission VALUES (84, 'Can delete interval', 21, 'delete_intervalschedule');
INSERT INTO public.auth_permission VALUES (85, 'Can view interval', 21, 'view_intervalschedule');
INSERT INTO public.auth_permission VALUES (86, 'Can add periodic task', 22, 'add_periodictask');
INSERT INTO public.auth_permission VALUES (87, 'Can change periodic task', 22, 'change_periodictask');
INSERT INTO public.auth_permission VALUES (88, 'Can delete periodic task', 22, 'delete_periodictask');
INSERT INTO public.auth_permission VALUES (89, 'Can view periodic task', 22, 'view_periodictask');
INSERT INTO public.auth_permission VALUES (90, 'Can add periodic task track', 23, 'add_periodictasks');
INSERT INTO public.auth_permission VALUES (91, 'Can change periodic task track', 23, 'change_periodictasks');
INSERT INTO public.auth_permission VALUES (92, 'Can delete periodic task track', 23, 'delete_periodictasks');
INSERT INTO public.auth_permission VALUES (93, 'Can view periodic task track', 23, 'view_periodictasks');
INSERT INTO public.auth_permission VALUES (94, 'Can add solar event', 24, 'add_solarschedule');
INSERT INTO public.auth_permission VALUES (95, 'Can change solar event', 24, 'change_solarschedule');
INSERT INTO public.auth_permission VALUES (96, 'Can delete solar event', 24, 'delete_solarschedule');
INSERT INTO public.auth_permission VALUES (97, 'Can view solar event', 24, 'view_solarschedule');
INSERT INTO public.auth_permission VALUES (98, 'Can add clocked', 25, 'add_clockedschedule');
INSERT INTO public.auth_permission VALUES (99, 'Can change clocked', 25, 'change_clockedschedule');
INSERT INTO public.auth_permission VALUES (100, 'Can delete clocked', 25, 'delete_clockedschedule');
INSERT INTO public.auth_permission VALUES (101, 'Can view clocked', 25, 'view_clockedschedule');
INSERT INTO public.auth_permission VALUES (102, 'Can add budget', 26, 'add_budget');
INSERT INTO public.auth_permission VALUES (103, 'Can change budget', 26, 'change_budget');
INSERT INTO public.auth_permission VALUES (104, 'Can delete budget', 26, 'delete_budget');
INSERT INTO public.auth_permission VALUES (105, 'Can view budget', 26, 'view_budget');
INSERT INTO public.auth_permission VALUES (106, 'Can add effect', 27, 'add_effect');
INSERT INTO public.auth_permission VALUES (107, 'Can change effect', 27, 'change_effect');
INSERT INTO public.auth_permission VALUES (108, 'Can delete effect', 27, 'delete_effect');
INSERT INTO public.auth_permission VALUES (109, 'Can view effect', 27, 'view_effect');
INSERT INTO public.auth_permission VALUES (110, 'Can add egress receipt', 28, 'add_egressreceipt');
INSERT INTO public.auth_permission VALUES (111, 'Can change egress receipt', 28, 'change_egressreceipt');
INSERT INTO public.auth_permission VALUES (112, 'Can delete egress receipt', 28, 'delete_egressreceipt');
INSERT INTO public.auth_permission VALUES (113, 'Can view egress receipt', 28, 'view_egressreceipt');
INSERT INTO public.auth_permission VALUES (114, 'Can add sandbox limit override', 29, 'add_sandboxlimitoverride');
INSERT INTO public.auth_permission VALUES (115, 'Can change sandbox limit override', 29, 'change_sandboxlimitoverride');
INSERT INTO public.auth_permission VALUES (116, 'Can delete sandbox limit override', 29, 'delete_sandboxlimitoverride');
INSERT INTO public.auth_permission VALUES (117, 'Can view sandbox limit override', 29, 'view_sandboxlimitoverride');
INSERT INTO public.auth_permission VALUES (118, 'Can add session', 30, 'add_session');
INSERT INTO public.auth_permission VALUES (119, 'Can change session', 30, 'change_session');
INSERT INTO public.auth_permission VALUES (120, 'Can delete session', 30, 'delete_session');
INSERT INTO public.auth_permission VALUES (121, 'Can view session', 30, 'view_session');
INSERT INTO public.auth_permission VALUES (122, 'Can add session event', 31, 'add_sessionevent');
INSERT INTO public.auth_permission VALUES (123, 'Can change session event', 31, 'change_sessionevent');
INSERT INTO public.auth_permission VALUES (124, 'Can delete session event', 31, 'delete_sessionevent');
INSERT INTO public.auth_permission VALUES (125, 'Can view session event', 31, 'view_sessionevent');
INSERT INTO public.auth_permission VALUES (126, 'Can add usage day', 32, 'add_usageday');
INSERT INTO public.auth_permission VALUES (127, 'Can change usage day', 32, 'change_usageday');
INSERT INTO public.auth_permission VALUES (128, 'Can delete usage day', 32, 'delete_usageday');
INSERT INTO public.auth_permission VALUES (129, 'Can view usage day', 32, 'view_usageday');
INSERT INTO public.auth_permission VALUES (130, 'Can add judge answer', 33, 'add_judgeanswer');
INSERT INTO public.auth_permission VALUES (131, 'Can change judge answer', 33, 'change_judgeanswer');
INSERT INTO public.auth_permission VALUES (132, 'Can delete judge answer', 33, 'delete_judgeanswer');
INSERT INTO public.auth_permission VALUES (133, 'Can view judge answer', 33, 'view_judgeanswer');
INSERT INTO public.auth_permission VALUES (134, 'Can add judge health', 34, 'add_judgehealth');
INSERT INTO public.auth_permission VALUES (135, 'Can change judge health', 34, 'change_judgehealth');
INSERT INTO public.auth_permission VALUES (136, 'Can delete judge health', 34, 'delete_judgehealth');
INSERT INTO public.auth_permission VALUES (137, 'Can view judge health', 34, 'view_judgehealth');
INSERT INTO public.auth_permission VALUES (138, 'Can add rule mode', 35, 'add_rulemode');
INSERT INTO public.auth_permission VALUES (139, 'Can change rule mode', 35, 'change_rulemode');
INSERT INTO public.auth_permission VALUES (140, 'Can delete rule mode', 35, 'delete_rulemode');
INSERT INTO public.auth_permission VALUES (141, 'Can view rule mode', 35, 'view_rulemode');
INSERT INTO public.auth_permission VALUES (142, 'Can add guardian neighbour', 36, 'add_guardianneighbour');
INSERT INTO public.auth_permission VALUES (143, 'Can change guardian neighbour', 36, 'change_guardianneighbour');
INSERT INTO public.auth_permission VALUES (144, 'Can delete guardian neighbour', 36, 'delete_guardianneighbour');
INSERT INTO public.auth_permission VALUES (145, 'Can view guardian neighbour', 36, 'view_guardianneighbour');
INSERT INTO public.auth_permission VALUES (146, 'Can add guardian review', 37, 'add_guardianreview');
INSERT INTO public.auth_permission VALUES (147, 'Can change guardian review', 37, 'change_guardianreview');
INSERT INTO public.auth_permission VALUES (148, 'Can delete guardian review', 37, 'delete_guardianreview');
INSERT INTO public.auth_permission VALUES (149, 'Can view guardian review', 37, 'view_guardianreview');
INSERT INTO public.auth_permission VALUES (150, 'Can add rule hit', 38, 'add_rulehit');
INSERT INTO public.auth_permission VALUES (151, 'Can change rule hit', 38, 'change_rulehit');
INSERT INTO public.auth_permission VALUES (152, 'Can delete rule hit', 38, 'delete_rulehit');
INSERT INTO public.auth_permission VALUES (153, 'Can view rule hit', 38, 'view_rulehit');
INSERT INTO public.auth_permission VALUES (154, 'Can add rule mode event', 39, 'add_rulemodeevent');
INSERT INTO public.auth_permission VALUES (155, 'Can change rule mode event', 39, 'change_rulemodeevent');
INSERT INTO public.auth_permission VALUES (156, 'Can delete rule mode event', 39, 'delete_rulemodeevent');
INSERT INTO public.auth_permission VALUES (157, 'Can view rule mode event', 39, 'view_rulemodeevent');
INSERT INTO public.auth_permission VALUES (158, 'Can add replay difference', 40, 'add_replaydifference');
INSERT INTO public.auth_permission VALUES (159, 'Can change replay difference', 40, 'change_replaydifference');
INSERT INTO public.auth_permission VALUES (160, 'Can delete replay difference', 40, 'delete_replaydifference');
INSERT INTO public.auth_permission VALUES (161, 'Can view replay difference', 40, 'view_replaydifference');
INSERT INTO public.auth_permission VALUES (162, 'Can add replay run', 41, 'add_replayrun');
INSERT INTO public.auth_permission VALUES (163, 'Can change replay run', 41, 'change_replayrun');
INSERT INTO public.auth_permission VALUES (164, 'Can delete replay run', 41, 'delete_replayrun');
INSERT INTO public.auth_permission VALUES (165, 'Can view replay run', 41, 'view_replayrun');
INSERT INTO public.auth_permission VALUES (166, 'Can route the last messages of all users again, and see their beginnings', 41, 'replay_routes');
INSERT INTO public.auth_permission VALUES (167, 'Can add route record', 42, 'add_routerecord');
INSERT INTO public.auth_permission VALUES (168, 'Can change route record', 42, 'change_routerecord');
INSERT INTO public.auth_permission VALUES (169, 'Can delete route record', 42, 'delete_routerecord');
INSERT INTO public.auth_permission VALUES (170, 'Can view route record', 42, 'view_routerecord');
INSERT INTO public.auth_permission VALUES (171, 'Can add conversation', 43, 'add_conversation');
INSERT INTO public.auth_permission VALUES (172, 'Can change conversation', 43, 'change_conversation');
INSERT INTO public.auth_permission VALUES (173, 'Can delete conversation', 43, 'delete_conversation');
INSERT INTO public.auth_permission VALUES (174, 'Can view conversation', 43, 'view_conversation');
INSERT INTO public.auth_permission VALUES (175, 'Can add message', 44, 'add_message');
INSERT INTO public.auth_permission VALUES (176, 'Can change message', 44, 'change_message');
INSERT INTO public.auth_permission VALUES (177, 'Can delete message', 44, 'delete_message');
INSERT INTO public.auth_permission VALUES (178, 'Can view message', 44, 'view_message');
INSERT INTO public.auth_permission VALUES (179, 'Can add embedding space', 45, 'add_embeddingspace');
INSERT INTO public.auth_permission VALUES (180, 'Can change embedding space', 45, 'change_embeddingspace');
INSERT INTO public.auth_permission VALUES (181, 'Can delete embedding space', 45, 'delete_embeddingspace');
INSERT INTO public.auth_permission VALUES (182, 'Can view embedding space', 45, 'view_embeddingspace');
INSERT INTO public.auth_permission VALUES (183, 'Can build and switch embedding spaces, fit and switch calibrations', 45, 'switch_routing');
INSERT INTO public.auth_permission VALUES (184, 'Can add negative example', 46, 'add_negativeexample');
INSERT INTO public.auth_permission VALUES (185, 'Can change negative example', 46, 'change_negativeexample');
INSERT INTO public.auth_permission VALUES (186, 'Can delete negative example', 46, 'delete_negativeexample');
INSERT INTO public.auth_permission VALUES (187, 'Can view negative example', 46, 'view_negativeexample');
INSERT INTO public.auth_permission VALUES (188, 'Can add router calibration', 47, 'add_routercalibration');
INSERT INTO public.auth_permission VALUES (189, 'Can change router calibration', 47, 'change_routercalibration');
INSERT INTO public.auth_permission VALUES (190, 'Can delete router calibration', 47, 'delete_routercalibration');
INSERT INTO public.auth_permission VALUES (191, 'Can view router calibration', 47, 'view_routercalibration');
INSERT INTO public.auth_permission VALUES (192, 'Can add routing change', 48, 'add_routingchange');
INSERT INTO public.auth_permission VALUES (193, 'Can change routing change', 48, 'change_routingchange');
INSERT INTO public.auth_permission VALUES (194, 'Can delete routing change', 48, 'delete_routingchange');
INSERT INTO public.auth_permission VALUES (195, 'Can view routing change', 48, 'view_routingchange');
INSERT INTO public.auth_permission VALUES (196, 'Can add active embedding space', 49, 'add_activeembeddingspace');
INSERT INTO public.auth_permission VALUES (197, 'Can change active embedding space', 49, 'change_activeembeddingspace');
INSERT INTO public.auth_permission VALUES (198, 'Can delete active embedding space', 49, 'delete_activeembeddingspace');
INSERT INTO public.auth_permission VALUES (199, 'Can view active embedding space', 49, 'view_activeembeddingspace');
INSERT INTO public.auth_permission VALUES (200, 'Can add agent embedding', 50, 'add_agentembedding');
INSERT INTO public.auth_permission VALUES (201, 'Can change agent embedding', 50, 'change_agentembedding');
INSERT INTO public.auth_permission VALUES (202, 'Can delete agent embedding', 50, 'delete_agentembedding');
INSERT INTO public.auth_permission VALUES (203, 'Can view agent embedding', 50, 'view_agentembedding');
INSERT INTO public.auth_permission VALUES (204, 'Can add canary', 51, 'add_canary');
INSERT INTO public.auth_permission VALUES (205, 'Can change canary', 51, 'change_canary');
INSERT INTO public.auth_permission VALUES (206, 'Can delete canary', 51, 'delete_canary');
INSERT INTO public.auth_permission VALUES (207, 'Can view canary', 51, 'view_canary');
INSERT INTO public.auth_permission VALUES (208, 'Can add execution', 52, 'add_execution');
INSERT INTO public.auth_permission VALUES (209, 'Can change execution', 52, 'change_execution');
INSERT INTO public.auth_permission VALUES (210, 'Can delete execution', 52, 'delete_execution');
INSERT INTO public.auth_permission VALUES (211, 'Can view execution', 52, 'view_execution');
INSERT INTO public.auth_permission VALUES (212, 'Can add hourly metrics', 53, 'add_hourlymetrics');
INSERT INTO public.auth_permission VALUES (213, 'Can change hourly metrics', 53, 'change_hourlymetrics');
INSERT INTO public.auth_permission VALUES (214, 'Can delete hourly metrics', 53, 'delete_hourlymetrics');
INSERT INTO public.auth_permission VALUES (215, 'Can view hourly metrics', 53, 'view_hourlymetrics');
INSERT INTO public.auth_permission VALUES (216, 'Can add specialist', 54, 'add_specialist');
INSERT INTO public.auth_permission VALUES (217, 'Can change specialist', 54, 'change_specialist');
INSERT INTO public.auth_permission VALUES (218, 'Can delete specialist', 54, 'delete_specialist');
INSERT INTO public.auth_permission VALUES (219, 'Can view specialist', 54, 'view_specialist');
INSERT INTO public.auth_permission VALUES (220, 'Can add specialist version', 55, 'add_specialistversion');
INSERT INTO public.auth_permission VALUES (221, 'Can change specialist version', 55, 'change_specialistversion');
INSERT INTO public.auth_permission VALUES (222, 'Can delete specialist version', 55, 'delete_specialistversion');
INSERT INTO public.auth_permission VALUES (223, 'Can view specialist version', 55, 'view_specialistversion');
INSERT INTO public.auth_permission VALUES (224, 'Can add status change', 56, 'add_statuschange');
INSERT INTO public.auth_permission VALUES (225, 'Can change status change', 56, 'change_statuschange');
INSERT INTO public.auth_permission VALUES (226, 'Can delete status change', 56, 'delete_statuschange');
INSERT INTO public.auth_permission VALUES (227, 'Can view status change', 56, 'view_statuschange');
INSERT INTO public.auth_permission VALUES (228, 'Can promote, suspend, demote, deprecate and restore specialists', 56, 'set_specialist_status');
INSERT INTO public.auth_permission VALUES (229, 'Can add test run', 57, 'add_testrun');
INSERT INTO public.auth_permission VALUES (230, 'Can change test run', 57, 'change_testrun');
INSERT INTO public.auth_permission VALUES (231, 'Can delete test run', 57, 'delete_testrun');
INSERT INTO public.auth_permission VALUES (232, 'Can view test run', 57, 'view_testrun');
INSERT INTO public.auth_permission VALUES (233, 'Can have the tests of any specialist run', 57, 'run_tests');
INSERT INTO public.auth_permission VALUES (234, 'Can add training result', 58, 'add_trainingresult');
INSERT INTO public.auth_permission VALUES (235, 'Can change training result', 58, 'change_trainingresult');
INSERT INTO public.auth_permission VALUES (236, 'Can delete training result', 58, 'delete_trainingresult');
INSERT INTO public.auth_permission VALUES (237, 'Can view training result', 58, 'view_trainingresult');
INSERT INTO public.auth_permission VALUES (238, 'Can add audit report', 59, 'add_auditreport');
INSERT INTO public.auth_permission VALUES (239, 'Can change audit report', 59, 'change_auditreport');
INSERT INTO public.auth_permission VALUES (240, 'Can delete audit report', 59, 'delete_auditreport');
INSERT INTO public.auth_permission VALUES (241, 'Can view audit report', 59, 'view_auditreport');
INSERT INTO public.auth_permission VALUES (242, 'Can add audit finding', 60, 'add_auditfinding');
INSERT INTO public.auth_permission VALUES (243, 'Can change audit finding', 60, 'change_auditfinding');
INSERT INTO public.auth_permission VALUES (244, 'Can delete audit finding', 60, 'delete_auditfinding');
INSERT INTO public.auth_permission VALUES (245, 'Can view audit finding', 60, 'view_auditfinding');
INSERT INTO public.auth_permission VALUES (246, 'Can close the Auditor''s findings', 60, 'resolve_finding');
INSERT INTO public.auth_permission VALUES (247, 'Can add receipt chain', 61, 'add_receiptchain');
INSERT INTO public.auth_permission VALUES (248, 'Can change receipt chain', 61, 'change_receiptchain');
INSERT INTO public.auth_permission VALUES (249, 'Can delete receipt chain', 61, 'delete_receiptchain');
INSERT INTO public.auth_permission VALUES (250, 'Can view receipt chain', 61, 'view_receiptchain');
INSERT INTO public.auth_permission VALUES (251, 'Can add tool rate', 62, 'add_toolrate');
INSERT INTO public.auth_permission VALUES (252, 'Can change tool rate', 62, 'change_toolrate');
INSERT INTO public.auth_permission VALUES (253, 'Can delete tool rate', 62, 'delete_toolrate');
INSERT INTO public.auth_permission VALUES (254, 'Can view tool rate', 62, 'view_toolrate');
INSERT INTO public.auth_permission VALUES (255, 'Can add tool snapshot', 63, 'add_toolsnapshot');
INSERT INTO public.auth_permission VALUES (256, 'Can change tool snapshot', 63, 'change_toolsnapshot');
INSERT INTO public.auth_permission VALUES (257, 'Can delete tool snapshot', 63, 'delete_toolsnapshot');
INSERT INTO public.auth_permission VALUES (258, 'Can view tool snapshot', 63, 'view_toolsnapshot');
INSERT INTO public.auth_permission VALUES (259, 'Can add tool receipt', 64, 'add_toolreceipt');
INSERT INTO public.auth_permission VALUES (260, 'Can change tool receipt', 64, 'change_toolreceipt');
INSERT INTO public.auth_permission VALUES (261, 'Can delete tool receipt', 64, 'delete_toolreceipt');
INSERT INTO public.auth_permission VALUES (262, 'Can view tool receipt', 64, 'view_toolreceipt');
INSERT INTO public.auth_permission VALUES (263, 'Can add workspace usage', 65, 'add_workspaceusage');
INSERT INTO public.auth_permission VALUES (264, 'Can change workspace usage', 65, 'change_workspaceusage');
INSERT INTO public.auth_permission VALUES (265, 'Can delete workspace usage', 65, 'delete_workspaceusage');
INSERT INTO public.auth_permission VALUES (266, 'Can view workspace usage', 65, 'view_workspaceusage');
INSERT INTO public.auth_permission VALUES (267, 'Can add file version', 66, 'add_fileversion');
INSERT INTO public.auth_permission VALUES (268, 'Can change file version', 66, 'change_fileversion');
INSERT INTO public.auth_permission VALUES (269, 'Can delete file version', 66, 'delete_fileversion');
INSERT INTO public.auth_permission VALUES (270, 'Can view file version', 66, 'view_fileversion');
INSERT INTO public.auth_permission VALUES (271, 'Can add memory item', 67, 'add_memoryitem');
INSERT INTO public.auth_permission VALUES (272, 'Can change memory item', 67, 'change_memoryitem');
INSERT INTO public.auth_permission VALUES (273, 'Can delete memory item', 67, 'delete_memoryitem');
INSERT INTO public.auth_permission VALUES (274, 'Can view memory item', 67, 'view_memoryitem');
INSERT INTO public.auth_permission VALUES (275, 'Can add tool call', 68, 'add_toolcall');
INSERT INTO public.auth_permission VALUES (276, 'Can change tool call', 68, 'change_toolcall');
INSERT INTO public.auth_permission VALUES (277, 'Can delete tool call', 68, 'delete_toolcall');
INSERT INTO public.auth_permission VALUES (278, 'Can view tool call', 68, 'view_toolcall');
INSERT INTO public.auth_permission VALUES (279, 'Can add user', 69, 'add_user');
INSERT INTO public.auth_permission VALUES (280, 'Can change user', 69, 'change_user');
INSERT INTO public.auth_permission VALUES (281, 'Can delete user', 69, 'delete_user');
INSERT INTO public.auth_permission VALUES (282, 'Can view user', 69, 'view_user');
INSERT INTO public.auth_permission VALUES (283, 'Can add api token', 70, 'add_apitoken');
INSERT INTO public.auth_permission VALUES (284, 'Can change api token', 70, 'change_apitoken');
INSERT INTO public.auth_permission VALUES (285, 'Can delete api token', 70, 'delete_apitoken');
INSERT INTO public.auth_permission VALUES (286, 'Can view api token', 70, 'view_apitoken');
INSERT INTO public.auth_permission VALUES (287, 'Can add sign in link', 71, 'add_signinlink');
INSERT INTO public.auth_permission VALUES (288, 'Can change sign in link', 71, 'change_signinlink');
INSERT INTO public.auth_permission VALUES (289, 'Can delete sign in link', 71, 'delete_signinlink');
INSERT INTO public.auth_permission VALUES (290, 'Can view sign in link', 71, 'view_signinlink');
INSERT INTO public.auth_permission VALUES (291, 'Can add provider circuit', 72, 'add_providercircuit');
INSERT INTO public.auth_permission VALUES (292, 'Can change provider circuit', 72, 'change_providercircuit');
INSERT INTO public.auth_permission VALUES (293, 'Can delete provider circuit', 72, 'delete_providercircuit');
INSERT INTO public.auth_permission VALUES (294, 'Can view provider circuit', 72, 'view_providercircuit');
INSERT INTO public.auth_permission VALUES (295, 'Can add heartbeat', 73, 'add_heartbeat');
INSERT INTO public.auth_permission VALUES (296, 'Can change heartbeat', 73, 'change_heartbeat');
INSERT INTO public.auth_permission VALUES (297, 'Can delete heartbeat', 73, 'delete_heartbeat');
INSERT INTO public.auth_permission VALUES (298, 'Can view heartbeat', 73, 'view_heartbeat');
INSERT INTO public.auth_permission VALUES (299, 'Can add log entry', 74, 'add_logentry');
INSERT INTO public.auth_permission VALUES (300, 'Can change log entry', 74, 'change_logentry');
INSERT INTO public.auth_permission VALUES (301, 'Can delete log entry', 74, 'delete_logentry');
INSERT INTO public.auth_permission VALUES (302, 'Can view log entry', 74, 'view_logentry');
INSERT INTO public.auth_permission VALUES (303, 'Can add permission', 75, 'add_permission');
INSERT INTO public.auth_permission VALUES (304, 'Can change permission', 75, 'change_permission');
INSERT INTO public.auth_permission VALUES (305, 'Can delete permission', 75, 'delete_permission');
INSERT INTO public.auth_permission VALUES (306, 'Can view permission', 75, 'view_permission');
INSERT INTO public.auth_permission VALUES (307, 'Can add group', 76, 'add_group');
INSERT INTO public.auth_permission VALUES (308, 'Can change group', 76, 'change_group');
INSERT INTO public.auth_permission VALUES (309, 'Can delete group', 76, 'delete_group');
INSERT INTO public.auth_permission VALUES (310, 'Can view group', 76, 'view_group');
INSERT INTO public.auth_permission VALUES (311, 'Can add content type', 77, 'add_contenttype');
INSERT INTO public.auth_permission VALUES (312, 'Can change content type', 77, 'change_contenttype');
INSERT INTO public.auth_permission VALUES (313, 'Can delete content type', 77, 'delete_contenttype');
INSERT INTO public.auth_permission VALUES (314, 'Can view content type', 77, 'view_contenttype');
INSERT INTO public.auth_permission VALUES (315, 'Can add session', 78, 'add_session');
INSERT INTO public.auth_permission VALUES (316, 'Can change session', 78, 'change_session');
INSERT INTO public.auth_permission VALUES (317, 'Can delete session', 78, 'delete_session');
INSERT INTO public.auth_permission VALUES (318, 'Can view session', 78, 'view_session');
INSERT INTO public.auth_permission VALUES (319, 'Can add auth token', 79, 'add_authtoken');
INSERT INTO public.auth_permission VALUES (320, 'Can change auth token', 79, 'change_authtoken');
INSERT INTO public.auth_permission VALUES (321, 'Can delete auth token', 79, 'delete_authtoken');
INSERT INTO public.auth_permission VALUES (322, 'Can view auth token', 79, 'view_authtoken');


--
-- Data for Name: axes_accessattempt; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: axes_accessattemptexpiration; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: axes_accessfailurelog; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: axes_accesslog; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: budgets; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: case_events; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: case_verdicts; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: credential_events; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: credential_uses; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: django_admin_log; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: django_celery_beat_clockedschedule; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: django_celery_beat_crontabschedule; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: django_celery_beat_intervalschedule; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: django_celery_beat_periodictask; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: django_celery_beat_periodictasks; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: django_celery_beat_solarschedule; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: django_content_type; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.django_content_type VALUES (1, 'approvals', 'approvalevent');
INSERT INTO public.django_content_type VALUES (2, 'approvals', 'hostconsent');
INSERT INTO public.django_content_type VALUES (3, 'approvals', 'notification');
INSERT INTO public.django_content_type VALUES (4, 'approvals', 'notificationdelivery');
INSERT INTO public.django_content_type VALUES (5, 'approvals', 'notificationsettings');
INSERT INTO public.django_content_type VALUES (6, 'approvals', 'permissionrule');
INSERT INTO public.django_content_type VALUES (7, 'approvals', 'sessiongrant');
INSERT INTO public.django_content_type VALUES (8, 'approvals', 'approval');
INSERT INTO public.django_content_type VALUES (9, 'axes', 'accessattempt');
INSERT INTO public.django_content_type VALUES (10, 'axes', 'accesslog');
INSERT INTO public.django_content_type VALUES (11, 'axes', 'accessfailurelog');
INSERT INTO public.django_content_type VALUES (12, 'axes', 'accessattemptexpiration');
INSERT INTO public.django_content_type VALUES (13, 'council', 'caseevent');
INSERT INTO public.django_content_type VALUES (14, 'council', 'evolution');
INSERT INTO public.django_content_type VALUES (15, 'council', 'stageverdict');
INSERT INTO public.django_content_type VALUES (16, 'council', 'creationcase');
INSERT INTO public.django_content_type VALUES (17, 'credentials', 'usercredential');
INSERT INTO public.django_content_type VALUES (18, 'credentials', 'credentialuse');
INSERT INTO public.django_content_type VALUES (19, 'credentials', 'credentialevent');
INSERT INTO public.django_content_type VALUES (20, 'django_celery_beat', 'crontabschedule');
INSERT INTO public.django_content_type VALUES (21, 'django_celery_beat', 'intervalschedule');
INSERT INTO public.django_content_type VALUES (22, 'django_celery_beat', 'periodictask');
INSERT INTO public.django_content_type VALUES (23, 'django_celery_beat', 'periodictasks');
INSERT INTO public.django_content_type VALUES (24, 'django_celery_beat', 'solarschedule');
INSERT INTO public.django_content_type VALUES (25, 'django_celery_beat', 'clockedschedule');
INSERT INTO public.django_content_type VALUES (26, 'kingdom_sessions', 'budget');
INSERT INTO public.django_content_type VALUES (27, 'kingdom_sessions', 'effect');
INSERT INTO public.django_content_type VALUES (28, 'kingdom_sessions', 'egressreceipt');
INSERT INTO public.django_content_type VALUES (29, 'kingdom_sessions', 'sandboxlimitoverride');
INSERT INTO public.django_content_type VALUES (30, 'kingdom_sessions', 'session');
INSERT INTO public.django_content_type VALUES (31, 'kingdom_sessions', 'sessionevent');
INSERT INTO public.django_content_type VALUES (32, 'kingdom_sessions', 'usageday');
INSERT INTO public.django_content_type VALUES (33, 'ministers', 'judgeanswer');
INSERT INTO public.django_content_type VALUES (34, 'ministers', 'judgehealth');
INSERT INTO public.django_content_type VALUES (35, 'ministers', 'rulemode');
INSERT INTO public.django_content_type VALUES (36, 'ministers', 'guardianneighbour');
INSERT INTO public.django_content_type VALUES (37, 'ministers', 'guardianreview');
INSERT INTO public.django_content_type VALUES (38, 'ministers', 'rulehit');
INSERT INTO public.django_content_type VALUES (39, 'ministers', 'rulemodeevent');
INSERT INTO public.django_content_type VALUES (40, 'orchestrator', 'replaydifference');
INSERT INTO public.django_content_type VALUES (41, 'orchestrator', 'replayrun');
INSERT INTO public.django_content_type VALUES (42, 'orchestrator', 'routerecord');
INSERT INTO public.django_content_type VALUES (43, 'orchestrator', 'conversation');
INSERT INTO public.django_content_type VALUES (44, 'orchestrator', 'message');
INSERT INTO public.django_content_type VALUES (45, 'routing', 'embeddingspace');
INSERT INTO public.django_content_type VALUES (46, 'routing', 'negativeexample');
INSERT INTO public.django_content_type VALUES (47, 'routing', 'routercalibration');
INSERT INTO public.django_content_type VALUES (48, 'routing', 'routingchange');
INSERT INTO public.django_content_type VALUES (49, 'routing', 'activeembeddingspace');
INSERT INTO public.django_content_type VALUES (50, 'routing', 'agentembedding');
INSERT INTO public.django_content_type VALUES (51, 'specialists', 'canary');
INSERT INTO public.django_content_type VALUES (52, 'specialists', 'execution');
INSERT INTO public.django_content_type VALUES (53, 'specialists', 'hourlymetrics');
INSERT INTO public.django_content_type VALUES (54, 'specialists', 'specialist');
INSERT INTO public.django_content_type VALUES (55, 'specialists', 'specialistversion');
INSERT INTO public.django_content_type VALUES (56, 'specialists', 'statuschange');
INSERT INTO public.django_content_type VALUES (57, 'specialists', 'testrun');
INSERT INTO public.django_content_type VALUES (58, 'specialists', 'trainingresult');
INSERT INTO public.django_content_type VALUES (59, 'specialists', 'auditreport');
INSERT INTO public.django_content_type VALUES (60, 'specialists', 'auditfinding');
INSERT INTO public.django_content_type VALUES (61, 'tools', 'receiptchain');
INSERT INTO public.django_content_type VALUES (62, 'tools', 'toolrate');
INSERT INTO public.django_content_type VALUES (63, 'tools', 'toolsnapshot');
INSERT INTO public.django_content_type VALUES (64, 'tools', 'toolreceipt');
INSERT INTO public.django_content_type VALUES (65, 'tools', 'workspaceusage');
INSERT INTO public.django_content_type VALUES (66, 'tools', 'fileversion');
INSERT INTO public.django_content_type VALUES (67, 'tools', 'memoryitem');
INSERT INTO public.django_content_type VALUES (68, 'tools', 'toolcall');
INSERT INTO public.django_content_type VALUES (69, 'accounts', 'user');
INSERT INTO public.django_content_type VALUES (70, 'accounts', 'apitoken');
INSERT INTO public.django_content_type VALUES (71, 'accounts', 'signinlink');
INSERT INTO public.django_content_type VALUES (72, 'providers', 'providercircuit');
INSERT INTO public.django_content_type VALUES (73, 'ops', 'heartbeat');
INSERT INTO public.django_content_type VALUES (74, 'admin', 'logentry');
INSERT INTO public.django_content_type VALUES (75, 'auth', 'permission');
INSERT INTO public.django_content_type VALUES (76, 'auth', 'group');
INSERT INTO public.django_content_type VALUES (77, 'contenttypes', 'contenttype');
INSERT INTO public.django_content_type VALUES (78, 'sessions', 'session');
INSERT INTO public.django_content_type VALUES (79, 'knox', 'authtoken');


--
-- Data for Name: django_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.django_migrations VALUES (1, 'contenttypes', '0001_initial', '2026-11-22 12:59:01.287575+00');
INSERT INTO public.django_migrations VALUES (2, 'contenttypes', '0002_remove_content_type_name', '2026-11-22 12:59:01.292594+00');
INSERT INTO public.django_migrations VALUES (3, 'auth', '0001_initial', '2026-11-22 12:59:01.310773+00');
INSERT INTO public.django_migrations VALUES (4, 'auth', '0002_alter_permission_name_max_length', '2026-11-22 12:59:01.314585+00');
INSERT INTO public.django_migrations VALUES (5, 'auth', '0003_alter_user_email_max_length', '2026-11-22 12:59:01.31964+00');
INSERT INTO public.django_migrations VALUES (6, 'auth', '0004_alter_user_username_opts', '2026-11-22 12:59:01.324011+00');
INSERT INTO public.django_migrations VALUES (7, 'auth', '0005_alter_user_last_login_null', '2026-11-22 12:59:01.327448+00');
INSERT INTO public.django_migrations VALUES (8, 'auth', '0006_require_contenttypes_0002', '2026-11-22 12:59:01.328533+00');
INSERT INTO public.django_migrations VALUES (9, 'auth', '0007_alter_validators_add_error_messages', '2026-11-22 12:59:01.331916+00');
INSERT INTO public.django_migrations VALUES (10, 'auth', '0008_alter_user_username_max_length', '2026-11-22 12:59:01.334492+00');
INSERT INTO public.django_migrations VALUES (11, 'auth', '0009_alter_user_last_name_max_length', '2026-11-22 12:59:01.336943+00');
INSERT INTO public.django_migrations VALUES (12, 'auth', '0010_alter_group_name_max_length', '2026-11-22 12:59:01.340169+00');
INSERT INTO public.django_migrations VALUES (13, 'auth', '0011_update_proxy_permissions', '2026-11-22 12:59:01.342937+00');
INSERT INTO public.django_migrations VALUES (14, 'auth', '0012_alter_user_first_name_max_length', '2026-11-22 12:59:01.345176+00');
INSERT INTO public.django_migrations VALUES (15, 'accounts', '0001_initial', '2026-11-22 12:59:01.392757+00');
INSERT INTO public.django_migrations VALUES (16, 'admin', '0001_initial', '2026-11-22 12:59:01.406391+00');
INSERT INTO public.django_migrations VALUES (17, 'admin', '0002_logentry_remove_auto_add', '2026-11-22 12:59:01.411821+00');
INSERT INTO public.django_migrations VALUES (18, 'admin', '0003_logentry_add_action_flag_choices', '2026-11-22 12:59:01.416536+00');
INSERT INTO public.django_migrations VALUES (19, 'specialists', '0001_initial', '2026-11-22 12:59:01.462943+00');
INSERT INTO public.django_migrations VALUES (20, 'orchestrator', '0001_initial', '2026-11-22 12:59:01.500953+00');
INSERT INTO public.django_migrations VALUES (21, 'kingdom_sessions', '0001_initial', '2026-11-22 12:59:01.511507+00');
INSERT INTO public.django_migrations VALUES (22, 'kingdom_sessions', '0002_initial', '2026-11-22 12:59:01.839461+00');
INSERT INTO public.django_migrations VALUES (23, 'approvals', '0001_initial', '2026-11-22 12:59:01.88216+00');
INSERT INTO public.django_migrations VALUES (24, 'approvals', '0002_initial', '2026-11-22 12:59:02.569464+00');
INSERT INTO public.django_migrations VALUES (25, 'axes', '0001_initial', '2026-11-22 12:59:02.58074+00');
INSERT INTO public.django_migrations VALUES (26, 'axes', '0002_auto_20151217_2044', '2026-11-22 12:59:02.608148+00');
INSERT INTO public.django_migrations VALUES (27, 'axes', '0003_auto_20160322_0929', '2026-11-22 12:59:02.620487+00');
INSERT INTO public.django_migrations VALUES (28, 'axes', '0004_auto_20181024_1538', '2026-11-22 12:59:02.631596+00');
INSERT INTO public.django_migrations VALUES (29, 'axes', '0005_remove_accessattempt_trusted', '2026-11-22 12:59:02.634564+00');
INSERT INTO public.django_migrations VALUES (30, 'axes', '0006_remove_accesslog_trusted', '2026-11-22 12:59:02.638216+00');
INSERT INTO public.django_migrations VALUES (31, 'axes', '0007_alter_accessattempt_unique_together', '2026-11-22 12:59:02.663543+00');
INSERT INTO public.django_migrations VALUES (32, 'axes', '0008_accessfailurelog', '2026-11-22 12:59:02.668344+00');
INSERT INTO public.django_migrations VALUES (33, 'axes', '0009_add_session_hash', '2026-11-22 12:59:02.671293+00');
INSERT INTO public.django_migrations VALUES (34, 'axes', '0010_accessattemptexpiration', '2026-11-22 12:59:02.677013+00');
INSERT INTO public.django_migrations VALUES (35, 'council', '0001_initial', '2026-11-22 12:59:02.71295+00');
INSERT INTO public.django_migrations VALUES (36, 'council', '0002_initial', '2026-11-22 12:59:03.483992+00');
INSERT INTO public.django_migrations VALUES (37, 'council', '0003_triggers', '2026-11-22 12:59:03.486665+00');
INSERT INTO public.django_migrations VALUES (38, 'credentials', '0001_initial', '2026-11-22 12:59:03.947662+00');
INSERT INTO public.django_migrations VALUES (39, 'django_celery_beat', '0001_initial', '2026-11-22 12:59:03.971461+00');
INSERT INTO public.django_migrations VALUES (40, 'django_celery_beat', '0002_auto_20161118_0346', '2026-11-22 12:59:03.981509+00');
INSERT INTO public.django_migrations VALUES (41, 'django_celery_beat', '0003_auto_20161209_0049', '2026-11-22 12:59:03.9877+00');
INSERT INTO public.django_migrations VALUES (42, 'django_celery_beat', '0004_auto_20170221_0000', '2026-11-22 12:59:03.990654+00');
INSERT INTO public.django_migrations VALUES (43, 'django_celery_beat', '0005_add_solarschedule_events_choices', '2026-11-22 12:59:03.994011+00');
INSERT INTO public.django_migrations VALUES (44, 'django_celery_beat', '0006_auto_20180322_0932', '2026-11-22 12:59:04.027018+00');
INSERT INTO public.django_migrations VALUES (45, 'django_celery_beat', '0007_auto_20180521_0826', '2026-11-22 12:59:04.045705+00');
INSERT INTO public.django_migrations VALUES (46, 'django_celery_beat', '0008_auto_20180914_1922', '2026-11-22 12:59:04.077469+00');
INSERT INTO public.django_migrations VALUES (47, 'django_celery_beat', '0006_auto_20180210_1226', '2026-11-22 12:59:04.095556+00');
INSERT INTO public.django_migrations VALUES (48, 'django_celery_beat', '0006_periodictask_priority', '2026-11-22 12:59:04.103733+00');
INSERT INTO public.django_migrations VALUES (49, 'django_celery_beat', '0009_periodictask_headers', '2026-11-22 12:59:04.113259+00');
INSERT INTO public.django_migrations VALUES (50, 'django_celery_beat', '0010_auto_20190429_0326', '2026-11-22 12:59:04.297488+00');
INSERT INTO public.django_migrations VALUES (51, 'django_celery_beat', '0011_auto_20190508_0153', '2026-11-22 12:59:04.310787+00');
INSERT INTO public.django_migrations VALUES (52, 'django_celery_beat', '0012_periodictask_expire_seconds', '2026-11-22 12:59:04.319709+00');
INSERT INTO public.django_migrations VALUES (53, 'django_celery_beat', '0013_auto_20200609_0727', '2026-11-22 12:59:04.328195+00');
INSERT INTO public.django_migrations VALUES (54, 'django_celery_beat', '0014_remove_clockedschedule_enabled', '2026-11-22 12:59:04.332363+00');
INSERT INTO public.django_migrations VALUES (55, 'django_celery_beat', '0015_edit_solarschedule_events_choices', '2026-11-22 12:59:04.336775+00');
INSERT INTO public.django_migrations VALUES (56, 'django_celery_beat', '0016_alter_crontabschedule_timezone', '2026-11-22 12:59:04.345903+00');
INSERT INTO public.django_migrations VALUES (57, 'django_celery_beat', '0017_alter_crontabschedule_month_of_year', '2026-11-22 12:59:04.35309+00');
INSERT INTO public.django_migrations VALUES (58, 'django_celery_beat', '0018_improve_crontab_helptext', '2026-11-22 12:59:04.360609+00');
INSERT INTO public.django_migrations VALUES (59, 'django_celery_beat', '0019_alter_periodictasks_options', '2026-11-22 12:59:04.363428+00');
INSERT INTO public.django_migrations VALUES (60, 'kingdom_sessions', '0003_triggers', '2026-11-22 12:59:04.365254+00');
INSERT INTO public.django_migrations VALUES (61, 'knox', '0001_initial', '2026-11-22 12:59:04.39499+00');
INSERT INTO public.django_migrations VALUES (62, 'knox', '0002_auto_20150916_1425', '2026-11-22 12:59:04.42649+00');
INSERT INTO public.django_migrations VALUES (63, 'knox', '0003_auto_20150916_1526', '2026-11-22 12:59:04.463473+00');
INSERT INTO public.django_migrations VALUES (64, 'knox', '0004_authtoken_expires', '2026-11-22 12:59:04.482008+00');
INSERT INTO public.django_migrations VALUES (65, 'knox', '0005_authtoken_token_key', '2026-11-22 12:59:04.5008+00');
INSERT INTO public.django_migrations VALUES (66, 'knox', '0006_auto_20160818_0932', '2026-11-22 12:59:04.567232+00');
INSERT INTO public.django_migrations VALUES (67, 'knox', '0007_auto_20190111_0542', '2026-11-22 12:59:04.812795+00');
INSERT INTO public.django_migrations VALUES (68, 'knox', '0008_remove_authtoken_salt', '2026-11-22 12:59:04.830651+00');
INSERT INTO public.django_migrations VALUES (69, 'knox', '0009_extend_authtoken_field', '2026-11-22 12:59:04.851484+00');
INSERT INTO public.django_migrations VALUES (70, 'ministers', '0001_initial', '2026-11-22 12:59:05.102684+00');
INSERT INTO public.django_migrations VALUES (71, 'tools', '0001_initial', '2026-11-22 12:59:05.240596+00');
INSERT INTO public.django_migrations VALUES (72, 'tools', '0002_triggers', '2026-11-22 12:59:05.247536+00');
INSERT INTO public.django_migrations VALUES (73, 'specialists', '0002_initial', '2026-11-22 12:59:07.576145+00');
INSERT INTO public.django_migrations VALUES (74, 'specialists', '0003_triggers', '2026-11-22 12:59:07.580516+00');
INSERT INTO public.django_migrations VALUES (75, 'routing', '0001_initial', '2026-11-22 12:59:07.643914+00');
INSERT INTO public.django_migrations VALUES (76, 'routing', '0002_initial', '2026-11-22 12:59:07.973623+00');
INSERT INTO public.django_migrations VALUES (77, 'routing', '0003_triggers', '2026-11-22 12:59:07.975951+00');
INSERT INTO public.django_migrations VALUES (78, 'orchestrator', '0002_initial', '2026-11-22 12:59:09.090166+00');
INSERT INTO public.django_migrations VALUES (79, 'ops', '0001_initial', '2026-11-22 12:59:09.097197+00');
INSERT INTO public.django_migrations VALUES (80, 'ops', '0002_staff_groups', '2026-11-22 12:59:09.279036+00');
INSERT INTO public.django_migrations VALUES (81, 'providers', '0001_initial', '2026-11-22 12:59:09.286928+00');
INSERT INTO public.django_migrations VALUES (82, 'sessions', '0001_initial', '2026-11-22 12:59:09.292516+00');


--
-- Data for Name: django_session; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: dynamic_agents; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.dynamic_agents VALUES ('916a72c6-c5e5-4735-b3d6-1ada43552c83', '2026-11-22 12:59:11.741374+00', 'poem_writer', false, true, false, '{"role": "poem_writer", "tools": [], "engine": "model", "limits": null, "purpose": "Writes poems.", "examples": [], "identity": "writer", "dna_rules": [], "credentials": [], "dependencies": [], "egress_hosts": [], "handler_code": null, "input_schema": {}, "output_schema": {}}', 'unverified', 'user', 1, 1, NULL, 0, NULL, '2026-11-22 12:59:11.809231+00', NULL, 1, '643ae0bd-6d51-473c-a802-36dc1ad1763f', NULL);


--
-- Data for Name: embedding_spaces; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: evolutions; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: file_versions; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: guardian_judge_answers; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: guardian_judge_health; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: guardian_neighbours; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: guardian_reviews; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: guardian_rule_hits; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: guardian_rule_mode_events; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: guardian_rule_modes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: host_consents; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: knox_authtoken; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: negative_examples; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: notification_deliveries; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: notification_settings; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: notifications; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: ops_heartbeats; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: orchestrator_conversation; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: orchestrator_message; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: permission_rules; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: route_receipts; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: route_replay_differences; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: route_replays; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: router_calibrations; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: routing_changes; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: sandbox_limits; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: session_circuits; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: session_effects; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: session_egress; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: session_events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.session_events VALUES (1, 1, 'user_message', '{"now": "2026-11-22T12:59:11+00:00", "text": "write a poem", "type": "user_message", "files": [], "history": []}', '2026-11-22 12:59:11.778747+00', 'a01d09ed-020c-43b4-a075-0139d991c916');
INSERT INTO public.session_events VALUES (2, 2, 'completed', '{"error": null, "usage": {}, "answer": "Roses are red.", "output": null, "confidence": null, "state_hash": "", "status_tag": ""}', '2026-11-22 12:59:11.790869+00', 'a01d09ed-020c-43b4-a075-0139d991c916');


--
-- Data for Name: session_grants; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sessions VALUES ('', NULL, 0, '2026-11-22 12:59:11.75865+00', NULL, 'a01d09ed-020c-43b4-a075-0139d991c916', '2026-11-22 12:59:11.760894+00', 'task', 'completed', 'write a poem', 'Roses are red.', NULL, NULL, '', '', '', '{}', '{"max_steps": 24, "max_rejections": 3, "max_delegations": 4}', '5576d8419d0db3804cdb82c2df8dcb543980575c26791446191a4c8d256b8805', 2, 'b5f8ade0d69746cf85142737dffbf270', 'kingdom.sessions.tasks.session_run', NULL, NULL, '2026-11-22 12:59:11.789591+00', NULL, NULL, 1, '643ae0bd-6d51-473c-a802-36dc1ad1763f');


--
-- Data for Name: specialist_approvals; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: task_telemetry; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.task_telemetry VALUES ('c9ee46b3-8b37-4c97-8f5d-388e08d567c0', '2026-11-22 12:59:11.809231+00', 'direct', true, NULL, 28.697, 0, 0, 0, 0, '', '', DEFAULT, 'a01d09ed-020c-43b4-a075-0139d991c916', 1, '643ae0bd-6d51-473c-a802-36dc1ad1763f');


--
-- Data for Name: telemetry_hours; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.telemetry_hours VALUES (1, '2026-11-22 12:00:00+00', 1, 1, 1, 0, 0, 28.697, 0, 0, '643ae0bd-6d51-473c-a802-36dc1ad1763f');


--
-- Data for Name: tool_calls; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: tool_memory; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: tool_rates; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: tool_receipt_chains; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: tool_receipts; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: tool_sets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.tool_sets VALUES ('5576d8419d0db3804cdb82c2df8dcb543980575c26791446191a4c8d256b8805', '[{"name": "archon.fs.find", "parameters": {"type": "object", "required": [], "properties": {"base": {"type": "string", "description": "Folder to look in; the whole workspace by default."}, "pattern": {"type": "string", "maxLength": 200, "description": "Shell pattern, e.g. *.csv; all files by default."}}, "additionalProperties": false}, "description": "List the files of this conversation''s workspace whose path or name matches a shell pattern, at most 500."}, {"name": "archon.fs.read", "parameters": {"type": "object", "required": ["path"], "properties": {"path": {"type": "string", "description": "Relative path, e.g. notes.txt or data/sales.csv."}}, "additionalProperties": false}, "description": "Read a text file (UTF-8, at most 200000 bytes) of this conversation''s workspace."}, {"name": "archon.fs.write", "parameters": {"type": "object", "required": ["path", "content"], "properties": {"path": {"type": "string", "description": "Relative path, e.g. report.md; missing folders are created."}, "content": {"type": "string", "maxLength": 500000}}, "additionalProperties": false}, "description": "Create or replace a whole text file of this conversation''s workspace, at most 500000 characters."}, {"name": "archon.memory.get", "parameters": {"type": "object", "required": [], "properties": {"key": {"type": "string", "maxLength": 100}}, "additionalProperties": false}, "description": "Return the value stored under a key in this session, or all keys without one."}, {"name": "archon.memory.put", "parameters": {"type": "object", "required": ["key", "value"], "properties": {"key": {"type": "string", "maxLength": 100, "minLength": 1}, "value": {"description": "Any JSON value."}}, "additionalProperties": false}, "description": "Store a JSON value under a key until this session ends; at most 64 keys of 20000 characters each."}, {"name": "archon.tools.help", "parameters": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 120}}, "additionalProperties": false}, "description": "Describe one of your tools: its arguments, its result, its limits."}, {"name": "archon.tools.list", "parameters": {"type": "object", "required": [], "properties": {}, "additionalProperties": false}, "description": "List the tools you have."}]');


--
-- Data for Name: training_results; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: usage_days; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.usage_days VALUES (1, '2026-11-22', 1, 0, 0, 0, '[]', 1);


--
-- Data for Name: user_credentials; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: workspace_use; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Name: accounts_signinlink_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.accounts_signinlink_id_seq', 1, false);


--
-- Name: accounts_user_groups_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.accounts_user_groups_id_seq', 1, false);


--
-- Name: accounts_user_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.accounts_user_id_seq', 1, true);


--
-- Name: accounts_user_user_permissions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.accounts_user_user_permissions_id_seq', 1, false);


--
-- Name: agent_embeddings_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.agent_embeddings_id_seq', 1, false);


--
-- Name: approval_events_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.approval_events_id_seq', 1, false);


--
-- Name: auth_group_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.auth_group_id_seq', 3, true);


--
-- Name: auth_group_permissions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.auth_group_permissions_id_seq', 123, true);


--
-- Name: auth_permission_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.auth_permission_id_seq', 322, true);


--
-- Name: axes_accessattempt_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.axes_accessattempt_id_seq', 1, false);


--
-- Name: axes_accessfailurelog_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.axes_accessfailurelog_id_seq', 1, false);


--
-- Name: axes_accesslog_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.axes_accesslog_id_seq', 1, false);


--
-- Name: case_events_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.case_events_id_seq', 1, false);


--
-- Name: credential_events_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.credential_events_id_seq', 1, false);


--
-- Name: django_admin_log_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.django_admin_log_id_seq', 1, false);


--
-- Name: django_celery_beat_clockedschedule_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.django_celery_beat_clockedschedule_id_seq', 1, false);


--
-- Name: django_celery_beat_crontabschedule_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.django_celery_beat_crontabschedule_id_seq', 1, false);


--
-- Name: django_celery_beat_intervalschedule_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.django_celery_beat_intervalschedule_id_seq', 1, false);


--
-- Name: django_celery_beat_periodictask_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.django_celery_beat_periodictask_id_seq', 1, false);


--
-- Name: django_celery_beat_solarschedule_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.django_celery_beat_solarschedule_id_seq', 1, false);


--
-- Name: django_content_type_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.django_content_type_id_seq', 79, true);


--
-- Name: django_migrations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.django_migrations_id_seq', 82, true);


--
-- Name: embedding_spaces_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.embedding_spaces_id_seq', 1, false);


--
-- Name: file_versions_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.file_versions_id_seq', 1, false);


--
-- Name: guardian_neighbours_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.guardian_neighbours_id_seq', 1, false);


--
-- Name: guardian_rule_hits_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.guardian_rule_hits_id_seq', 1, false);


--
-- Name: guardian_rule_mode_events_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.guardian_rule_mode_events_id_seq', 1, false);


--
-- Name: negative_examples_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.negative_examples_id_seq', 1, false);


--
-- Name: notification_settings_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.notification_settings_id_seq', 1, false);


--
-- Name: route_replay_differences_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.route_replay_differences_id_seq', 1, false);


--
-- Name: router_calibrations_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.router_calibrations_id_seq', 1, false);


--
-- Name: session_events_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.session_events_id_seq', 2, true);


--
-- Name: telemetry_hours_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.telemetry_hours_id_seq', 1, true);


--
-- Name: tool_calls_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.tool_calls_id_seq', 1, false);


--
-- Name: tool_memory_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.tool_memory_id_seq', 1, false);


--
-- Name: usage_days_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.usage_days_id_seq', 1, true);


--
-- Name: accounts_apitoken accounts_apitoken_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_apitoken
    ADD CONSTRAINT accounts_apitoken_pkey PRIMARY KEY (digest);


--
-- Name: accounts_signinlink accounts_signinlink_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_signinlink
    ADD CONSTRAINT accounts_signinlink_pkey PRIMARY KEY (id);


--
-- Name: accounts_signinlink accounts_signinlink_secret_digest_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_signinlink
    ADD CONSTRAINT accounts_signinlink_secret_digest_key UNIQUE (secret_digest);


--
-- Name: accounts_user_groups accounts_user_groups_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_user_groups
    ADD CONSTRAINT accounts_user_groups_pkey PRIMARY KEY (id);


--
-- Name: accounts_user_groups accounts_user_groups_user_id_group_id_59c0b32f_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_user_groups
    ADD CONSTRAINT accounts_user_groups_user_id_group_id_59c0b32f_uniq UNIQUE (user_id, group_id);


--
-- Name: accounts_user accounts_user_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_user
    ADD CONSTRAINT accounts_user_pkey PRIMARY KEY (id);


--
-- Name: accounts_user_user_permissions accounts_user_user_permi_user_id_permission_id_2ab516c2_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_user_user_permissions
    ADD CONSTRAINT accounts_user_user_permi_user_id_permission_id_2ab516c2_uniq UNIQUE (user_id, permission_id);


--
-- Name: accounts_user_user_permissions accounts_user_user_permissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_user_user_permissions
    ADD CONSTRAINT accounts_user_user_permissions_pkey PRIMARY KEY (id);


--
-- Name: accounts_user accounts_user_username_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_user
    ADD CONSTRAINT accounts_user_username_key UNIQUE (username);


--
-- Name: active_embedding_space active_embedding_space_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.active_embedding_space
    ADD CONSTRAINT active_embedding_space_pkey PRIMARY KEY (id);


--
-- Name: agent_canaries agent_canaries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_canaries
    ADD CONSTRAINT agent_canaries_pkey PRIMARY KEY (id);


--
-- Name: agent_embeddings agent_embeddings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_embeddings
    ADD CONSTRAINT agent_embeddings_pkey PRIMARY KEY (id);


--
-- Name: agent_status_changes agent_status_changes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_status_changes
    ADD CONSTRAINT agent_status_changes_pkey PRIMARY KEY (id);


--
-- Name: agent_test_runs agent_test_runs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_test_runs
    ADD CONSTRAINT agent_test_runs_pkey PRIMARY KEY (id);


--
-- Name: agent_versions agent_versions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_pkey PRIMARY KEY (id);


--
-- Name: approval_events approval_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.approval_events
    ADD CONSTRAINT approval_events_pkey PRIMARY KEY (id);


--
-- Name: approvals approvals_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);


--
-- Name: audit_findings audit_findings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_pkey PRIMARY KEY (id);


--
-- Name: audit_reports audit_report_slot; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_reports
    ADD CONSTRAINT audit_report_slot UNIQUE (kind, slot);


--
-- Name: audit_reports audit_reports_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_reports
    ADD CONSTRAINT audit_reports_pkey PRIMARY KEY (id);


--
-- Name: auth_group auth_group_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);


--
-- Name: auth_group_permissions auth_group_permissions_group_id_permission_id_0cd325b0_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);


--
-- Name: auth_group_permissions auth_group_permissions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);


--
-- Name: auth_group auth_group_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);


--
-- Name: auth_permission auth_permission_content_type_id_codename_01ab375a_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);


--
-- Name: auth_permission auth_permission_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);


--
-- Name: axes_accessattempt axes_accessattempt_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.axes_accessattempt
    ADD CONSTRAINT axes_accessattempt_pkey PRIMARY KEY (id);


--
-- Name: axes_accessattempt axes_accessattempt_username_ip_address_user_agent_8ea22282_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.axes_accessattempt
    ADD CONSTRAINT axes_accessattempt_username_ip_address_user_agent_8ea22282_uniq UNIQUE (username, ip_address, user_agent);


--
-- Name: axes_accessattemptexpiration axes_accessattemptexpiration_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.axes_accessattemptexpiration
    ADD CONSTRAINT axes_accessattemptexpiration_pkey PRIMARY KEY (access_attempt_id);


--
-- Name: axes_accessfailurelog axes_accessfailurelog_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.axes_accessfailurelog
    ADD CONSTRAINT axes_accessfailurelog_pkey PRIMARY KEY (id);


--
-- Name: axes_accesslog axes_accesslog_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.axes_accesslog
    ADD CONSTRAINT axes_accesslog_pkey PRIMARY KEY (id);


--
-- Name: budgets budget_one_each; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budget_one_each UNIQUE NULLS NOT DISTINCT (scope, user_id);


--
-- Name: budgets budgets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budgets_pkey PRIMARY KEY (id);


--
-- Name: case_events case_event_seq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.case_events
    ADD CONSTRAINT case_event_seq UNIQUE (case_id, seq);


--
-- Name: case_events case_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.case_events
    ADD CONSTRAINT case_events_pkey PRIMARY KEY (id);


--
-- Name: case_verdicts case_verdict_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.case_verdicts
    ADD CONSTRAINT case_verdict_once UNIQUE (case_id, stage, inputs_digest);


--
-- Name: case_verdicts case_verdicts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.case_verdicts
    ADD CONSTRAINT case_verdicts_pkey PRIMARY KEY (id);


--
-- Name: credential_events credential_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credential_events
    ADD CONSTRAINT credential_events_pkey PRIMARY KEY (id);


--
-- Name: user_credentials credential_owner_role_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_credentials
    ADD CONSTRAINT credential_owner_role_key UNIQUE (user_id, specialist_role, credential_key);


--
-- Name: credential_uses credential_uses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credential_uses
    ADD CONSTRAINT credential_uses_pkey PRIMARY KEY (id);


--
-- Name: django_admin_log django_admin_log_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);


--
-- Name: django_celery_beat_clockedschedule django_celery_beat_clockedschedule_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_clockedschedule
    ADD CONSTRAINT django_celery_beat_clockedschedule_pkey PRIMARY KEY (id);


--
-- Name: django_celery_beat_crontabschedule django_celery_beat_crontabschedule_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_crontabschedule
    ADD CONSTRAINT django_celery_beat_crontabschedule_pkey PRIMARY KEY (id);


--
-- Name: django_celery_beat_intervalschedule django_celery_beat_intervalschedule_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_intervalschedule
    ADD CONSTRAINT django_celery_beat_intervalschedule_pkey PRIMARY KEY (id);


--
-- Name: django_celery_beat_periodictask django_celery_beat_periodictask_name_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_periodictask_name_key UNIQUE (name);


--
-- Name: django_celery_beat_periodictask django_celery_beat_periodictask_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_periodictask_pkey PRIMARY KEY (id);


--
-- Name: django_celery_beat_periodictasks django_celery_beat_periodictasks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_periodictasks
    ADD CONSTRAINT django_celery_beat_periodictasks_pkey PRIMARY KEY (ident);


--
-- Name: django_celery_beat_solarschedule django_celery_beat_solar_event_latitude_longitude_ba64999a_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_solarschedule
    ADD CONSTRAINT django_celery_beat_solar_event_latitude_longitude_ba64999a_uniq UNIQUE (event, latitude, longitude);


--
-- Name: django_celery_beat_solarschedule django_celery_beat_solarschedule_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_solarschedule
    ADD CONSTRAINT django_celery_beat_solarschedule_pkey PRIMARY KEY (id);


--
-- Name: django_content_type django_content_type_app_label_model_76bd3d3b_uniq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);


--
-- Name: django_content_type django_content_type_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);


--
-- Name: django_migrations django_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);


--
-- Name: django_session django_session_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);


--
-- Name: dynamic_agents dynamic_agents_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dynamic_agents
    ADD CONSTRAINT dynamic_agents_pkey PRIMARY KEY (id);


--
-- Name: agent_embeddings embedding_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_embeddings
    ADD CONSTRAINT embedding_once UNIQUE NULLS NOT DISTINCT (specialist_id, encoder, kind, text_digest, owner_id);


--
-- Name: embedding_spaces embedding_spaces_kind_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.embedding_spaces
    ADD CONSTRAINT embedding_spaces_kind_key UNIQUE (kind);


--
-- Name: embedding_spaces embedding_spaces_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.embedding_spaces
    ADD CONSTRAINT embedding_spaces_pkey PRIMARY KEY (id);


--
-- Name: evolutions evolutions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_pkey PRIMARY KEY (id);


--
-- Name: file_versions file_version_number; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.file_versions
    ADD CONSTRAINT file_version_number UNIQUE (workspace, path, number);


--
-- Name: file_versions file_versions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.file_versions
    ADD CONSTRAINT file_versions_pkey PRIMARY KEY (id);


--
-- Name: guardian_rule_hits guardian_hit_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_rule_hits
    ADD CONSTRAINT guardian_hit_once UNIQUE (review_id, rule_id);


--
-- Name: guardian_judge_answers guardian_judge_answers_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_judge_answers
    ADD CONSTRAINT guardian_judge_answers_pkey PRIMARY KEY (key);


--
-- Name: guardian_judge_health guardian_judge_health_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_judge_health
    ADD CONSTRAINT guardian_judge_health_pkey PRIMARY KEY (judge);


--
-- Name: guardian_neighbours guardian_neighbour_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_neighbours
    ADD CONSTRAINT guardian_neighbour_once UNIQUE (space, text_digest);


--
-- Name: guardian_neighbours guardian_neighbours_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_neighbours
    ADD CONSTRAINT guardian_neighbours_pkey PRIMARY KEY (id);


--
-- Name: guardian_reviews guardian_review_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_reviews
    ADD CONSTRAINT guardian_review_once UNIQUE (subject, kind, content_sha256, policy_version);


--
-- Name: guardian_reviews guardian_reviews_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_reviews
    ADD CONSTRAINT guardian_reviews_pkey PRIMARY KEY (id);


--
-- Name: guardian_rule_hits guardian_rule_hits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_rule_hits
    ADD CONSTRAINT guardian_rule_hits_pkey PRIMARY KEY (id);


--
-- Name: guardian_rule_mode_events guardian_rule_mode_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_rule_mode_events
    ADD CONSTRAINT guardian_rule_mode_events_pkey PRIMARY KEY (id);


--
-- Name: guardian_rule_modes guardian_rule_modes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_rule_modes
    ADD CONSTRAINT guardian_rule_modes_pkey PRIMARY KEY (rule_id);


--
-- Name: host_consents host_consents_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.host_consents
    ADD CONSTRAINT host_consents_pkey PRIMARY KEY (id);


--
-- Name: knox_authtoken knox_authtoken_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.knox_authtoken
    ADD CONSTRAINT knox_authtoken_pkey PRIMARY KEY (digest);


--
-- Name: orchestrator_message message_idempotency; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orchestrator_message
    ADD CONSTRAINT message_idempotency UNIQUE (conversation_id, idempotency_key);


--
-- Name: negative_examples negative_example_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.negative_examples
    ADD CONSTRAINT negative_example_once UNIQUE NULLS NOT DISTINCT (encoder, text_digest, owner_id);


--
-- Name: negative_examples negative_examples_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.negative_examples
    ADD CONSTRAINT negative_examples_pkey PRIMARY KEY (id);


--
-- Name: notification_deliveries notification_deliveries_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notification_deliveries
    ADD CONSTRAINT notification_deliveries_pkey PRIMARY KEY (id);


--
-- Name: notification_deliveries notification_delivery_way; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notification_deliveries
    ADD CONSTRAINT notification_delivery_way UNIQUE (notification_id, way);


--
-- Name: notification_settings notification_settings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_pkey PRIMARY KEY (id);


--
-- Name: notification_settings notification_settings_user_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_user_id_key UNIQUE (user_id);


--
-- Name: notifications notifications_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);


--
-- Name: ops_heartbeats ops_heartbeats_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ops_heartbeats
    ADD CONSTRAINT ops_heartbeats_pkey PRIMARY KEY (name);


--
-- Name: orchestrator_conversation orchestrator_conversation_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orchestrator_conversation
    ADD CONSTRAINT orchestrator_conversation_pkey PRIMARY KEY (id);


--
-- Name: orchestrator_message orchestrator_message_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orchestrator_message
    ADD CONSTRAINT orchestrator_message_pkey PRIMARY KEY (id);


--
-- Name: permission_rules permission_rule_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permission_rules
    ADD CONSTRAINT permission_rule_once UNIQUE NULLS NOT DISTINCT (user_id, effect, tool, agent, shape);


--
-- Name: permission_rules permission_rules_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permission_rules
    ADD CONSTRAINT permission_rules_pkey PRIMARY KEY (id);


--
-- Name: route_replay_differences replay_difference_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_replay_differences
    ADD CONSTRAINT replay_difference_once UNIQUE (run_id, message_id);


--
-- Name: route_receipts route_receipts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_pkey PRIMARY KEY (id);


--
-- Name: route_receipts route_receipts_session_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_session_id_key UNIQUE (session_id);


--
-- Name: route_replay_differences route_replay_differences_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_replay_differences
    ADD CONSTRAINT route_replay_differences_pkey PRIMARY KEY (id);


--
-- Name: route_replays route_replays_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_replays
    ADD CONSTRAINT route_replays_pkey PRIMARY KEY (id);


--
-- Name: router_calibrations router_calibrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.router_calibrations
    ADD CONSTRAINT router_calibrations_pkey PRIMARY KEY (id);


--
-- Name: routing_changes routing_changes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.routing_changes
    ADD CONSTRAINT routing_changes_pkey PRIMARY KEY (id);


--
-- Name: sandbox_limits sandbox_limits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sandbox_limits
    ADD CONSTRAINT sandbox_limits_pkey PRIMARY KEY (specialist_id);


--
-- Name: session_circuits session_circuits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_circuits
    ADD CONSTRAINT session_circuits_pkey PRIMARY KEY (name);


--
-- Name: session_effects session_effect_seq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_effects
    ADD CONSTRAINT session_effect_seq UNIQUE (session_id, seq);


--
-- Name: session_effects session_effects_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_effects
    ADD CONSTRAINT session_effects_pkey PRIMARY KEY (id);


--
-- Name: session_egress session_egress_number; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_egress
    ADD CONSTRAINT session_egress_number UNIQUE (session_id, effect_seq, number);


--
-- Name: session_egress session_egress_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_egress
    ADD CONSTRAINT session_egress_pkey PRIMARY KEY (id);


--
-- Name: session_events session_event_seq; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_events
    ADD CONSTRAINT session_event_seq UNIQUE (session_id, seq);


--
-- Name: session_events session_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_events
    ADD CONSTRAINT session_events_pkey PRIMARY KEY (id);


--
-- Name: session_grants session_grants_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_grants
    ADD CONSTRAINT session_grants_pkey PRIMARY KEY (id);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);


--
-- Name: specialist_approvals specialist_approvals_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_pkey PRIMARY KEY (id);


--
-- Name: task_telemetry task_telemetry_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.task_telemetry
    ADD CONSTRAINT task_telemetry_pkey PRIMARY KEY (id);


--
-- Name: task_telemetry task_telemetry_session_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.task_telemetry
    ADD CONSTRAINT task_telemetry_session_id_key UNIQUE (session_id);


--
-- Name: telemetry_hours telemetry_hour_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.telemetry_hours
    ADD CONSTRAINT telemetry_hour_once UNIQUE (version_id, hour, user_ref);


--
-- Name: telemetry_hours telemetry_hours_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.telemetry_hours
    ADD CONSTRAINT telemetry_hours_pkey PRIMARY KEY (id);


--
-- Name: tool_calls tool_call_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_call_once UNIQUE (session_id, call_id);


--
-- Name: tool_calls tool_calls_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_calls_pkey PRIMARY KEY (id);


--
-- Name: tool_memory tool_memory_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tool_memory
    ADD CONSTRAINT tool_memory_key UNIQUE (session_id, key);


--
-- Name: tool_memory tool_memory_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tool_memory
    ADD CONSTRAINT tool_memory_pkey PRIMARY KEY (id);


--
-- Name: tool_rates tool_rates_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tool_rates
    ADD CONSTRAINT tool_rates_pkey PRIMARY KEY (key);


--
-- Name: tool_receipt_chains tool_receipt_chains_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tool_receipt_chains
    ADD CONSTRAINT tool_receipt_chains_pkey PRIMARY KEY (user_id);


--
-- Name: tool_receipts tool_receipt_place; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tool_receipts
    ADD CONSTRAINT tool_receipt_place UNIQUE (user_id, seq);


--
-- Name: tool_receipts tool_receipts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tool_receipts
    ADD CONSTRAINT tool_receipts_pkey PRIMARY KEY (id);


--
-- Name: tool_sets tool_sets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tool_sets
    ADD CONSTRAINT tool_sets_pkey PRIMARY KEY (digest);


--
-- Name: training_results training_result_once; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.training_results
    ADD CONSTRAINT training_result_once UNIQUE (training_id, version_id, number, mock);


--
-- Name: training_results training_results_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.training_results
    ADD CONSTRAINT training_results_pkey PRIMARY KEY (id);


--
-- Name: usage_days usage_day_user; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_day_user UNIQUE (day, user_id);


--
-- Name: usage_days usage_days_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_days_pkey PRIMARY KEY (id);


--
-- Name: user_credentials user_credentials_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_credentials
    ADD CONSTRAINT user_credentials_pkey PRIMARY KEY (id);


--
-- Name: agent_versions version_digest; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT version_digest UNIQUE (specialist_id, digest);


--
-- Name: agent_versions version_number; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT version_number UNIQUE (specialist_id, number);


--
-- Name: workspace_use workspace_use_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.workspace_use
    ADD CONSTRAINT workspace_use_pkey PRIMARY KEY (workspace);


--
-- Name: accounts_apitoken_digest_63ccb187_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_apitoken_digest_63ccb187_like ON public.accounts_apitoken USING btree (digest varchar_pattern_ops);


--
-- Name: accounts_apitoken_token_key_8fc3309f; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_apitoken_token_key_8fc3309f ON public.accounts_apitoken USING btree (token_key);


--
-- Name: accounts_apitoken_token_key_8fc3309f_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_apitoken_token_key_8fc3309f_like ON public.accounts_apitoken USING btree (token_key varchar_pattern_ops);


--
-- Name: accounts_apitoken_user_id_bbee13e0; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_apitoken_user_id_bbee13e0 ON public.accounts_apitoken USING btree (user_id);


--
-- Name: accounts_signinlink_secret_digest_9ca342ff_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_signinlink_secret_digest_9ca342ff_like ON public.accounts_signinlink USING btree (secret_digest varchar_pattern_ops);


--
-- Name: accounts_signinlink_user_id_a6b02f6b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_signinlink_user_id_a6b02f6b ON public.accounts_signinlink USING btree (user_id);


--
-- Name: accounts_user_groups_group_id_bd11a704; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_user_groups_group_id_bd11a704 ON public.accounts_user_groups USING btree (group_id);


--
-- Name: accounts_user_groups_user_id_52b62117; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_user_groups_user_id_52b62117 ON public.accounts_user_groups USING btree (user_id);


--
-- Name: accounts_user_user_permissions_permission_id_113bb443; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_user_user_permissions_permission_id_113bb443 ON public.accounts_user_user_permissions USING btree (permission_id);


--
-- Name: accounts_user_user_permissions_user_id_e4f0a161; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_user_user_permissions_user_id_e4f0a161 ON public.accounts_user_user_permissions USING btree (user_id);


--
-- Name: accounts_user_username_6088629e_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_user_username_6088629e_like ON public.accounts_user USING btree (username varchar_pattern_ops);


--
-- Name: agent_canaries_previous_id_304df7a2; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_canaries_previous_id_304df7a2 ON public.agent_canaries USING btree (previous_id);


--
-- Name: agent_canaries_specialist_id_e8f6c5da; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_canaries_specialist_id_e8f6c5da ON public.agent_canaries USING btree (specialist_id);


--
-- Name: agent_canaries_version_id_4421387b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_canaries_version_id_4421387b ON public.agent_canaries USING btree (version_id);


--
-- Name: agent_drafts; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_drafts ON public.dynamic_agents USING btree (created_at) WHERE draft;


--
-- Name: agent_embeddings_specialist_id_4a80d06b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_embeddings_specialist_id_4a80d06b ON public.agent_embeddings USING btree (specialist_id);


--
-- Name: agent_owner; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_owner ON public.dynamic_agents USING btree (created_by_id);


--
-- Name: agent_owner_role; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX agent_owner_role ON public.dynamic_agents USING btree (created_by_id, role) WHERE (NOT draft);


--
-- Name: agent_status_changes_actor_id_6fb8dae7; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_status_changes_actor_id_6fb8dae7 ON public.agent_status_changes USING btree (actor_id);


--
-- Name: agent_status_changes_specialist_id_02c8fe58; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_status_changes_specialist_id_02c8fe58 ON public.agent_status_changes USING btree (specialist_id);


--
-- Name: agent_status_changes_successor_id_7ec5d987; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_status_changes_successor_id_7ec5d987 ON public.agent_status_changes USING btree (successor_id);


--
-- Name: agent_status_changes_version_id_49788c5b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_status_changes_version_id_49788c5b ON public.agent_status_changes USING btree (version_id);


--
-- Name: agent_status_scope; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_status_scope ON public.dynamic_agents USING btree (status, scope);


--
-- Name: agent_test_runs_requested_by_id_9f7f8301; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_test_runs_requested_by_id_9f7f8301 ON public.agent_test_runs USING btree (requested_by_id);


--
-- Name: agent_test_runs_version_id_d10e9595; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_test_runs_version_id_d10e9595 ON public.agent_test_runs USING btree (version_id);


--
-- Name: agent_verified_role; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX agent_verified_role ON public.dynamic_agents USING btree (role) WHERE ((status)::text = 'verified'::text);


--
-- Name: agent_versions_specialist_id_931899e5; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX agent_versions_specialist_id_931899e5 ON public.agent_versions USING btree (specialist_id);


--
-- Name: approval_events_actor_id_dd53b663; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX approval_events_actor_id_dd53b663 ON public.approval_events USING btree (actor_id);


--
-- Name: approval_events_approval_id_b9a95165; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX approval_events_approval_id_b9a95165 ON public.approval_events USING btree (approval_id);


--
-- Name: approval_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX approval_expiry ON public.approvals USING btree (expires_at) WHERE ((state)::text = 'pending'::text);


--
-- Name: approval_once_asked; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX approval_once_asked ON public.approvals USING btree (session_id, session_seq, kind) WHERE ((state)::text = 'pending'::text);


--
-- Name: approval_once_asked_alone; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX approval_once_asked_alone ON public.approvals USING btree (user_id, kind, args_hash) WHERE ((session_id IS NULL) AND ((state)::text = 'pending'::text));


--
-- Name: approval_user_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX approval_user_state ON public.approvals USING btree (user_id, state, created_at DESC);


--
-- Name: approvals_decided_by_id_71198aed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX approvals_decided_by_id_71198aed ON public.approvals USING btree (decided_by_id);


--
-- Name: approvals_session_id_82ec1c41; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX approvals_session_id_82ec1c41 ON public.approvals USING btree (session_id);


--
-- Name: approvals_user_id_bedd09be; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX approvals_user_id_bedd09be ON public.approvals USING btree (user_id);


--
-- Name: audit_finding_open_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX audit_finding_open_once ON public.audit_findings USING btree (key) WHERE ((state)::text = 'open'::text);


--
-- Name: audit_finding_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_finding_state ON public.audit_findings USING btree (state, last_seen DESC);


--
-- Name: audit_findings_change_id_4b6d27f2; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_findings_change_id_4b6d27f2 ON public.audit_findings USING btree (change_id);


--
-- Name: audit_findings_report_id_673f08d1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_findings_report_id_673f08d1 ON public.audit_findings USING btree (report_id);


--
-- Name: audit_findings_resolved_by_id_cc981330; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_findings_resolved_by_id_cc981330 ON public.audit_findings USING btree (resolved_by_id);


--
-- Name: audit_findings_specialist_id_640ed058; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_findings_specialist_id_640ed058 ON public.audit_findings USING btree (specialist_id);


--
-- Name: audit_findings_version_id_46469375; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_findings_version_id_46469375 ON public.audit_findings USING btree (version_id);


--
-- Name: auth_group_name_a6ea08ec_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);


--
-- Name: auth_group_permissions_group_id_b120cbf9; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);


--
-- Name: auth_group_permissions_permission_id_84c5c92e; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);


--
-- Name: auth_permission_content_type_id_2f476e4b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);


--
-- Name: axes_accessattempt_ip_address_10922d9c; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accessattempt_ip_address_10922d9c ON public.axes_accessattempt USING btree (ip_address);


--
-- Name: axes_accessattempt_user_agent_ad89678b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accessattempt_user_agent_ad89678b ON public.axes_accessattempt USING btree (user_agent);


--
-- Name: axes_accessattempt_user_agent_ad89678b_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accessattempt_user_agent_ad89678b_like ON public.axes_accessattempt USING btree (user_agent varchar_pattern_ops);


--
-- Name: axes_accessattempt_username_3f2d4ca0; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accessattempt_username_3f2d4ca0 ON public.axes_accessattempt USING btree (username);


--
-- Name: axes_accessattempt_username_3f2d4ca0_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accessattempt_username_3f2d4ca0_like ON public.axes_accessattempt USING btree (username varchar_pattern_ops);


--
-- Name: axes_accessfailurelog_ip_address_2e9f5a7f; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accessfailurelog_ip_address_2e9f5a7f ON public.axes_accessfailurelog USING btree (ip_address);


--
-- Name: axes_accessfailurelog_user_agent_ea145dda; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accessfailurelog_user_agent_ea145dda ON public.axes_accessfailurelog USING btree (user_agent);


--
-- Name: axes_accessfailurelog_user_agent_ea145dda_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accessfailurelog_user_agent_ea145dda_like ON public.axes_accessfailurelog USING btree (user_agent varchar_pattern_ops);


--
-- Name: axes_accessfailurelog_username_a8b7e8a4; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accessfailurelog_username_a8b7e8a4 ON public.axes_accessfailurelog USING btree (username);


--
-- Name: axes_accessfailurelog_username_a8b7e8a4_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accessfailurelog_username_a8b7e8a4_like ON public.axes_accessfailurelog USING btree (username varchar_pattern_ops);


--
-- Name: axes_accesslog_ip_address_86b417e5; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accesslog_ip_address_86b417e5 ON public.axes_accesslog USING btree (ip_address);


--
-- Name: axes_accesslog_user_agent_0e659004; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accesslog_user_agent_0e659004 ON public.axes_accesslog USING btree (user_agent);


--
-- Name: axes_accesslog_user_agent_0e659004_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accesslog_user_agent_0e659004_like ON public.axes_accesslog USING btree (user_agent varchar_pattern_ops);


--
-- Name: axes_accesslog_username_df93064b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accesslog_username_df93064b ON public.axes_accesslog USING btree (username);


--
-- Name: axes_accesslog_username_df93064b_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX axes_accesslog_username_df93064b_like ON public.axes_accesslog USING btree (username varchar_pattern_ops);


--
-- Name: budgets_user_id_d4bb9f71; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX budgets_user_id_d4bb9f71 ON public.budgets USING btree (user_id);


--
-- Name: calibration_one_active; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX calibration_one_active ON public.router_calibrations USING btree (encoder) WHERE active;


--
-- Name: canary_one_running; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX canary_one_running ON public.agent_canaries USING btree (specialist_id) WHERE ((state)::text = 'running'::text);


--
-- Name: case_events_case_id_91cdf936; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX case_events_case_id_91cdf936 ON public.case_events USING btree (case_id);


--
-- Name: case_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX case_expiry ON public.specialist_approvals USING btree (expires_at) WHERE ((state)::text = ANY ((ARRAY['awaiting_confirmation'::character varying, 'awaiting_resources'::character varying])::text[]));


--
-- Name: case_lease; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX case_lease ON public.specialist_approvals USING btree (lease_expires_at) WHERE ((state)::text = ANY ((ARRAY['designing'::character varying, 'reviewing'::character varying, 'validating'::character varying, 'generating_tests'::character varying, 'training'::character varying])::text[]));


--
-- Name: case_revises_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX case_revises_once ON public.specialist_approvals USING btree (revises_id) WHERE (NOT ((state)::text = ANY ((ARRAY['completed'::character varying, 'rejected'::character varying, 'expired'::character varying, 'failed'::character varying])::text[])));


--
-- Name: case_user_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX case_user_state ON public.specialist_approvals USING btree (user_id, state);


--
-- Name: case_user_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX case_user_time ON public.specialist_approvals USING btree (user_id, created_at DESC);


--
-- Name: case_verdicts_case_id_971b244c; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX case_verdicts_case_id_971b244c ON public.case_verdicts USING btree (case_id);


--
-- Name: conversation_user_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX conversation_user_time ON public.orchestrator_conversation USING btree (user_id, updated_at DESC);


--
-- Name: credential_event_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX credential_event_user ON public.credential_events USING btree (user_id, created_at DESC);


--
-- Name: credential_events_actor_id_355853fe; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX credential_events_actor_id_355853fe ON public.credential_events USING btree (actor_id);


--
-- Name: credential_events_credential_id_0bd2964a; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX credential_events_credential_id_0bd2964a ON public.credential_events USING btree (credential_id);


--
-- Name: credential_events_user_id_e86ecd25; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX credential_events_user_id_e86ecd25 ON public.credential_events USING btree (user_id);


--
-- Name: credential_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX credential_expiry ON public.user_credentials USING btree (expires_at);


--
-- Name: credential_key_id; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX credential_key_id ON public.user_credentials USING btree (encryption_key_id, id);


--
-- Name: credential_uses_credential_id_0c2e2396; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX credential_uses_credential_id_0c2e2396 ON public.credential_uses USING btree (credential_id);


--
-- Name: credential_uses_user_id_26f20048; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX credential_uses_user_id_26f20048 ON public.credential_uses USING btree (user_id);


--
-- Name: django_admin_log_content_type_id_c4bce8eb; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);


--
-- Name: django_admin_log_user_id_c564eba6; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);


--
-- Name: django_celery_beat_periodictask_clocked_id_47a69f82; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_celery_beat_periodictask_clocked_id_47a69f82 ON public.django_celery_beat_periodictask USING btree (clocked_id);


--
-- Name: django_celery_beat_periodictask_crontab_id_d3cba168; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_celery_beat_periodictask_crontab_id_d3cba168 ON public.django_celery_beat_periodictask USING btree (crontab_id);


--
-- Name: django_celery_beat_periodictask_interval_id_a8ca27da; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_celery_beat_periodictask_interval_id_a8ca27da ON public.django_celery_beat_periodictask USING btree (interval_id);


--
-- Name: django_celery_beat_periodictask_name_265a36b7_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_celery_beat_periodictask_name_265a36b7_like ON public.django_celery_beat_periodictask USING btree (name varchar_pattern_ops);


--
-- Name: django_celery_beat_periodictask_solar_id_a87ce72c; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_celery_beat_periodictask_solar_id_a87ce72c ON public.django_celery_beat_periodictask USING btree (solar_id);


--
-- Name: django_session_expire_date_a5c62663; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);


--
-- Name: django_session_session_key_c0390e0f_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);


--
-- Name: dynamic_agents_admin_approved_by_id_6f18e5cb; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dynamic_agents_admin_approved_by_id_6f18e5cb ON public.dynamic_agents USING btree (admin_approved_by_id);


--
-- Name: dynamic_agents_created_by_id_c8f7849e; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dynamic_agents_created_by_id_c8f7849e ON public.dynamic_agents USING btree (created_by_id);


--
-- Name: dynamic_agents_current_version_id_b9227ad8; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dynamic_agents_current_version_id_b9227ad8 ON public.dynamic_agents USING btree (current_version_id);


--
-- Name: dynamic_agents_forked_from_id_ab1fb7ac; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX dynamic_agents_forked_from_id_ab1fb7ac ON public.dynamic_agents USING btree (forked_from_id);


--
-- Name: embedding_centroids; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX embedding_centroids ON public.agent_embeddings USING btree (encoder) WHERE (((kind)::text = 'centroid'::text) AND shared);


--
-- Name: embedding_of_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX embedding_of_user ON public.agent_embeddings USING btree (owner_id, encoder) WHERE (owner_id IS NOT NULL);


--
-- Name: embedding_spaces_kind_e9ac4fec_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX embedding_spaces_kind_e9ac4fec_like ON public.embedding_spaces USING btree (kind varchar_pattern_ops);


--
-- Name: embedding_spaces_requested_by_id_29ae5fb2; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX embedding_spaces_requested_by_id_29ae5fb2 ON public.embedding_spaces USING btree (requested_by_id);


--
-- Name: evolution_one_open; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX evolution_one_open ON public.evolutions USING btree (finding_id) WHERE ((state)::text = ANY ((ARRAY['queued'::character varying, 'working'::character varying])::text[]));


--
-- Name: evolution_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX evolution_time ON public.evolutions USING btree (created_at DESC) WHERE automatic;


--
-- Name: evolutions_asked_by_id_6b72530f; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX evolutions_asked_by_id_6b72530f ON public.evolutions USING btree (asked_by_id);


--
-- Name: evolutions_base_id_2f7e1c5c; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX evolutions_base_id_2f7e1c5c ON public.evolutions USING btree (base_id);


--
-- Name: evolutions_case_id_e48512e7; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX evolutions_case_id_e48512e7 ON public.evolutions USING btree (case_id);


--
-- Name: evolutions_finding_id_7c4dfced; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX evolutions_finding_id_7c4dfced ON public.evolutions USING btree (finding_id);


--
-- Name: evolutions_user_id_be286453; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX evolutions_user_id_be286453 ON public.evolutions USING btree (user_id);


--
-- Name: file_version_size; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX file_version_size ON public.file_versions USING btree (user_id) INCLUDE (size);


--
-- Name: file_versions_user_id_e6e80a39; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX file_versions_user_id_e6e80a39 ON public.file_versions USING btree (user_id);


--
-- Name: guardian_hit_rule; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_hit_rule ON public.guardian_rule_hits USING btree (rule_id, id DESC);


--
-- Name: guardian_judge_answers_key_8045430c_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_judge_answers_key_8045430c_like ON public.guardian_judge_answers USING btree (key varchar_pattern_ops);


--
-- Name: guardian_judge_health_judge_b3395780_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_judge_health_judge_b3395780_like ON public.guardian_judge_health USING btree (judge varchar_pattern_ops);


--
-- Name: guardian_mode_event_rule; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_mode_event_rule ON public.guardian_rule_mode_events USING btree (rule_id, id DESC);


--
-- Name: guardian_neighbour_hnsw; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_neighbour_hnsw ON public.guardian_neighbours USING hnsw (vector public.halfvec_cosine_ops);


--
-- Name: guardian_review_content; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_review_content ON public.guardian_reviews USING btree (content_sha256);


--
-- Name: guardian_review_overturned; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_review_overturned ON public.guardian_reviews USING btree (content_sha256) WHERE (overturned_at IS NOT NULL);


--
-- Name: guardian_review_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_review_time ON public.guardian_reviews USING btree (created_at DESC);


--
-- Name: guardian_reviews_overturned_by_id_bdf18d21; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_reviews_overturned_by_id_bdf18d21 ON public.guardian_reviews USING btree (overturned_by_id);


--
-- Name: guardian_rule_hits_review_id_e9cb59c1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_rule_hits_review_id_e9cb59c1 ON public.guardian_rule_hits USING btree (review_id);


--
-- Name: guardian_rule_mode_events_changed_by_id_1abdd2dc; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_rule_mode_events_changed_by_id_1abdd2dc ON public.guardian_rule_mode_events USING btree (changed_by_id);


--
-- Name: guardian_rule_modes_rule_id_d086df1c_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX guardian_rule_modes_rule_id_d086df1c_like ON public.guardian_rule_modes USING btree (rule_id varchar_pattern_ops);


--
-- Name: host_consent_of; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX host_consent_of ON public.host_consents USING btree (user_id, spec_digest);


--
-- Name: host_consents_approval_id_8358746c; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX host_consents_approval_id_8358746c ON public.host_consents USING btree (approval_id);


--
-- Name: host_consents_user_id_27d95e6b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX host_consents_user_id_27d95e6b ON public.host_consents USING btree (user_id);


--
-- Name: knox_authtoken_digest_188c7e77_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX knox_authtoken_digest_188c7e77_like ON public.knox_authtoken USING btree (digest varchar_pattern_ops);


--
-- Name: knox_authtoken_token_key_8f4f7d47; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX knox_authtoken_token_key_8f4f7d47 ON public.knox_authtoken USING btree (token_key);


--
-- Name: knox_authtoken_token_key_8f4f7d47_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX knox_authtoken_token_key_8f4f7d47_like ON public.knox_authtoken USING btree (token_key varchar_pattern_ops);


--
-- Name: knox_authtoken_user_id_e5a5d899; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX knox_authtoken_user_id_e5a5d899 ON public.knox_authtoken USING btree (user_id);


--
-- Name: message_conversation_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX message_conversation_time ON public.orchestrator_message USING btree (conversation_id, created_at);


--
-- Name: message_one_answer; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX message_one_answer ON public.orchestrator_message USING btree (session_id) WHERE ((role)::text = 'specialist'::text);


--
-- Name: negative_examples_owner_id_f382ac36; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX negative_examples_owner_id_f382ac36 ON public.negative_examples USING btree (owner_id);


--
-- Name: notification_deliveries_notification_id_4941b16b; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX notification_deliveries_notification_id_4941b16b ON public.notification_deliveries USING btree (notification_id);


--
-- Name: notification_delivery_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX notification_delivery_due ON public.notification_deliveries USING btree (due_at) WHERE ((state)::text = 'waiting'::text);


--
-- Name: notification_settings_one_organisation; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX notification_settings_one_organisation ON public.notification_settings USING btree ((1)) WHERE (user_id IS NULL);


--
-- Name: notification_user_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX notification_user_time ON public.notifications USING btree (user_id, created_at DESC);


--
-- Name: notifications_user_id_468e288d; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX notifications_user_id_468e288d ON public.notifications USING btree (user_id);


--
-- Name: ops_heartbeats_name_bf9ac66a_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ops_heartbeats_name_bf9ac66a_like ON public.ops_heartbeats USING btree (name varchar_pattern_ops);


--
-- Name: ops_heartbeats_seen_at_a03725dd; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ops_heartbeats_seen_at_a03725dd ON public.ops_heartbeats USING btree (seen_at);


--
-- Name: orchestrator_conversation_user_id_d7641f50; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orchestrator_conversation_user_id_d7641f50 ON public.orchestrator_conversation USING btree (user_id);


--
-- Name: orchestrator_message_conversation_id_af7c1214; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orchestrator_message_conversation_id_af7c1214 ON public.orchestrator_message USING btree (conversation_id);


--
-- Name: orchestrator_message_session_id_be0f2bdc; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX orchestrator_message_session_id_be0f2bdc ON public.orchestrator_message USING btree (session_id);


--
-- Name: permission_rules_approval_id_958da362; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX permission_rules_approval_id_958da362 ON public.permission_rules USING btree (approval_id);


--
-- Name: permission_rules_made_by_id_c8e12c2f; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX permission_rules_made_by_id_c8e12c2f ON public.permission_rules USING btree (made_by_id);


--
-- Name: permission_rules_user_id_dbeb014e; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX permission_rules_user_id_dbeb014e ON public.permission_rules USING btree (user_id);


--
-- Name: route_receipt_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX route_receipt_newest ON public.route_receipts USING btree (created_at DESC, id DESC);


--
-- Name: route_receipts_message_id_d19db2e3; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX route_receipts_message_id_d19db2e3 ON public.route_receipts USING btree (message_id);


--
-- Name: route_receipts_overridden_to_id_8e7cfb03; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX route_receipts_overridden_to_id_8e7cfb03 ON public.route_receipts USING btree (overridden_to_id);


--
-- Name: route_receipts_specialist_id_d847c91f; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX route_receipts_specialist_id_d847c91f ON public.route_receipts USING btree (specialist_id);


--
-- Name: route_receipts_version_id_98fd82d0; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX route_receipts_version_id_98fd82d0 ON public.route_receipts USING btree (version_id);


--
-- Name: route_replay_differences_message_id_cd4ab433; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX route_replay_differences_message_id_cd4ab433 ON public.route_replay_differences USING btree (message_id);


--
-- Name: route_replay_differences_run_id_99496a37; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX route_replay_differences_run_id_99496a37 ON public.route_replay_differences USING btree (run_id);


--
-- Name: route_replays_requested_by_id_dcc19b51; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX route_replays_requested_by_id_dcc19b51 ON public.route_replays USING btree (requested_by_id);


--
-- Name: routing_change_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX routing_change_time ON public.routing_changes USING btree (subject, created_at DESC);


--
-- Name: routing_changes_actor_id_a3833111; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX routing_changes_actor_id_a3833111 ON public.routing_changes USING btree (actor_id);


--
-- Name: sandbox_limits_set_by_id_df17d200; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sandbox_limits_set_by_id_df17d200 ON public.sandbox_limits USING btree (set_by_id);


--
-- Name: session_circuits_name_d1a0884a_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_circuits_name_d1a0884a_like ON public.session_circuits USING btree (name varchar_pattern_ops);


--
-- Name: session_effects_session_id_abbbd077; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_effects_session_id_abbbd077 ON public.session_effects USING btree (session_id);


--
-- Name: session_egress_session_id_c3d7e9be; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_egress_session_id_c3d7e9be ON public.session_egress USING btree (session_id);


--
-- Name: session_events_session_id_16b69ca5; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_events_session_id_16b69ca5 ON public.session_events USING btree (session_id);


--
-- Name: session_grant_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_grant_open ON public.session_grants USING btree (session_id) WHERE (consumed_at IS NULL);


--
-- Name: session_grants_approval_id_b0414b10; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_grants_approval_id_b0414b10 ON public.session_grants USING btree (approval_id);


--
-- Name: session_grants_session_id_8e4e8e1e; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_grants_session_id_8e4e8e1e ON public.session_grants USING btree (session_id);


--
-- Name: session_lease; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_lease ON public.sessions USING btree (lease_expires_at) WHERE ((state)::text = 'running'::text);


--
-- Name: session_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_newest ON public.sessions USING btree (created_at DESC, id DESC);


--
-- Name: session_user_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_user_time ON public.sessions USING btree (user_id, created_at DESC);


--
-- Name: sessions_conversation_id_91f3db18; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_conversation_id_91f3db18 ON public.sessions USING btree (conversation_id);


--
-- Name: sessions_forked_from_id_c200f993; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_forked_from_id_c200f993 ON public.sessions USING btree (forked_from_id);


--
-- Name: sessions_user_id_05e26f4a; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_user_id_05e26f4a ON public.sessions USING btree (user_id);


--
-- Name: sessions_version_id_22d09a4e; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_version_id_22d09a4e ON public.sessions USING btree (version_id);


--
-- Name: specialist_approvals_approval_id_948b1785; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX specialist_approvals_approval_id_948b1785 ON public.specialist_approvals USING btree (approval_id);


--
-- Name: specialist_approvals_base_id_40ccc30d; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX specialist_approvals_base_id_40ccc30d ON public.specialist_approvals USING btree (base_id);


--
-- Name: specialist_approvals_conversation_id_a45a34f1; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX specialist_approvals_conversation_id_a45a34f1 ON public.specialist_approvals USING btree (conversation_id);


--
-- Name: specialist_approvals_fork_of_id_5abf6dd7; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX specialist_approvals_fork_of_id_5abf6dd7 ON public.specialist_approvals USING btree (fork_of_id);


--
-- Name: specialist_approvals_message_id_2bdf87f9; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX specialist_approvals_message_id_2bdf87f9 ON public.specialist_approvals USING btree (message_id);


--
-- Name: specialist_approvals_revises_id_c24de4d0; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX specialist_approvals_revises_id_c24de4d0 ON public.specialist_approvals USING btree (revises_id);


--
-- Name: specialist_approvals_specialist_id_955dad4c; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX specialist_approvals_specialist_id_955dad4c ON public.specialist_approvals USING btree (specialist_id);


--
-- Name: specialist_approvals_user_id_70dedf71; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX specialist_approvals_user_id_70dedf71 ON public.specialist_approvals USING btree (user_id);


--
-- Name: specialist_approvals_version_id_9e82d093; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX specialist_approvals_version_id_9e82d093 ON public.specialist_approvals USING btree (version_id);


--
-- Name: status_change_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX status_change_time ON public.agent_status_changes USING btree (specialist_id, created_at DESC);


--
-- Name: task_telemetry_user_id_14f285b6; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX task_telemetry_user_id_14f285b6 ON public.task_telemetry USING btree (user_id);


--
-- Name: telemetry_error; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX telemetry_error ON public.task_telemetry USING btree (error_code, created_at DESC) WHERE (NOT ((error_code)::text = ''::text));


--
-- Name: telemetry_failures; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX telemetry_failures ON public.task_telemetry USING btree (created_at DESC, id DESC) INCLUDE (routed) WHERE (NOT success);


--
-- Name: telemetry_hour_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX telemetry_hour_time ON public.telemetry_hours USING btree (hour);


--
-- Name: telemetry_hours_version_id_eca2600a; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX telemetry_hours_version_id_eca2600a ON public.telemetry_hours USING btree (version_id);


--
-- Name: telemetry_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX telemetry_newest ON public.task_telemetry USING btree (created_at DESC, id DESC);


--
-- Name: telemetry_of_version; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX telemetry_of_version ON public.task_telemetry USING btree (version_id, created_at DESC) INCLUDE (counts_as_success, confidence);


--
-- Name: test_run_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX test_run_newest ON public.agent_test_runs USING btree (version_id, finished_at DESC);


--
-- Name: test_run_one_open; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX test_run_one_open ON public.agent_test_runs USING btree (version_id) WHERE ((state)::text = ANY ((ARRAY['queued'::character varying, 'running'::character varying])::text[]));


--
-- Name: tool_calls_session_id_e3278af6; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tool_calls_session_id_e3278af6 ON public.tool_calls USING btree (session_id);


--
-- Name: tool_memory_session_id_3c826fb4; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tool_memory_session_id_3c826fb4 ON public.tool_memory USING btree (session_id);


--
-- Name: tool_rates_key_c5637644_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tool_rates_key_c5637644_like ON public.tool_rates USING btree (key varchar_pattern_ops);


--
-- Name: tool_rates_until_25b3bc47; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tool_rates_until_25b3bc47 ON public.tool_rates USING btree (until);


--
-- Name: tool_receipt_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tool_receipt_newest ON public.tool_receipts USING btree (started_at DESC, id DESC);


--
-- Name: tool_receipt_session; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tool_receipt_session ON public.tool_receipts USING btree (session_id, seq);


--
-- Name: tool_sets_digest_49a45e29_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tool_sets_digest_49a45e29_like ON public.tool_sets USING btree (digest varchar_pattern_ops);


--
-- Name: training_results_session_id_32acf80e; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX training_results_session_id_32acf80e ON public.training_results USING btree (session_id);


--
-- Name: training_results_version_id_a1002e31; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX training_results_version_id_a1002e31 ON public.training_results USING btree (version_id);


--
-- Name: usage_days_user_id_18a528bf; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX usage_days_user_id_18a528bf ON public.usage_days USING btree (user_id);


--
-- Name: use_credential; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX use_credential ON public.credential_uses USING btree (credential_id, created_at DESC);


--
-- Name: use_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX use_time ON public.credential_uses USING btree (created_at DESC);


--
-- Name: use_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX use_user ON public.credential_uses USING btree (user_id, created_at DESC);


--
-- Name: user_credentials_user_id_49daef2d; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX user_credentials_user_id_49daef2d ON public.user_credentials USING btree (user_id);


--
-- Name: workspace_use_user_id_e651659e; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX workspace_use_user_id_e651659e ON public.workspace_use USING btree (user_id);


--
-- Name: workspace_use_workspace_d115e37a_like; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX workspace_use_workspace_d115e37a_like ON public.workspace_use USING btree (workspace varchar_pattern_ops);


--
-- Name: agent_embeddings agent_embedding_share; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER agent_embedding_share BEFORE INSERT ON public.agent_embeddings FOR EACH ROW EXECUTE FUNCTION public.agent_embedding_share();


--
-- Name: dynamic_agents agent_share_embeddings; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER agent_share_embeddings AFTER UPDATE OF status, scope, routable ON public.dynamic_agents FOR EACH ROW EXECUTE FUNCTION public.agent_share_embeddings();


--
-- Name: agent_status_changes agent_status_change_no_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER agent_status_change_no_delete AFTER DELETE ON public.agent_status_changes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.agent_status_change_guard();


--
-- Name: agent_status_changes agent_status_change_no_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER agent_status_change_no_update BEFORE UPDATE ON public.agent_status_changes FOR EACH ROW EXECUTE FUNCTION public.agent_status_change_guard();


--
-- Name: agent_versions agent_version_no_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER agent_version_no_delete AFTER DELETE ON public.agent_versions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.agent_version_guard_delete();


--
-- Name: agent_versions agent_version_no_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER agent_version_no_update BEFORE UPDATE ON public.agent_versions FOR EACH ROW EXECUTE FUNCTION public.agent_version_guard_update();


--
-- Name: case_events case_event_no_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER case_event_no_delete AFTER DELETE ON public.case_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.case_rows_guard_delete();


--
-- Name: case_events case_event_no_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER case_event_no_update BEFORE UPDATE ON public.case_events FOR EACH ROW EXECUTE FUNCTION public.case_rows_guard_update();


--
-- Name: case_verdicts case_verdict_no_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER case_verdict_no_delete AFTER DELETE ON public.case_verdicts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.case_rows_guard_delete();


--
-- Name: case_verdicts case_verdict_no_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER case_verdict_no_update BEFORE UPDATE ON public.case_verdicts FOR EACH ROW EXECUTE FUNCTION public.case_rows_guard_update();


--
-- Name: session_egress session_egress_no_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER session_egress_no_delete AFTER DELETE ON public.session_egress DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.session_egress_guard_delete();


--
-- Name: session_egress session_egress_no_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER session_egress_no_update BEFORE UPDATE ON public.session_egress FOR EACH ROW EXECUTE FUNCTION public.session_egress_guard_update();


--
-- Name: tool_receipt_chains tool_receipt_chains_grow; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tool_receipt_chains_grow BEFORE DELETE OR UPDATE ON public.tool_receipt_chains FOR EACH ROW EXECUTE FUNCTION public.tool_receipt_chains_guard();


--
-- Name: tool_receipts tool_receipts_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tool_receipts_append_only BEFORE DELETE OR UPDATE ON public.tool_receipts FOR EACH ROW EXECUTE FUNCTION public.tool_receipts_guard();


--
-- Name: tool_receipts tool_receipts_no_truncate; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tool_receipts_no_truncate BEFORE TRUNCATE ON public.tool_receipts FOR EACH STATEMENT EXECUTE FUNCTION public.tool_receipts_guard();


--
-- Name: accounts_apitoken accounts_apitoken_user_id_bbee13e0_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_apitoken
    ADD CONSTRAINT accounts_apitoken_user_id_bbee13e0_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: accounts_signinlink accounts_signinlink_user_id_a6b02f6b_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_signinlink
    ADD CONSTRAINT accounts_signinlink_user_id_a6b02f6b_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: accounts_user_groups accounts_user_groups_group_id_bd11a704_fk_auth_group_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_user_groups
    ADD CONSTRAINT accounts_user_groups_group_id_bd11a704_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: accounts_user_groups accounts_user_groups_user_id_52b62117_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_user_groups
    ADD CONSTRAINT accounts_user_groups_user_id_52b62117_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: accounts_user_user_permissions accounts_user_user_p_permission_id_113bb443_fk_auth_perm; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_user_user_permissions
    ADD CONSTRAINT accounts_user_user_p_permission_id_113bb443_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: accounts_user_user_permissions accounts_user_user_p_user_id_e4f0a161_fk_accounts_; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts_user_user_permissions
    ADD CONSTRAINT accounts_user_user_p_user_id_e4f0a161_fk_accounts_ FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_canaries agent_canaries_previous_id_304df7a2_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_canaries
    ADD CONSTRAINT agent_canaries_previous_id_304df7a2_fk_agent_versions_id FOREIGN KEY (previous_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_canaries agent_canaries_specialist_id_e8f6c5da_fk_dynamic_agents_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_canaries
    ADD CONSTRAINT agent_canaries_specialist_id_e8f6c5da_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_canaries agent_canaries_version_id_4421387b_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_canaries
    ADD CONSTRAINT agent_canaries_version_id_4421387b_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_embeddings agent_embeddings_owner_id_937e33db_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_embeddings
    ADD CONSTRAINT agent_embeddings_owner_id_937e33db_fk_accounts_user_id FOREIGN KEY (owner_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_embeddings agent_embeddings_specialist_id_4a80d06b_fk_dynamic_agents_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_embeddings
    ADD CONSTRAINT agent_embeddings_specialist_id_4a80d06b_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_status_changes agent_status_changes_actor_id_6fb8dae7_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_status_changes
    ADD CONSTRAINT agent_status_changes_actor_id_6fb8dae7_fk_accounts_user_id FOREIGN KEY (actor_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_status_changes agent_status_changes_specialist_id_02c8fe58_fk_dynamic_a; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_status_changes
    ADD CONSTRAINT agent_status_changes_specialist_id_02c8fe58_fk_dynamic_a FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_status_changes agent_status_changes_successor_id_7ec5d987_fk_dynamic_agents_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_status_changes
    ADD CONSTRAINT agent_status_changes_successor_id_7ec5d987_fk_dynamic_agents_id FOREIGN KEY (successor_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_status_changes agent_status_changes_version_id_49788c5b_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_status_changes
    ADD CONSTRAINT agent_status_changes_version_id_49788c5b_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_test_runs agent_test_runs_requested_by_id_9f7f8301_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_test_runs
    ADD CONSTRAINT agent_test_runs_requested_by_id_9f7f8301_fk_accounts_user_id FOREIGN KEY (requested_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_test_runs agent_test_runs_version_id_d10e9595_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_test_runs
    ADD CONSTRAINT agent_test_runs_version_id_d10e9595_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: agent_versions agent_versions_specialist_id_931899e5_fk_dynamic_agents_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.agent_versions
    ADD CONSTRAINT agent_versions_specialist_id_931899e5_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: approval_events approval_events_actor_id_dd53b663_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.approval_events
    ADD CONSTRAINT approval_events_actor_id_dd53b663_fk_accounts_user_id FOREIGN KEY (actor_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: approval_events approval_events_approval_id_b9a95165_fk_approvals_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.approval_events
    ADD CONSTRAINT approval_events_approval_id_b9a95165_fk_approvals_id FOREIGN KEY (approval_id) REFERENCES public.approvals(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: approvals approvals_decided_by_id_71198aed_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_decided_by_id_71198aed_fk_accounts_user_id FOREIGN KEY (decided_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: approvals approvals_session_id_82ec1c41_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_session_id_82ec1c41_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: approvals approvals_user_id_bedd09be_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_user_id_bedd09be_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: audit_findings audit_findings_change_id_4b6d27f2_fk_agent_status_changes_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_change_id_4b6d27f2_fk_agent_status_changes_id FOREIGN KEY (change_id) REFERENCES public.agent_status_changes(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: audit_findings audit_findings_report_id_673f08d1_fk_audit_reports_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_report_id_673f08d1_fk_audit_reports_id FOREIGN KEY (report_id) REFERENCES public.audit_reports(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: audit_findings audit_findings_resolved_by_id_cc981330_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_resolved_by_id_cc981330_fk_accounts_user_id FOREIGN KEY (resolved_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: audit_findings audit_findings_specialist_id_640ed058_fk_dynamic_agents_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_specialist_id_640ed058_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: audit_findings audit_findings_version_id_46469375_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_findings
    ADD CONSTRAINT audit_findings_version_id_46469375_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: auth_group_permissions auth_group_permissio_permission_id_84c5c92e_fk_auth_perm; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: auth_group_permissions auth_group_permissions_group_id_b120cbf9_fk_auth_group_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: auth_permission auth_permission_content_type_id_2f476e4b_fk_django_co; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: axes_accessattemptexpiration axes_accessattemptex_access_attempt_id_6b73a47a_fk_axes_acce; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.axes_accessattemptexpiration
    ADD CONSTRAINT axes_accessattemptex_access_attempt_id_6b73a47a_fk_axes_acce FOREIGN KEY (access_attempt_id) REFERENCES public.axes_accessattempt(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: budgets budgets_user_id_d4bb9f71_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.budgets
    ADD CONSTRAINT budgets_user_id_d4bb9f71_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: case_events case_events_case_id_91cdf936_fk_specialist_approvals_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.case_events
    ADD CONSTRAINT case_events_case_id_91cdf936_fk_specialist_approvals_id FOREIGN KEY (case_id) REFERENCES public.specialist_approvals(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: case_verdicts case_verdicts_case_id_971b244c_fk_specialist_approvals_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.case_verdicts
    ADD CONSTRAINT case_verdicts_case_id_971b244c_fk_specialist_approvals_id FOREIGN KEY (case_id) REFERENCES public.specialist_approvals(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: credential_events credential_events_actor_id_355853fe_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credential_events
    ADD CONSTRAINT credential_events_actor_id_355853fe_fk_accounts_user_id FOREIGN KEY (actor_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: credential_events credential_events_credential_id_0bd2964a_fk_user_credentials_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credential_events
    ADD CONSTRAINT credential_events_credential_id_0bd2964a_fk_user_credentials_id FOREIGN KEY (credential_id) REFERENCES public.user_credentials(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: credential_events credential_events_user_id_e86ecd25_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credential_events
    ADD CONSTRAINT credential_events_user_id_e86ecd25_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: credential_uses credential_uses_credential_id_0c2e2396_fk_user_credentials_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credential_uses
    ADD CONSTRAINT credential_uses_credential_id_0c2e2396_fk_user_credentials_id FOREIGN KEY (credential_id) REFERENCES public.user_credentials(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: credential_uses credential_uses_user_id_26f20048_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credential_uses
    ADD CONSTRAINT credential_uses_user_id_26f20048_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: django_admin_log django_admin_log_content_type_id_c4bce8eb_fk_django_co; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: django_admin_log django_admin_log_user_id_c564eba6_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: django_celery_beat_periodictask django_celery_beat_p_clocked_id_47a69f82_fk_django_ce; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_p_clocked_id_47a69f82_fk_django_ce FOREIGN KEY (clocked_id) REFERENCES public.django_celery_beat_clockedschedule(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: django_celery_beat_periodictask django_celery_beat_p_crontab_id_d3cba168_fk_django_ce; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_p_crontab_id_d3cba168_fk_django_ce FOREIGN KEY (crontab_id) REFERENCES public.django_celery_beat_crontabschedule(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: django_celery_beat_periodictask django_celery_beat_p_interval_id_a8ca27da_fk_django_ce; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_p_interval_id_a8ca27da_fk_django_ce FOREIGN KEY (interval_id) REFERENCES public.django_celery_beat_intervalschedule(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: django_celery_beat_periodictask django_celery_beat_p_solar_id_a87ce72c_fk_django_ce; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.django_celery_beat_periodictask
    ADD CONSTRAINT django_celery_beat_p_solar_id_a87ce72c_fk_django_ce FOREIGN KEY (solar_id) REFERENCES public.django_celery_beat_solarschedule(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: dynamic_agents dynamic_agents_admin_approved_by_id_6f18e5cb_fk_accounts_; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dynamic_agents
    ADD CONSTRAINT dynamic_agents_admin_approved_by_id_6f18e5cb_fk_accounts_ FOREIGN KEY (admin_approved_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: dynamic_agents dynamic_agents_created_by_id_c8f7849e_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dynamic_agents
    ADD CONSTRAINT dynamic_agents_created_by_id_c8f7849e_fk_accounts_user_id FOREIGN KEY (created_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: dynamic_agents dynamic_agents_current_version_id_b9227ad8_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dynamic_agents
    ADD CONSTRAINT dynamic_agents_current_version_id_b9227ad8_fk_agent_versions_id FOREIGN KEY (current_version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: dynamic_agents dynamic_agents_forked_from_id_ab1fb7ac_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.dynamic_agents
    ADD CONSTRAINT dynamic_agents_forked_from_id_ab1fb7ac_fk_agent_versions_id FOREIGN KEY (forked_from_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: embedding_spaces embedding_spaces_requested_by_id_29ae5fb2_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.embedding_spaces
    ADD CONSTRAINT embedding_spaces_requested_by_id_29ae5fb2_fk_accounts_user_id FOREIGN KEY (requested_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: evolutions evolutions_asked_by_id_6b72530f_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_asked_by_id_6b72530f_fk_accounts_user_id FOREIGN KEY (asked_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: evolutions evolutions_base_id_2f7e1c5c_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_base_id_2f7e1c5c_fk_agent_versions_id FOREIGN KEY (base_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: evolutions evolutions_case_id_e48512e7_fk_specialist_approvals_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_case_id_e48512e7_fk_specialist_approvals_id FOREIGN KEY (case_id) REFERENCES public.specialist_approvals(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: evolutions evolutions_finding_id_7c4dfced_fk_audit_findings_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_finding_id_7c4dfced_fk_audit_findings_id FOREIGN KEY (finding_id) REFERENCES public.audit_findings(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: evolutions evolutions_user_id_be286453_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.evolutions
    ADD CONSTRAINT evolutions_user_id_be286453_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: file_versions file_versions_user_id_e6e80a39_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.file_versions
    ADD CONSTRAINT file_versions_user_id_e6e80a39_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: guardian_reviews guardian_reviews_overturned_by_id_bdf18d21_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_reviews
    ADD CONSTRAINT guardian_reviews_overturned_by_id_bdf18d21_fk_accounts_user_id FOREIGN KEY (overturned_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: guardian_rule_hits guardian_rule_hits_review_id_e9cb59c1_fk_guardian_reviews_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_rule_hits
    ADD CONSTRAINT guardian_rule_hits_review_id_e9cb59c1_fk_guardian_reviews_id FOREIGN KEY (review_id) REFERENCES public.guardian_reviews(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: guardian_rule_mode_events guardian_rule_mode_e_changed_by_id_1abdd2dc_fk_accounts_; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.guardian_rule_mode_events
    ADD CONSTRAINT guardian_rule_mode_e_changed_by_id_1abdd2dc_fk_accounts_ FOREIGN KEY (changed_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: host_consents host_consents_approval_id_8358746c_fk_approvals_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.host_consents
    ADD CONSTRAINT host_consents_approval_id_8358746c_fk_approvals_id FOREIGN KEY (approval_id) REFERENCES public.approvals(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: host_consents host_consents_user_id_27d95e6b_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.host_consents
    ADD CONSTRAINT host_consents_user_id_27d95e6b_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: knox_authtoken knox_authtoken_user_id_e5a5d899_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.knox_authtoken
    ADD CONSTRAINT knox_authtoken_user_id_e5a5d899_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: negative_examples negative_examples_owner_id_f382ac36_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.negative_examples
    ADD CONSTRAINT negative_examples_owner_id_f382ac36_fk_accounts_user_id FOREIGN KEY (owner_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: notification_deliveries notification_deliver_notification_id_4941b16b_fk_notificat; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notification_deliveries
    ADD CONSTRAINT notification_deliver_notification_id_4941b16b_fk_notificat FOREIGN KEY (notification_id) REFERENCES public.notifications(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: notification_settings notification_settings_user_id_ce43fde1_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_user_id_ce43fde1_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: notifications notifications_user_id_468e288d_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_user_id_468e288d_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: orchestrator_conversation orchestrator_conversation_user_id_d7641f50_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orchestrator_conversation
    ADD CONSTRAINT orchestrator_conversation_user_id_d7641f50_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: orchestrator_message orchestrator_message_conversation_id_af7c1214_fk_orchestra; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orchestrator_message
    ADD CONSTRAINT orchestrator_message_conversation_id_af7c1214_fk_orchestra FOREIGN KEY (conversation_id) REFERENCES public.orchestrator_conversation(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: orchestrator_message orchestrator_message_session_id_be0f2bdc_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.orchestrator_message
    ADD CONSTRAINT orchestrator_message_session_id_be0f2bdc_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: permission_rules permission_rules_approval_id_958da362_fk_approvals_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permission_rules
    ADD CONSTRAINT permission_rules_approval_id_958da362_fk_approvals_id FOREIGN KEY (approval_id) REFERENCES public.approvals(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: permission_rules permission_rules_made_by_id_c8e12c2f_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permission_rules
    ADD CONSTRAINT permission_rules_made_by_id_c8e12c2f_fk_accounts_user_id FOREIGN KEY (made_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: permission_rules permission_rules_user_id_dbeb014e_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.permission_rules
    ADD CONSTRAINT permission_rules_user_id_dbeb014e_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: route_receipts route_receipts_message_id_d19db2e3_fk_orchestrator_message_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_message_id_d19db2e3_fk_orchestrator_message_id FOREIGN KEY (message_id) REFERENCES public.orchestrator_message(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: route_receipts route_receipts_overridden_to_id_8e7cfb03_fk_dynamic_agents_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_overridden_to_id_8e7cfb03_fk_dynamic_agents_id FOREIGN KEY (overridden_to_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: route_receipts route_receipts_session_id_b029001f_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_session_id_b029001f_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: route_receipts route_receipts_specialist_id_d847c91f_fk_dynamic_agents_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_specialist_id_d847c91f_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: route_receipts route_receipts_version_id_98fd82d0_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_receipts
    ADD CONSTRAINT route_receipts_version_id_98fd82d0_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: route_replay_differences route_replay_differe_message_id_cd4ab433_fk_orchestra; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_replay_differences
    ADD CONSTRAINT route_replay_differe_message_id_cd4ab433_fk_orchestra FOREIGN KEY (message_id) REFERENCES public.orchestrator_message(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: route_replay_differences route_replay_differences_run_id_99496a37_fk_route_replays_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_replay_differences
    ADD CONSTRAINT route_replay_differences_run_id_99496a37_fk_route_replays_id FOREIGN KEY (run_id) REFERENCES public.route_replays(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: route_replays route_replays_requested_by_id_dcc19b51_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.route_replays
    ADD CONSTRAINT route_replays_requested_by_id_dcc19b51_fk_accounts_user_id FOREIGN KEY (requested_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: routing_changes routing_changes_actor_id_a3833111_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.routing_changes
    ADD CONSTRAINT routing_changes_actor_id_a3833111_fk_accounts_user_id FOREIGN KEY (actor_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: sandbox_limits sandbox_limits_set_by_id_df17d200_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sandbox_limits
    ADD CONSTRAINT sandbox_limits_set_by_id_df17d200_fk_accounts_user_id FOREIGN KEY (set_by_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: sandbox_limits sandbox_limits_specialist_id_a9f5d139_fk_dynamic_agents_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sandbox_limits
    ADD CONSTRAINT sandbox_limits_specialist_id_a9f5d139_fk_dynamic_agents_id FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: session_effects session_effects_session_id_abbbd077_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_effects
    ADD CONSTRAINT session_effects_session_id_abbbd077_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: session_egress session_egress_session_id_c3d7e9be_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_egress
    ADD CONSTRAINT session_egress_session_id_c3d7e9be_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: session_events session_events_session_id_16b69ca5_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_events
    ADD CONSTRAINT session_events_session_id_16b69ca5_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: session_grants session_grants_approval_id_b0414b10_fk_approvals_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_grants
    ADD CONSTRAINT session_grants_approval_id_b0414b10_fk_approvals_id FOREIGN KEY (approval_id) REFERENCES public.approvals(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: session_grants session_grants_session_id_8e4e8e1e_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session_grants
    ADD CONSTRAINT session_grants_session_id_8e4e8e1e_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: sessions sessions_conversation_id_91f3db18_fk_orchestra; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_conversation_id_91f3db18_fk_orchestra FOREIGN KEY (conversation_id) REFERENCES public.orchestrator_conversation(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: sessions sessions_forked_from_id_c200f993_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_forked_from_id_c200f993_fk_sessions_id FOREIGN KEY (forked_from_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: sessions sessions_user_id_05e26f4a_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_05e26f4a_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: sessions sessions_version_id_22d09a4e_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_version_id_22d09a4e_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: specialist_approvals specialist_approvals_approval_id_948b1785_fk_approvals_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_approval_id_948b1785_fk_approvals_id FOREIGN KEY (approval_id) REFERENCES public.approvals(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: specialist_approvals specialist_approvals_base_id_40ccc30d_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_base_id_40ccc30d_fk_agent_versions_id FOREIGN KEY (base_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: specialist_approvals specialist_approvals_conversation_id_a45a34f1_fk_orchestra; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_conversation_id_a45a34f1_fk_orchestra FOREIGN KEY (conversation_id) REFERENCES public.orchestrator_conversation(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: specialist_approvals specialist_approvals_fork_of_id_5abf6dd7_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_fork_of_id_5abf6dd7_fk_agent_versions_id FOREIGN KEY (fork_of_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: specialist_approvals specialist_approvals_message_id_2bdf87f9_fk_orchestra; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_message_id_2bdf87f9_fk_orchestra FOREIGN KEY (message_id) REFERENCES public.orchestrator_message(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: specialist_approvals specialist_approvals_revises_id_c24de4d0_fk_dynamic_agents_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_revises_id_c24de4d0_fk_dynamic_agents_id FOREIGN KEY (revises_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: specialist_approvals specialist_approvals_specialist_id_955dad4c_fk_dynamic_a; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_specialist_id_955dad4c_fk_dynamic_a FOREIGN KEY (specialist_id) REFERENCES public.dynamic_agents(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: specialist_approvals specialist_approvals_user_id_70dedf71_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_user_id_70dedf71_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: specialist_approvals specialist_approvals_version_id_9e82d093_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.specialist_approvals
    ADD CONSTRAINT specialist_approvals_version_id_9e82d093_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: task_telemetry task_telemetry_session_id_0cfa007b_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.task_telemetry
    ADD CONSTRAINT task_telemetry_session_id_0cfa007b_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: task_telemetry task_telemetry_user_id_14f285b6_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.task_telemetry
    ADD CONSTRAINT task_telemetry_user_id_14f285b6_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: task_telemetry task_telemetry_version_id_7b61cd32_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.task_telemetry
    ADD CONSTRAINT task_telemetry_version_id_7b61cd32_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: telemetry_hours telemetry_hours_version_id_eca2600a_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.telemetry_hours
    ADD CONSTRAINT telemetry_hours_version_id_eca2600a_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: tool_calls tool_calls_session_id_e3278af6_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_calls_session_id_e3278af6_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: tool_memory tool_memory_session_id_3c826fb4_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tool_memory
    ADD CONSTRAINT tool_memory_session_id_3c826fb4_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: training_results training_results_session_id_32acf80e_fk_sessions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.training_results
    ADD CONSTRAINT training_results_session_id_32acf80e_fk_sessions_id FOREIGN KEY (session_id) REFERENCES public.sessions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: training_results training_results_version_id_a1002e31_fk_agent_versions_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.training_results
    ADD CONSTRAINT training_results_version_id_a1002e31_fk_agent_versions_id FOREIGN KEY (version_id) REFERENCES public.agent_versions(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: usage_days usage_days_user_id_18a528bf_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_days_user_id_18a528bf_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: user_credentials user_credentials_user_id_49daef2d_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.user_credentials
    ADD CONSTRAINT user_credentials_user_id_49daef2d_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: workspace_use workspace_use_user_id_e651659e_fk_accounts_user_id; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.workspace_use
    ADD CONSTRAINT workspace_use_user_id_e651659e_fk_accounts_user_id FOREIGN KEY (user_id) REFERENCES public.accounts_user(id) DEFERRABLE INITIALLY DEFERRED;


--
-- PostgreSQL database dump complete
--


