# One image for web and director processes. Data (SQLite's file, the secret key) lives in /data.
FROM python:3.11-slim-bookworm

ENV PYTHONUTF8=1 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 BANSHA_DATA=/data
WORKDIR /app

# pg_dump and pg_restore, for `bansha site backup` and `restore` on PostgreSQL: as new as the server, or newer.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data --create-home --skel /dev/null bansha

COPY requirements/run.txt requirements/run.txt
RUN pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements/run.txt

COPY pyproject.toml README.md LICENSE NOTICE ./
COPY src src
COPY examples examples
RUN pip install --no-cache-dir --no-deps --no-build-isolation --no-index --editable . && python -m compileall -q src

USER bansha
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["bansha"]
CMD ["serve", "--host", "0.0.0.0"]
